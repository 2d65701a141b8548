/// A claim that can only be weighed by computing hashes. The gate counts on hearing of it again, in any case.
package struct Attempt: Sendable {
    /// A try that was paid for, and what is tried.
    struct Paid: Sendable {
        let secret: SecretID
        let attempt: Throttle.Try
    }

    let claim: Claim
    let tries: [Paid]
    let question: KnownSecrets.Question

    /// What the hashes say.
    package struct Findings: Sendable {
        var matched: [SecretID]
        /// The hashes that were computed.
        package internal(set) var compared: [SecretID] = []
        /// What among them is no hash: it counts as another secret's, so that it is guessed at no cheaper, and keeps
        /// nobody out elsewhere.
        package internal(set) var damaged: DamagedHash?
    }

    /// Computes the hashes, one after the other: some 20 ms for each, on a thread that may wait.
    package func compute(with verifier: some SecretVerifier) throws -> Findings {
        var findings = Findings(matched: question.matched)
        try look(at: question.first, verifier, &findings)
        guard !findings.matched.isEmpty else { return findings }
        findings.matched += question.alsoMatched
        try look(at: question.others, verifier, &findings)
        return findings
    }

    private func look(at items: [Keyring.Item], _ verifier: some SecretVerifier, _ findings: inout Findings) throws {
        for item in items {
            findings.compared.append(item.id)
            do {
                if try verifier.isHash(item.secret, of: claim.candidate) { findings.matched.append(item.id) }
            } catch let damage as DamagedHash {
                findings.damaged = damage
            }
        }
    }
}

/// What is known about the secrets behind hashes, from the candidates that were right.
///
/// Bounded by the number of secrets, or rather its square.
struct KnownSecrets: Sendable {
    /// The digests of right candidates.
    private var digests: [SecretID: Digest] = [:]
    /// Of a secret that was shown: the hashes that were made of another one.
    private var different: [SecretID: Set<SecretID>] = [:]
    /// So many hashes are computed for one claim; the next one goes on with those that are left.
    private static let limit = 16

    /// What of a claim is answered, and what has to be computed.
    struct Question: Sendable {
        /// Targets' secrets that are the candidate.
        var matched: [SecretID] = []
        /// Targets' hashes to be computed: nothing is right so far.
        var first: [Keyring.Item] = []
        /// Other secrets that are the candidate. They count only if a target's is: nobody may try them here.
        var alsoMatched: [SecretID] = []
        /// Other hashes to be computed, if a target's secret is the candidate.
        var others: [Keyring.Item] = []
        /// Targets' hashes for which there is no room in this claim.
        var left: [SecretID] = []

        var rightWithoutHashes: [SecretID] { matched.isEmpty ? [] : matched + alsoMatched }
        var needsHashes: Bool { !first.isEmpty || !matched.isEmpty && !others.isEmpty }
    }

    /// - Parameter tries: which of the claim's targets may be tried.
    func question(_ claim: Claim, about tries: [Attempt.Paid]) -> Question {
        var question = Question()
        for target in claim.targets where tries.contains(where: { $0.secret == target.item.id }) {
            let item = target.item
            switch isSecret(item, claim.digest) {
            case true: if !question.matched.contains(item.id) { question.matched.append(item.id) }
            case nil: if !question.first.contains(item) { question.first.append(item) }
            case false: continue
            }
        }
        // A target that is right is enough: whether the others are too is asked below.
        if !question.matched.isEmpty { question.first = [] }
        question.left = question.first.dropFirst(Self.limit).map(\.id)
        question.first.removeLast(question.left.count)
        for item in claim.others where !question.matched.contains(item.id) && !question.first.contains(item) {
            switch isSecret(item, claim.digest) {
            case true: question.alsoMatched.append(item.id)
            case nil:
                let isKnown = question.matched.contains { different[$0]?.contains(item.id) == true }
                if !isKnown, question.others.count < Self.limit { question.others.append(item) }
            case false: continue
            }
        }
        return question
    }

    /// - Parameters:
    ///   - matched: of which secrets the candidate with this digest is one.
    ///   - compared: the hashes that were computed.
    mutating func learn(_ matched: [SecretID], compared: [SecretID], _ digest: Digest) {
        let others = compared.filter { !matched.contains($0) }
        for secret in matched {
            digests[secret] = digest
            if !others.isEmpty { different[secret, default: []].formUnion(others) }
        }
    }

    mutating func keep(_ isInForce: (SecretID) -> Bool) {
        digests = digests.filter { isInForce($0.key) }
        different = different.filter { isInForce($0.key) }.mapValues { $0.filter(isInForce) }
    }

    /// What the entries take.
    var memoryInBytes: Int {
        digests.capacity * (MemoryLayout<SecretID>.stride + MemoryLayout<Digest>.stride)
            + different.values.reduce(0) { $0 + $1.capacity * MemoryLayout<SecretID>.stride }
    }

    /// Whether the candidate is the secret; nil: only its hash could tell.
    private func isSecret(_ item: Keyring.Item, _ digest: Digest) -> Bool? {
        (item.digest ?? digests[item.id]).map { $0 == digest }
    }
}

internal import Camera

/// Why a caller is not let in.
package enum Refusal: Error, Hashable, Sendable {
    /// 401. With a challenge: `WWW-Authenticate: Basic realm="camhub"`.
    case unauthorized(isChallenged: Bool)
    /// 429 with Retry-After, in seconds: at least 1.
    case tooMany(retryAfter: Int)
}

package typealias Outcome = Result<Grant, Refusal>

/// What the policy says at once.
package enum Decision: Sendable {
    case settled(Outcome)
    /// It depends on a secret that the caller shows: the gate has to weigh it.
    case ask(Claim)
}

/// A caller who says that they know a secret.
package struct Claim: Sendable {
    /// A door, and what opens it.
    struct Target: Sendable {
        let door: Door
        let lock: LockID
        let item: Keyring.Item
    }

    let client: ClientKey
    let device: DeviceMark?
    /// What the caller shows.
    let candidate: Secret
    let digest: Digest
    /// Right at one of them is right.
    let targets: [Target]
    /// Which other secrets may be the same one, written differently: they are opened along with it.
    let others: [Keyring.Item]
    /// What the caller has shown apart from this.
    let base: Grant
    /// Whether a refusal carries a challenge; nil: nothing is refused, what is shown is only less.
    let isChallenged: Bool?

    /// What is said to a wrong one.
    var outcomeIfWrong: Outcome {
        isChallenged.map { .failure(.unauthorized(isChallenged: $0)) } ?? .success(base)
    }

    func outcomeIfTooMany(_ wait: Duration) -> Outcome {
        guard isChallenged != nil else { return .success(base) }
        let (seconds, rest) = wait.components
        return .failure(.tooMany(retryAfter: max(Int(seconds) + (rest > 0 ? 1 : 0), 1)))
    }

    /// - Parameter secrets: those of the targets first: they come last in the grant, as what must not be dropped.
    func outcomeIfRight(_ secrets: [SecretID]) -> Outcome {
        var grant = base
        grant.secrets = base.secrets.filter { !secrets.contains($0) } + secrets.reversed()
        return .success(grant)
    }
}

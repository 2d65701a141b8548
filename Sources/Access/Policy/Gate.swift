package import Camera

/// Weighs claims: asks the throttle, compares, and remembers what was right.
///
/// Of a hash it learns the digest of the first right candidate. From then on right and wrong are told apart at no
/// cost, for programs that poll with Basic and for those who guess alike. That a right candidate is known never lets
/// anybody pass the throttle: who has to wait waits with the right one too, or else guessing would be free.
///
/// Keep it behind a lock; nothing here waits.
package struct Gate: Sendable {
    private var throttle: Throttle
    private var known: KnownSecrets
    private var policy: AccessPolicy

    /// - Parameter seed: a random number.
    package init(policy: AccessPolicy, seed: UInt64) {
        self.policy = policy
        throttle = Throttle(seed: seed)
        known = KnownSecrets()
    }

    /// Forgets everything about secrets that are not in force any more.
    package mutating func follow(_ policy: AccessPolicy) {
        self.policy = policy
        known.keep(policy.keyring.isInForce)
        throttle.keep(policy.keyring.isInForce)
    }

    /// What comes of a claim.
    package enum Weighing: Sendable {
        case settled(Outcome)
        /// Compute this on a thread that may wait, then come back with `settle` or `abandon`: always with one of them.
        case compute(Attempt)
    }

    /// Policy and gate in one step, for those who hold the lock anyway.
    package mutating func decide(
        _ request: AccessRequest, at door: Door, unixTime: Int64, now: MonotonicTime
    ) -> Weighing {
        switch policy.decide(request, at: door, unixTime: unixTime) {
        case .settled(let outcome): .settled(outcome)
        case .ask(let claim): weigh(claim, now: now)
        }
    }

    package mutating func weigh(_ claim: Claim, now: MonotonicTime) -> Weighing {
        var tries: [Attempt.Paid] = []
        var wait: Duration?
        // A claim that was made a moment ago may be about a secret that was changed since.
        for target in claim.targets where policy.keyring.isInForce(target.item.id) {
            let attempt = throttle.preparing(claim, at: target, now: now)
            if let needed = throttle.wait(attempt, at: now) {
                wait = min(wait ?? needed, needed)
            } else {
                tries.append(Attempt.Paid(secret: target.item.id, attempt: attempt))
            }
        }
        guard !tries.isEmpty else { return .settled(wait.map(claim.outcomeIfTooMany) ?? claim.outcomeIfWrong) }
        let question = known.question(claim, about: tries)
        guard question.needsHashes else {
            if question.matched.isEmpty { pay(tries, now) }
            return .settled(conclude(claim, tries, matched: question.rightWithoutHashes, now))
        }
        guard throttle.beginHashing(for: claim.client) else {
            return .settled(claim.outcomeIfTooMany(.seconds(1)))
        }
        let asked = tries.filter { !question.left.contains($0.secret) }
        pay(asked, now)
        return .compute(Attempt(claim: claim, tries: asked, question: question))
    }

    /// What the hashes of an attempt said.
    package mutating func settle(_ attempt: Attempt, _ findings: Attempt.Findings, now: MonotonicTime) -> Outcome {
        throttle.endHashing(for: attempt.claim.client)
        let matched = findings.matched.filter(policy.keyring.isInForce)
        known.learn(matched, compared: findings.compared.filter(policy.keyring.isInForce), attempt.claim.digest)
        if !findings.matched.isEmpty { giveBack(attempt.tries, now) }
        // It may have been right when it was made, and the secret was changed while the hash was computed.
        guard findings.matched.isEmpty || !matched.isEmpty else { return attempt.claim.outcomeIfWrong }
        return conclude(attempt.claim, attempt.tries, matched: matched, now)
    }

    /// The hashes of an attempt could not be computed: it counts for nothing.
    package mutating func abandon(_ attempt: Attempt, now: MonotonicTime) {
        throttle.endHashing(for: attempt.claim.client)
        giveBack(attempt.tries, now)
    }

    /// What the entries take, but for the buckets, of which each camera has at most 17.
    package var memoryInBytes: Int { throttle.memoryInBytes + known.memoryInBytes }

    private mutating func pay(_ tries: [Attempt.Paid], _ now: MonotonicTime) {
        for paid in tries { throttle.pay(paid.attempt, at: now) }
    }

    private mutating func giveBack(_ tries: [Attempt.Paid], _ now: MonotonicTime) {
        for paid in tries { throttle.giveBack(paid.attempt, at: now) }
    }

    /// Counts the tries for what they were. One that was right somewhere was not wrong anywhere else: it is somebody
    /// who knows one PIN and looks at a list of all cameras.
    private mutating func conclude(
        _ claim: Claim, _ tries: [Attempt.Paid], matched: [SecretID], _ now: MonotonicTime
    ) -> Outcome {
        guard !matched.isEmpty else {
            for paid in tries { throttle.wasWrong(paid.attempt, at: now) }
            return claim.outcomeIfWrong
        }
        for paid in tries where matched.contains(paid.secret) {
            throttle.wasRight(paid.attempt, secret: paid.secret, at: now)
        }
        return claim.outcomeIfRight(matched)
    }
}

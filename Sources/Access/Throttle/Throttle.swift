internal import Camera

/// Who may try a secret now, and who has to wait.
///
/// A client that was wrong five times at a door waits 1 s, then 2 s, up to 15 min, before its next try there. All
/// strangers together have 30 tries at a door and one more every 30 s. One hash at a time is computed for a client,
/// and two in all.
///
/// Its memory is bounded: the table has a fixed size, a door's buckets are forgotten when they are full, and there is
/// a limit to everything else.
struct Throttle: Sendable {
    /// One try at one door.
    struct Try: Hashable, Sendable {
        fileprivate let client: ClientKey
        let door: Door
        let payer: Payer
        /// Keyed hash of client and door.
        fileprivate let key: UInt64
    }

    private var wrongTries = WrongTryTable()
    private var doors: [Door: DoorBuckets] = [:]
    private var acquaintances = Acquaintances()
    /// Clients for whom a hash is computed now.
    private var hashing: [ClientKey] = []
    private let seed: UInt64

    /// - Parameter seed: random, so that nobody can choose the places that the entries get.
    init(seed: UInt64) { self.seed = seed }

    func preparing(_ claim: Claim, at target: Claim.Target, now: MonotonicTime) -> Try {
        // A mark is worth something only at a lock that it has opened before.
        let device = claim.device.flatMap { $0.locks.contains(target.lock) ? $0.id : nil }
        // Hasher is keyed anew in each run, unless somebody turned that off.
        var hasher = Hasher()
        hasher.combine(seed)
        hasher.combine(claim.client)
        hasher.combine(target.door)
        let key = UInt64(bitPattern: Int64(hasher.finalize()))
        let payer = payer(claim.client, target.door, target.item.id, device, now)
        return Try(client: claim.client, door: target.door, payer: payer, key: key)
    }

    /// How long this try would have to wait; nil if it need not.
    func wait(_ attempt: Try, at now: MonotonicTime) -> Duration? {
        if let wait = wrongTries.tries(of: attempt.key, at: now)?.wait(at: now) { return wait }
        return bucket(attempt, at: now)?.wait(at: now)
    }

    /// Pays for a try that does not have to wait, before its answer is known.
    mutating func pay(_ attempt: Try, at now: MonotonicTime) {
        guard var bucket = bucket(attempt, at: now) else { return }
        bucket.take(at: now)
        set(bucket, attempt, at: now)
        doors = doors.filter { !$0.value.isFull(at: now) }
    }

    /// What was paid for was not used, or was right.
    mutating func giveBack(_ attempt: Try, at now: MonotonicTime) {
        guard var bucket = bucket(attempt, at: now) else { return }
        bucket.giveBack()
        set(bucket, attempt, at: now)
    }

    /// The try was right: this client is not a stranger here any more, and its wrong tries at this door are forgotten.
    mutating func wasRight(_ attempt: Try, secret: SecretID, at now: MonotonicTime) {
        wrongTries.forget(attempt.key)
        acquaintances.meet(attempt.client, secret, at: now)
    }

    mutating func wasWrong(_ attempt: Try, at now: MonotonicTime) { wrongTries.add(attempt.key, at: now) }

    /// Says whether a hash may be computed for this client now; if so, call `endHashing` after it.
    mutating func beginHashing(for client: ClientKey) -> Bool {
        guard hashing.count < 2, !hashing.contains(client) else { return false }
        hashing.append(client)
        return true
    }

    mutating func endHashing(for client: ClientKey) { hashing.removeAll { $0 == client } }

    /// Forgets who has shown a secret that is not in force any more.
    mutating func keep(_ isInForce: (SecretID) -> Bool) { acquaintances.keep(isInForce) }

    /// What the entries take, but for the doors' buckets.
    var memoryInBytes: Int { wrongTries.memoryInBytes + acquaintances.memoryInBytes }

    private func payer(
        _ client: ClientKey, _ door: Door, _ secret: SecretID, _ device: UInt64?, _ now: MonotonicTime
    ) -> Payer {
        if acquaintances[client, secret] != nil { return .acquaintance(secret) }
        let buckets = doors[door] ?? DoorBuckets()
        guard let device, buckets.bucket(of: device, at: now) != nil else { return .strangers }
        return .device(device)
    }

    /// Nil: it is not kept any more, so there is nothing to pay back.
    private func bucket(_ attempt: Try, at now: MonotonicTime) -> TokenBucket? {
        switch attempt.payer {
        case .acquaintance(let secret): acquaintances[attempt.client, secret]
        case .device(let device): (doors[attempt.door] ?? DoorBuckets()).bucket(of: device, at: now)
        case .strangers: (doors[attempt.door] ?? DoorBuckets()).bucket(of: nil, at: now)
        }
    }

    private mutating func set(_ bucket: TokenBucket, _ attempt: Try, at now: MonotonicTime) {
        switch attempt.payer {
        case .acquaintance(let secret): acquaintances[attempt.client, secret] = bucket
        case .device(let device): doors[attempt.door, default: DoorBuckets()].set(bucket, of: device, at: now)
        case .strangers: doors[attempt.door, default: DoorBuckets()].set(bucket, of: nil, at: now)
        }
    }
}

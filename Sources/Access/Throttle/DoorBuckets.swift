internal import Camera

/// The buckets of one door: one for all strangers, and one each for browsers that have once logged in.
struct DoorBuckets: Sendable {
    /// Who logged in often enough has many marks; only so many are worth a bucket of their own at the same time.
    private static let deviceLimit = 16

    private var strangers = TokenBucket()
    private var devices: [UInt64: TokenBucket] = [:]

    func isFull(at now: MonotonicTime) -> Bool {
        strangers.isFull(at: now) && devices.values.allSatisfy { $0.isFull(at: now) }
    }

    /// Nil: the device pays with the strangers.
    func bucket(of device: UInt64?, at now: MonotonicTime) -> TokenBucket? {
        guard let device else { return strangers }
        if let bucket = devices[device] { return bucket }
        return devices.count { !$0.value.isFull(at: now) } < Self.deviceLimit ? TokenBucket() : nil
    }

    mutating func set(_ bucket: TokenBucket, of device: UInt64?, at now: MonotonicTime) {
        guard let device else {
            strangers = bucket
            return
        }
        devices[device] = bucket
        devices = devices.filter { !$0.value.isFull(at: now) }
    }
}

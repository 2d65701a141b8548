internal import Camera

/// Up to 30 tries at once, and one more every 30 seconds.
///
/// Kept as the moment at which it will be full again: a full one need not be kept at all.
struct TokenBucket: Hashable, Sendable {
    private static let size = 30
    private static let refill = Duration.seconds(30)

    /// Nil or past: it is full.
    private var fullAt: MonotonicTime?

    func isFull(at now: MonotonicTime) -> Bool { fullAt.map { $0 <= now } ?? true }

    /// How long until there is something to take; nil if there is now.
    func wait(at now: MonotonicTime) -> Duration? {
        guard let fullAt else { return nil }
        let missing = now.duration(to: fullAt) - Self.refill * (Self.size - 1)
        return missing > .zero ? missing : nil
    }

    /// Takes one. There must be one.
    mutating func take(at now: MonotonicTime) {
        fullAt = max(fullAt ?? now, now).advanced(by: Self.refill)
    }

    /// One that was taken was not used.
    mutating func giveBack() {
        fullAt = fullAt?.advanced(by: .zero - Self.refill)
    }
}

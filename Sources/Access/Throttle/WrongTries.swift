internal import Camera

/// How often one client was wrong at one door, and what that means for its next try.
struct WrongTries: Hashable, Sendable {
    var count: UInt8
    var last: MonotonicTime

    private static let free = 5
    private static let longest = Duration.seconds(15 * 60)
    /// In nanoseconds: after a day without a wrong try everything is forgotten. Nobody gains by waiting for that: the
    /// longest wait allows 96 tries in a day, a fresh start 15.
    private static let remembered: Int64 = 24 * 3600 * 1_000_000_000

    /// How long it still has to wait; nil if it need not.
    func wait(at now: MonotonicTime) -> Duration? {
        guard count >= Self.free else { return nil }
        let whole = min(.seconds(1 << min(Int(count) - Self.free, 10)), Self.longest)
        let left = whole - last.duration(to: now)
        return left > .zero ? left : nil
    }

    func isForgotten(at now: MonotonicTime) -> Bool {
        count == 0 || now.nanoseconds - last.nanoseconds >= Self.remembered
    }

    /// Whether it tells less about its client.
    func isCheaper(than other: WrongTries) -> Bool { count == other.count ? last < other.last : count < other.count }

    mutating func add(at now: MonotonicTime) {
        count = isForgotten(at: now) ? 1 : count == .max ? .max : count + 1
        last = now
    }
}

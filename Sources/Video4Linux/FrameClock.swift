import Camera

/// Decides when a frame was captured: by the driver's stamp where that can be right, else by when it was taken.
///
/// Drivers are known to stamp frames in the future, always the same, or by another clock than they say.
struct FrameClock {
    private static let oldest = Duration.seconds(5)
    private var last: MonotonicTime?

    /// - Parameter isMonotonic: whether the driver says that it stamps by the monotonic clock.
    mutating func capture(stamped stamp: MonotonicTime, isMonotonic: Bool, now: MonotonicTime) -> MonotonicTime {
        defer { last = stamp }
        guard isMonotonic, stamp != last, stamp <= now, stamp.duration(to: now) <= FrameClock.oldest else {
            return now
        }
        return stamp
    }
}

/// Counts what a driver had to drop, by the gaps in the numbers that it gives frames.
struct SequenceCounter {
    /// A jump that no loss of frames explains: the driver began anew.
    private static let largestGap: UInt32 = 1 << 16
    private var last: UInt32?

    /// How many frames are missing right before this one. Numbers wrap around.
    mutating func gap(before sequence: UInt32) -> Int {
        defer { last = sequence }
        // Some drivers begin with a number other than 0.
        guard let last else { return 0 }
        let gap = sequence &- last &- 1
        return gap < SequenceCounter.largestGap ? Int(gap) : 0
    }
}

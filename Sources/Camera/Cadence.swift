/// When the frames of a steady rate are due: without drift, and never two in a row to catch up.
///
/// The moments lie a whole number of intervals after the first one, exactly, for as long as it runs.
package struct Cadence: Equatable, Sendable {
    private var framesPerSecond: Int64
    /// The first moment, moved on by whole seconds.
    private var origin: MonotonicTime
    /// How many intervals after `origin` the next frame is due.
    private var slot: Int64 = 0

    /// At least one frame a second; the first is due at `start` itself.
    package init(framesPerSecond: Int, from start: MonotonicTime) {
        self.framesPerSecond = Int64(max(1, framesPerSecond))
        origin = start
    }

    package var nextDue: MonotonicTime { time(of: slot) }

    /// Whether a frame is due, or will be within `early`.
    package func isDue(at now: MonotonicTime, early: Duration = .zero) -> Bool { now.advanced(by: early) >= nextDue }

    /// Whether a frame is due. If so, the next one is due at the first moment after now: those missed are left out.
    /// - Parameter early: How much too early still counts. For frames that come at a device's own rate, half an
    ///   interval: else one that comes a blink before its moment, again and again, would be left out each time.
    package mutating func claim(at now: MonotonicTime, early: Duration = .zero) -> Bool {
        let now = now.advanced(by: early)
        guard now >= nextDue else { return false }
        let elapsed = now.nanoseconds - origin.nanoseconds
        let (seconds, rest) = elapsed.quotientAndRemainder(dividingBy: 1_000_000_000)
        origin.nanoseconds += seconds * 1_000_000_000
        slot = rest * framesPerSecond / 1_000_000_000 + 1
        return true
    }

    /// Another rate from now on: the next frame is due one new interval after the moment of the last one.
    package mutating func change(to framesPerSecond: Int) {
        let framesPerSecond = Int64(max(1, framesPerSecond))
        guard framesPerSecond != self.framesPerSecond else { return }
        if slot > 0 {
            origin = time(of: slot - 1)
            slot = 1
        }
        self.framesPerSecond = framesPerSecond
    }

    /// Rounded up, so that a moment that has come is never told as still to come.
    private func time(of slot: Int64) -> MonotonicTime {
        MonotonicTime(
            nanoseconds: origin.nanoseconds + (slot * 1_000_000_000 + framesPerSecond - 1) / framesPerSecond)
    }
}

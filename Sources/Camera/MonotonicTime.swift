/// A moment on the machine's monotonic clock, in nanoseconds since boot: what V4L2 stamps frames with.
///
/// The corresponding C constant is `CLOCK_MONOTONIC`.
package struct MonotonicTime: InstantProtocol, Sendable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    package func advanced(by duration: Duration) -> MonotonicTime {
        MonotonicTime(nanoseconds: nanoseconds + duration.inNanoseconds)
    }

    package func duration(to other: MonotonicTime) -> Duration { .nanoseconds(other.nanoseconds - nanoseconds) }

    package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

extension Duration {
    /// Whole nanoseconds; what is longer than 292 years is held at that.
    package var inNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        return product + attoseconds / 1_000_000_000
    }

    /// Seconds as a fraction, for rates and for people.
    package var inSeconds: Double { Double(inNanoseconds) / 1e9 }
}

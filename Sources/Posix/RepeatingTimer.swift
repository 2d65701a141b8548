import CLinux
import Glibc

/// Readable after each interval. Thread-bound.
///
/// The corresponding C function is `timerfd_create`.
package struct RepeatingTimer: ~Copyable {
    private let descriptor: OwnedDescriptor

    /// - Parameter interval: whole milliseconds, one at least.
    package init(every interval: Duration) throws(Errno) {
        let descriptor = OwnedDescriptor(
            adopting: try valueOrErrno {
                timerfd_create(CInt(CLOCK_MONOTONIC), CInt(TFD_NONBLOCK | TFD_CLOEXEC))
            })
        let milliseconds = max(1, Int(interval / .milliseconds(1)))
        let time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
        var times = itimerspec(it_interval: time, it_value: time)
        let raw = descriptor.rawValue
        try valueOrErrno { unsafe timerfd_settime(raw, 0, &times, nil) }
        self.descriptor = descriptor
    }

    package var rawValue: CInt { descriptor.rawValue }

    /// Whether an interval has passed since this was asked last.
    package func hasPassed() -> Bool {
        var count: UInt64 = 0
        // Fails only when none has.
        return unsafe read(descriptor.rawValue, &count, MemoryLayout<UInt64>.size) > 0
    }
}

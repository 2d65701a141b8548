package import Camera
import Glibc

extension MonotonicTime {
    /// Now, by `clock_gettime(CLOCK_MONOTONIC)`.
    package static var now: MonotonicTime { MonotonicTime(nanoseconds: nanoseconds(of: CLOCK_MONOTONIC)) }

    /// The Unix time, in milliseconds, that belongs to this moment, by what both clocks say now.
    package var unixMilliseconds: Int64 { unixMicroseconds / 1000 }

    /// The same in microseconds.
    package var unixMicroseconds: Int64 {
        let wall = MonotonicTime.nanoseconds(of: CLOCK_REALTIME)
        return (wall - (MonotonicTime.now.nanoseconds - nanoseconds)) / 1000
    }

    private static func nanoseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

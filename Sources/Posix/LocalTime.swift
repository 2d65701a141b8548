import Glibc

/// The time of day where this machine is.
package struct LocalTime: Equatable, Sendable {
    package var hour: Int
    package var minute: Int
    package var second: Int
    package var millisecond: Int

    /// The corresponding C function is `localtime_r`.
    package init(unixMilliseconds: Int64) {
        var seconds = time_t(unixMilliseconds / 1000)
        var parts = unsafe tm()
        // Fails only for years beyond 2^31, and leaves zeros then.
        _ = unsafe localtime_r(&seconds, &parts)
        hour = unsafe Int(parts.tm_hour)
        minute = unsafe Int(parts.tm_min)
        second = unsafe Int(parts.tm_sec)
        millisecond = Int(unixMilliseconds % 1000)
    }
}

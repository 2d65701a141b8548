package import Camera

/// Measures how many frames and bytes a second come, over the last two seconds or so.
package struct RateMeter: Sendable {
    private var samples: [(time: MonotonicTime, bytes: Int)] = []
    private static let window: Duration = .seconds(2)

    package init() {}

    package mutating func add(bytes: Int, at time: MonotonicTime) {
        forget(before: time)
        samples.append((time, bytes))
    }

    /// Frames a second; 0 when fewer than two frames came lately.
    package mutating func framesPerSecond(at now: MonotonicTime) -> Double {
        forget(before: now)
        guard let span else { return 0 }
        return Double(samples.count - 1) / span
    }

    package mutating func bytesPerSecond(at now: MonotonicTime) -> Double {
        forget(before: now)
        guard let span else { return 0 }
        return Double(samples.dropFirst().reduce(0) { $0 + $1.bytes }) / span
    }

    /// Seconds between the first and the last sample.
    private var span: Double? {
        guard let first = samples.first, let last = samples.last, first.time < last.time else { return nil }
        return first.time.duration(to: last.time).inSeconds
    }

    private mutating func forget(before now: MonotonicTime) {
        let start = now.advanced(by: .zero - RateMeter.window)
        // A source faster than any camera is measured over a shorter time instead of taking memory for ever.
        let surplus = max(0, samples.count - 1000)
        let old = samples.prefix { $0.time < start }.count
        samples.removeFirst(max(old, surplus))
    }
}

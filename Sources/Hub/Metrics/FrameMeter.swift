import Camera
import Synchronization

/// What becomes of one camera's frames on their way out. Thread-safe, without a lock.
final class FrameMeter: Sendable {
    /// From the moment at which a frame was taken to its being handed out: some intervals of a slow camera.
    private static let bounds: [Duration] = [
        .milliseconds(1), .microseconds(2500), .milliseconds(5), .milliseconds(10), .milliseconds(20),
        .milliseconds(35), .milliseconds(50), .milliseconds(75), .milliseconds(100), .milliseconds(200),
        .milliseconds(500), .seconds(1), .milliseconds(2500), .seconds(5), .seconds(10),
    ]

    /// Nanoseconds.
    private static let oldest: Int64 = 10_000_000_000

    /// Of those that were handed out, the ones whose age is not counted.
    private let old = Atomic(0)
    private let ages = Histogram(FrameMeter.bounds)
    private let encoded = Atomic(0)

    /// A frame, whole or smaller, is handed out to one client. How old it was is counted if it is one that is shown as the
    /// newest, and not for want of any other.
    func serve(_ capturedAt: MonotonicTime, now: MonotonicTime) {
        let age = now.nanoseconds - capturedAt.nanoseconds
        if age <= FrameMeter.oldest { ages.add(nanoseconds: age) } else { old.wrappingAdd(1, ordering: .relaxed) }
    }

    /// A picture was encoded: a raw frame, or a smaller one of a frame.
    func encode() { encoded.wrappingAdd(1, ordering: .relaxed) }

    var encodedCount: Int { encoded.load(ordering: .relaxed) }

    var servedCount: Int { old.load(ordering: .relaxed) + ages.reading.count }

    var servedAges: Histogram.Reading { ages.reading }
}

/// A picture's bytes as they stand in an answer: whoever sends that answer knows by them what it shows.
final class ShownFrame: Sendable {
    private let bytes: FrameBytes
    private let capturedAt: MonotonicTime
    private let meter: FrameMeter

    init(_ bytes: FrameBytes, capturedAt: MonotonicTime, meter: FrameMeter) {
        self.bytes = bytes
        self.capturedAt = capturedAt
        self.meter = meter
    }

    func countServed(now: MonotonicTime) { meter.serve(capturedAt, now: now) }
}

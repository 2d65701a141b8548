import Camera
import HTTP
import Synchronization

/// What was asked of one route, and what was answered. Thread-safe, without a lock.
final class RouteMeter: Sendable {
    /// Every status that the hub answers with.
    static let statuses: [Int] = [
        200, 304, 503, 401, 404, 204, 303, 400, 403, 405, 408, 409, 413, 415, 421, 429, 500,
    ]
    /// From a request's arrival to its answer: most are looked up, some wait for a frame.
    private static let bounds: [Duration] = [
        .microseconds(50), .microseconds(100), .microseconds(250), .microseconds(500), .milliseconds(1),
        .microseconds(2500), .milliseconds(5), .milliseconds(10), .milliseconds(25), .milliseconds(50),
        .milliseconds(100), .milliseconds(250), .milliseconds(500), .seconds(1), .milliseconds(2500), .seconds(5),
        .seconds(10),
    ]

    private let byStatus = InlineArray<18, Atomic<Int>> { _ in Atomic(0) }
    private let bytes = Atomic(0)
    private let durations = Histogram(RouteMeter.bounds)

    func count(_ status: Status, nanoseconds: Int64) {
        // A status that is not in the list would share the place behind it, under no name that misleads.
        let place = RouteMeter.statuses.firstIndex(of: status.rawValue) ?? RouteMeter.statuses.count
        byStatus[place].wrappingAdd(1, ordering: .relaxed)
        durations.add(nanoseconds: nanoseconds)
    }

    /// So many bytes of a body go out.
    func send(_ count: Int) { bytes.wrappingAdd(count, ordering: .relaxed) }

    var sentBytes: Int { bytes.load(ordering: .relaxed) }

    /// How often each status was answered, by its number; `other` for those that are not in the list.
    var requests: [(status: String, count: Int)] {
        (0...RouteMeter.statuses.count).compactMap { place in
            let count = byStatus[place].load(ordering: .relaxed)
            guard count > 0 else { return nil }
            return (place < RouteMeter.statuses.count ? String(RouteMeter.statuses[place]) : "other", count)
        }
    }

    var times: Histogram.Reading { durations.reading }
}

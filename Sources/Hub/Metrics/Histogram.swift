import Camera
import Synchronization

/// Counts events by how long something took. Thread-safe, without a lock: each count is a relaxed atomic.
struct Histogram: ~Copyable, Sendable {
    /// The upper end of each range, itself included; what is longer than the last is counted beyond all of them.
    let bounds: [Duration]
    private let limits: [Int64]
    private let counts: InlineArray<20, Atomic<Int>>
    /// Nanoseconds.
    private let sum = Atomic(0)

    /// - Parameter bounds: rising, 19 at most.
    init(_ bounds: [Duration]) {
        precondition(bounds.count < 20, "there is one count more than there are bounds")
        self.bounds = bounds
        limits = bounds.map(\.inNanoseconds)
        counts = InlineArray { _ in Atomic(0) }
    }

    /// On the path of every frame: a `Duration` would cost more than the counting.
    func add(nanoseconds: Int64) {
        let nanoseconds = max(0, nanoseconds)
        var range = 0
        while range < limits.count, nanoseconds > limits[range] { range += 1 }
        counts[range].wrappingAdd(1, ordering: .relaxed)
        sum.wrappingAdd(Int(nanoseconds), ordering: .relaxed)
    }

    /// What was counted up to one moment.
    struct Reading: Sendable, Equatable {
        let bounds: [Duration]
        /// How many took no longer than each bound.
        let cumulative: [Int]
        let count: Int
        let sum: Duration
    }

    /// What is counted meanwhile may be in it, and its time not yet in the sum.
    var reading: Reading {
        var total = 0
        let cumulative = (0...bounds.count).map { range in
            total += counts[range].load(ordering: .relaxed)
            return total
        }
        return Reading(
            bounds: bounds, cumulative: cumulative.dropLast(), count: total,
            sum: .nanoseconds(sum.load(ordering: .relaxed)))
    }
}

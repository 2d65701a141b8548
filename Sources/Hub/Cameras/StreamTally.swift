package import Camera

/// What a source that reads a stream has found in it, since it was opened, besides good frames.
package struct StreamTally: Equatable, Sendable {
    package var broken: [BrokenCause: Int] = [:]
    package var anomalies: [StreamAnomaly: Int] = [:]

    package init() {}

    package static func + (left: StreamTally, right: StreamTally) -> StreamTally {
        var sum = left
        sum.broken.merge(right.broken, uniquingKeysWith: +)
        sum.anomalies.merge(right.anomalies, uniquingKeysWith: +)
        return sum
    }
}

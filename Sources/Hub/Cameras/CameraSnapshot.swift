package import Camera

/// Frames since the hub started.
package struct FrameCounters: Equatable, Sendable {
    package var captured = 0
    /// By the device or its driver, before we saw them.
    package var dropped = 0
    /// Left out because the machine was too slow to encode them at the camera's rate.
    package var skipped = 0
    package var broken: [BrokenCause: Int] = [:]
    /// What was odd about the stream that frames are cut out of.
    package var anomalies: [StreamAnomaly: Int] = [:]
}

/// A camera at one moment.
package struct CameraSnapshot: Sendable {
    package var id: CameraID
    package var kind: CameraKind
    package var settings: CameraSettings
    package var node: VideoNode?
    package var condition: CameraCondition
    /// Unix milliseconds.
    package var since: Int64
    package var delivery: Delivery?
    package var sequence: Int
    package var measuredFPS: Double
    package var bytesPerSecond: Double
    package var bytesPerFrame: Int?
    package var viewers: Set<ViewerKey>
    package var counters: FrameCounters
    /// Frames were skipped within the last seconds.
    package var isBehind: Bool

    package var name: String { settings.name ?? node?.model ?? id.description }
}

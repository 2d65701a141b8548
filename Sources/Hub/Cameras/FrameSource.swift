package import Camera

/// What a source really delivers, read back after it was opened.
package struct Delivery: Equatable, Sendable {
    package var format: PixelFormat
    /// Before it is turned.
    package var size: Size
    /// Frames a second by the device's own word; nil if it gives none.
    package var framesPerSecond: Double?

    package init(format: PixelFormat, size: Size, framesPerSecond: Double?) {
        self.format = format
        self.size = size
        self.framesPerSecond = framesPerSecond
    }
}

/// What one look at a source brought.
package enum Taken: Sendable {
    /// Nothing there yet.
    case nothing
    /// A piece of a frame, or of what stands between two.
    case piece
    /// A frame came and was left alone: it was not its turn at this rate, or nobody watches.
    case skipped
    case frame(CapturedFrame)
    case broken(BrokenCause)
}

/// An open picture source. Thread-bound: made, used and closed by one capture actor.
///
/// Nothing here waits: a source says what to wait for, and the actor does that.
package protocol FrameSource: AnyObject {
    /// May change while it runs, with the camera's own idea of its size.
    var delivery: Delivery { get }

    /// Why it gives less than was wanted; nil: it does not.
    var shortfall: Shortfall? { get }

    /// Readable when there is something to take; nil for a source that goes by `nextDue` alone.
    var descriptor: CInt? { get }

    /// When to look though the descriptor is silent; nil: never.
    var nextDue: MonotonicTime? { get }

    /// Frames that the driver says it had to drop since the source was opened, by gaps in its sequence numbers.
    var droppedByDevice: Int { get }

    /// What was wrong with the stream since it was opened, if frames are cut out of one.
    var tally: StreamTally { get }

    /// The longest time between two frames that is no silence yet; nil: it follows from the rate.
    var longestInterval: Duration? { get }

    /// It waits for its turn to begin, among others of its kind: until then its silence means nothing.
    var isInLine: Bool { get }

    /// Whether a frame that came now would be encoded for those who watch. Then `take` is called when there is a place
    /// for that.
    func isEncoding(at now: MonotonicTime) -> Bool

    /// Takes the newest frame that is there, older ones given back. Throws when the source has to be closed.
    /// - Parameter isWatched: If nobody watches, every frame is given back as it is (`skipped`): no copy, no encoding.
    func take(now: MonotonicTime, isWatched: Bool) throws(CaptureError) -> Taken

    /// Follows changed settings. False if they ask for another mode: then the source has to be opened anew.
    func follow(_ settings: CameraSettings) -> Bool

    /// Stops and starts the flow of frames without letting the device go.
    func restart() throws(CaptureError)

    /// The device's controls while it is open; nil for sources that have none. What `CameraSettings.controls` says has
    /// been applied once, before the flow of frames began.
    var controlled: (any ControlledDevice)? { get }

    /// Lets the device go. Nothing is called afterwards.
    func close()
}

extension FrameSource {
    package var controlled: (any ControlledDevice)? { nil }
    package var shortfall: Shortfall? { nil }
    package var tally: StreamTally { StreamTally() }
    package var longestInterval: Duration? { nil }
    package var isInLine: Bool { false }
}

/// What to open: a device's node with its modes, or what the configuration names.
package enum SourceDescription: Hashable, Sendable {
    case device(VideoNode, modes: [Mode])
    case configured(ConfiguredSource)
}

/// Opens sources. Called on the capture actor's own thread, which may block for as long as the kernel's `open` does.
package protocol SourceOpener: Sendable {
    func open(
        _ source: SourceDescription, id: CameraID, settings: CameraSettings, now: MonotonicTime
    ) throws(CaptureError) -> any FrameSource

    /// Opens a device that is closed for its controls alone; no frame flows. It is closed when the object is gone. Nil
    /// for sources that have none.
    func openControls(of source: SourceDescription) throws(CaptureError) -> (any ControlledDevice)?
}

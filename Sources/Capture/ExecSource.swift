package import Camera
package import Hub
import MJPEG

/// A command that writes Motion JPEG to its standard output.
///
/// Pictures pass through as they come, checked and repaired; those that are turned are so at `fps`, only while somebody
/// watches. Of several that have come at once, the newest counts.
package final class ExecSource: FrameSource {
    private var stream: CommandStream
    private let words: [String]
    private let id: CameraID
    private let guardProgram: String
    private var settings: CameraSettings
    private var cadence: Cadence
    private var turner = JPEGTurner()
    /// Of streams before the present one.
    private var earlier = StreamTally()
    package private(set) var delivery: Delivery
    package private(set) var droppedByDevice = 0

    /// Starts the command.
    /// - Parameters:
    ///   - words: The program, and its arguments.
    ///   - guardProgram: See `GuardedCommand`.
    package init(
        _ words: [String], id: CameraID, settings: CameraSettings, now: MonotonicTime,
        guardProgram: String = "/proc/self/exe"
    ) throws(CaptureError) {
        stream = try CommandStream.start(words, id: id, guardProgram: guardProgram)
        (self.words, self.id, self.guardProgram, self.settings) = (words, id, guardProgram, settings)
        cadence = Cadence(framesPerSecond: settings.fps, from: now)
        // Until the first picture tells.
        delivery = Delivery(format: .mjpeg, size: settings.size, framesPerSecond: nil)
    }

    package var descriptor: CInt? { stream.descriptor }
    package var nextDue: MonotonicTime? { stream.nextDue }
    package var tally: StreamTally { earlier + stream.tally }
    /// At which rate it writes is the command's own matter.
    package var longestInterval: Duration? { .seconds(2) }

    package func isEncoding(at now: MonotonicTime) -> Bool {
        !settings.turn.isEmpty && cadence.isDue(at: now, early: halfAnInterval)
    }

    package func take(now: MonotonicTime, isWatched: Bool) throws(CaptureError) -> Taken {
        let found = try stream.read(now: now)
        droppedByDevice += max(0, found.count - 1)
        guard let picture = found.newest else { return found.hasBytes ? .piece : .nothing }
        delivery.size = picture.size
        let isDue = settings.turn.isEmpty || cadence.claim(at: now, early: halfAnInterval)
        guard isWatched, isDue else { return .skipped }
        return try turner.frame(picture, settings, capturedAt: now)
    }

    package func follow(_ settings: CameraSettings) -> Bool {
        self.settings = settings
        cadence.change(to: settings.fps)
        return true
    }

    package func restart() throws(CaptureError) {
        let next = try CommandStream.start(words, id: id, guardProgram: guardProgram)
        earlier = tally
        stream = next
    }

    /// The command ends with this object.
    package func close() {}

    private var halfAnInterval: Duration { .seconds(0.5 / Double(settings.fps)) }
}

package import Camera
package import Hub
import MJPEG

/// A camera that shows the pictures of files, again and again. Every picture is in memory once, whoever watches.
package final class ReplaySource: FrameSource {
    private var settings: CameraSettings
    private var cadence: Cadence
    private let pictures: [JPEGPicture]
    private var turner = JPEGTurner()
    /// Of the picture that is shown next.
    private var index = 0

    /// Reads all files at once. Throws for the first fault in any of them, by its name.
    /// - Parameter pattern: A file, or a pattern of the shell.
    package init(
        _ pattern: String, id: CameraID, settings: CameraSettings, now: MonotonicTime
    ) throws(CaptureError) {
        self.settings = settings
        cadence = Cadence(framesPerSecond: settings.fps, from: now)
        pictures = try ReplayFiles(pattern, id: id).pictures()
    }

    /// The size is that of the newest picture, as cameras tell it.
    package var delivery: Delivery {
        let newest = pictures[(index + pictures.count - 1) % pictures.count]
        return Delivery(format: .mjpeg, size: newest.size, framesPerSecond: Double(settings.fps))
    }

    package var descriptor: CInt? { nil }
    package var nextDue: MonotonicTime? { cadence.nextDue }
    package var droppedByDevice: Int { 0 }

    /// Only if they are turned: the files are JPEG already.
    package func isEncoding(at now: MonotonicTime) -> Bool { !settings.turn.isEmpty && cadence.isDue(at: now) }

    package func take(now: MonotonicTime, isWatched: Bool) throws(CaptureError) -> Taken {
        guard cadence.claim(at: now) else { return .nothing }
        let picture = pictures[index]
        index = (index + 1) % pictures.count
        guard isWatched else { return .skipped }
        return try turner.frame(picture, settings, capturedAt: now)
    }

    package func follow(_ settings: CameraSettings) -> Bool {
        self.settings = settings
        cadence.change(to: settings.fps)
        return true
    }

    /// Nothing here can get stuck.
    package func restart() {}

    package func close() {}
}

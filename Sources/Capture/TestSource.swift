package import Camera
package import Hub
import JPEG
import Posix

/// A camera that draws its picture itself: any size, any rate, always there.
package final class TestSource: FrameSource {
    private var settings: CameraSettings
    private var cadence: Cadence
    private var picture: TestPicture
    private var encoder: JPEGEncoder
    private var number = 0

    /// Throws when there is no memory for an encoder.
    package init(id: CameraID, settings: CameraSettings, now: MonotonicTime) throws(CaptureError) {
        self.settings = settings
        cadence = Cadence(framesPerSecond: settings.fps, from: now)
        picture = TestPicture(id: id, size: settings.size)
        do throws(JPEGError) {
            encoder = try JPEGEncoder()
        } catch {
            throw CaptureError(.failed, reason: error.description)
        }
    }

    package var delivery: Delivery {
        Delivery(format: .yu12, size: settings.size, framesPerSecond: Double(settings.fps))
    }

    package var descriptor: CInt? { nil }
    package var nextDue: MonotonicTime? { cadence.nextDue }
    package var droppedByDevice: Int { 0 }

    package func isEncoding(at now: MonotonicTime) -> Bool { cadence.isDue(at: now) }

    package func take(now: MonotonicTime, isWatched: Bool) throws(CaptureError) -> Taken {
        guard cadence.claim(at: now) else { return .nothing }
        number += 1
        guard isWatched else { return .skipped }
        picture.draw(number: number, clock: TestSource.clock(at: now), at: now)
        let (turn, quality) = (settings.turn, settings.quality.value(at: settings.fps))
        do throws(JPEGError) {
            let samples = picture.samples
            let bytes = try encoder.encode(
                samples.span.bytes, as: RawLayout(format: .yu12, size: settings.size), turned: turn, quality: quality)
            return .frame(
                CapturedFrame(bytes: bytes, size: settings.size.turned(turn), turn: turn, capturedAt: now))
        } catch {
            throw CaptureError(.failed, reason: error.description)
        }
    }

    package func follow(_ settings: CameraSettings) -> Bool {
        guard settings.size == self.settings.size else { return false }
        self.settings = settings
        cadence.change(to: settings.fps)
        return true
    }

    /// Nothing here can get stuck.
    package func restart() {}

    package func close() {}

    /// The time of day with tenths of seconds, for example `07:05:09.3`.
    private static func clock(at now: MonotonicTime) -> String {
        let time = LocalTime(unixMilliseconds: now.unixMilliseconds)
        let parts = [time.hour, time.minute, time.second].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(parts[0]):\(parts[1]):\(parts[2]).\(time.millisecond / 100)"
    }
}

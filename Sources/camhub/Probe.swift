import Camera
import Capture
import Configuration
import Glibc
import Hub
import Posix

/// What `camhub probe` does: connects as the hub would, looks for some seconds, and says what there is.
struct Probe {
    let options: ProbeOptions
    let signals: SignalSource

    /// Time until the first picture, and how long pictures are counted from there on.
    private static let patience: Duration = .seconds(10)
    private static let look: Duration = .seconds(3)

    /// Throws why there is no picture.
    func run() throws {
        var settings = CameraSettings()
        settings.isInsecure = options.isInsecure
        let source = try NetworkSource(
            options.url, id: nil, settings: settings, now: .now, ground: NetworkGround())
        defer { source.close() }
        let (first, pictures, span) = try watch(source)
        if let file = options.save {
            let bytes = first.bytes.withBytes { $0.withUnsafeBytes { Array($0) } }
            do throws(Errno) {
                try RegularFile.replace(file, with: bytes, mode: 0o644)
            } catch {
                throw NotSaved(file: file, cause: error)
            }
        }
        let seconds = span / .seconds(1)
        let report = ProbeReport(
            url: options.url, finding: source.finding, size: first.size,
            rate: pictures > 1 && seconds > 0 ? Double(pictures - 1) / seconds : nil, tally: source.tally,
            isInsecure: options.isInsecure)
        Log.put(report.text, on: STDOUT_FILENO)
    }

    /// The first picture, how many came, and the time from the first to the last.
    private func watch(_ source: NetworkSource) throws -> (CapturedFrame, Int, Duration) {
        var end = MonotonicTime.now.advanced(by: Probe.patience)
        var first: (frame: CapturedFrame, at: MonotonicTime)?
        var (pictures, passed, last) = (0, 0, MonotonicTime.now)
        while MonotonicTime.now < end {
            let now = MonotonicTime.now
            if case .frame(let frame) = try source.take(now: now, isWatched: true) {
                // Of several at once it has given the newest.
                pictures += 1 + source.droppedByDevice - passed
                (passed, last) = (source.droppedByDevice, now)
                if first == nil {
                    first = (frame, now)
                    end = now.advanced(by: Probe.look)
                }
            }
            try wait(for: source, until: end)
        }
        guard let first else {
            // Says what is missing.
            try source.restart()
            throw NoPicture()
        }
        return (first.frame, pictures, first.at.duration(to: last))
    }

    /// Until there may be something to take. Throws when the user has had enough.
    private func wait(for source: NetworkSource, until end: MonotonicTime) throws {
        let due = [end, source.nextDue].compactMap(\.self).min() ?? end
        var descriptors = [
            pollfd(fd: source.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signals.rawValue, events: Int16(POLLIN), revents: 0),
        ]
        let milliseconds = MonotonicTime.now.duration(to: due) / .milliseconds(1)
        poll(&descriptors, 2, CInt(max(0, milliseconds.rounded(.up))))
        if descriptors[1].revents != 0 { throw Interrupted() }
    }

    private struct NotSaved: Error, CustomStringConvertible {
        let file: String
        let cause: Errno

        var description: String { "cannot write \(file): \(cause)" }
    }

    private struct NoPicture: Error, CustomStringConvertible {
        var description: String { "no picture has come for \(Int(Probe.patience / .seconds(1))) seconds" }
    }

    private struct Interrupted: Error, CustomStringConvertible {
        var description: String { "interrupted" }
    }
}

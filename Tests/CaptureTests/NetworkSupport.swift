import Camera
import Capture
import Glibc
import Hub
import HubTesting
import Posix
import Testing

/// A JPEG of one colour and so many pixels by 16, its tables left out: small, and told from others by its width.
func smallPicture(width: Int) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        + [0xFF, 0xC0, 0, 17, 8, 0, 16, UInt8(width >> 8), UInt8(width & 255), 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]
        + [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]
        + [UInt8](repeatElement([0x28, 0xA2, 0x8A], count: (width + 15) / 16).joined()) + [0x00, 0xFF, 0xD9]
}

/// Parts as most cameras send them, one for each width.
func parts(_ widths: some Sequence<Int>, lineEnd: String = "\r\n") -> [UInt8] {
    widths.flatMap { width -> [UInt8] in
        let picture = smallPicture(width: width)
        let head = ["--frame", "Content-Type: image/jpeg", "Content-Length: \(picture.count)", "", ""]
        return Array(head.joined(separator: lineEnd).utf8) + picture + Array(lineEnd.utf8)
    }
}

/// The head of an answer that is a stream.
let streamHead = "HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n"

/// A network camera and its loop, as the capture actor has it.
final class NetworkWatch {
    let source: NetworkSource
    /// Nobody watches: what comes is passed over.
    var isWatched = true

    init(
        _ url: String, settings: CameraSettings = .with(fps: 100), gate: ConnectionGate = ConnectionGate(),
        hub: String? = nil, reach: NetworkReach = .anywhere
    ) throws {
        source = try NetworkSource(
            #require(CameraURL(url)), id: .id("gate"), settings: settings, now: .now,
            ground: NetworkGround(gate: gate, hub: hub), reach: reach)
    }

    deinit { source.close() }

    /// Looks whenever the source wants it, until `isEnough`, for ten seconds at most.
    func look<Result>(for isEnough: (Taken) throws -> Result?) throws -> Result {
        let deadline = MonotonicTime.now.advanced(by: .seconds(10))
        while MonotonicTime.now < deadline {
            if let result = try isEnough(try source.take(now: .now, isWatched: isWatched)) { return result }
            let wait = source.nextDue.map { max(.zero, MonotonicTime.now.duration(to: $0)) } ?? .seconds(1)
            var polled = pollfd(fd: source.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
            poll(&polled, 1, CInt(min(wait, .seconds(1)) / .milliseconds(1) + 0.999))
        }
        throw CaptureError(.stalled, reason: "nothing came for ten seconds")
    }

    /// The width of the next frame.
    func width() throws -> Int { try look { $0.frame?.size.width } }

    /// What it throws, sooner or later, whatever comes before.
    func error() throws -> CaptureError {
        try #require(throws: CaptureError.self) { try look { _ in Bool?.none } }
    }
}

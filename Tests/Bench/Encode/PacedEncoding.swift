import Camera
import Glibc
import JPEG

/// Encodes as a camera's frames come: each in another buffer, with nothing to do until the next one.
///
/// So caches and clock rates are as little prepared for it as those of a server that gets its frames from a camera.
struct PacedEncoding: ~Copyable {
    /// As many buffers as the camera of the other side has.
    private static let buffers = 4

    private let pictures: [[UInt8]]
    private var encoder: JPEGEncoder

    init(_ picture: Picture) throws {
        // Each in memory of its own: a copy of an array would share it.
        pictures = (0..<PacedEncoding.buffers).map { _ in picture.yuyv.map { $0 } }
        encoder = try JPEGEncoder()
    }

    /// Microseconds of this thread's CPU per frame.
    mutating func run(framesPerSecond: Int, frames: Int) throws -> Double {
        var used = 0.0
        var due = timespec()
        clock_gettime(CLOCK_MONOTONIC, &due)
        for index in 0..<frames {
            due.tv_nsec += 1_000_000_000 / framesPerSecond
            if due.tv_nsec >= 1_000_000_000 {
                due.tv_nsec -= 1_000_000_000
                due.tv_sec += 1
            }
            while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, nil) == EINTR {}
            let picture = pictures[index % pictures.count]
            let start = EncodeBench.threadMicroseconds()
            _ = try encoder.encode(picture.span.bytes, as: EncodeBench.layout, quality: EncodeBench.quality)
            used += EncodeBench.threadMicroseconds() - start
        }
        return used / Double(frames)
    }
}

package import Camera
import Posix

/// A USB bus with so much bandwidth, of which each camera reserves what its mode may need. Thread-safe.
package final class ScriptedBus: Sendable {
    private let capacity: Int
    private let reserved = Locked<[String: Int]>([:])

    /// - Parameter capacity: bytes a second.
    package init(capacity: Int) { self.capacity = capacity }

    /// Bytes a second that are reserved now.
    package var used: Int { reserved.withLock { $0.values.reduce(0, +) } }

    /// Raw pictures have two bytes for each pixel; of JPEG, cameras reckon with a quarter of that.
    package static func need(_ format: PixelFormat, _ size: Size, framesPerSecond: Double) -> Int {
        Int(Double(size.area * 2) * framesPerSecond) / (format == .mjpeg ? 4 : 1)
    }

    func reserve(_ mode: Mode, _ interval: FrameInterval, for path: String) throws(Errno) {
        let need = ScriptedBus.need(mode.format, mode.size, framesPerSecond: interval.framesPerSecond)
        try reserved.withLock { reserved throws(Errno) in
            let others = reserved.filter { $0.key != path }.values.reduce(0, +)
            guard others + need <= capacity else { throw .noSpace }
            reserved[path] = need
        }
    }

    func release(_ path: String) { reserved.withLock { _ = $0.removeValue(forKey: path) } }
}

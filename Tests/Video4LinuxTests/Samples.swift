import Camera
import Posix
import Video4Linux
import Video4LinuxTesting

/// Modes, and short ways to say what the tests do again and again.
enum Samples {
    static let size = Size(width: 640, height: 480)
    static let thirty = FrameInterval(numerator: 1, denominator: 30)
    static let mjpeg = Mode(format: .mjpeg, size: size, intervals: [thirty])
    static let yuyv = Mode(format: .yuyv, size: size, intervals: [thirty])
    static let choice = try! ModeChoice(from: [mjpeg], for: CameraSettings())
}

extension ScriptedCamera {
    /// Opens the node and starts it in the mode that most tests use.
    func start(_ choice: ModeChoice = Samples.choice) throws(CaptureError) -> VideoStream {
        try VideoStream.start(on: VideoDevice(opening: ScriptedCamera.node, self), choice)
    }
}

extension VideoStream {
    /// The bytes and facts of the newest frame.
    mutating func newest() throws(CaptureError) -> (bytes: [UInt8], facts: FrameFacts)? {
        try takeNewest { span, facts in (span.withUnsafeBytes { Array($0) }, facts) }
    }
}

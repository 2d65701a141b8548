import Camera
import Hub
import JPEG
import Testing

extension CameraID {
    /// An id that is known to be one.
    static func id(_ text: String) -> CameraID { CameraID(text)! }
}

extension CameraSettings {
    static func with(fps: Int = 20, size: Size = Size(width: 320, height: 240), quality: Int = 95) -> CameraSettings {
        var settings = CameraSettings()
        settings.fps = fps
        settings.size = size
        settings.quality = .fixed(quality)
        return settings
    }
}

extension Taken {
    var frame: CapturedFrame? { if case .frame(let frame) = self { frame } else { nil } }
    var isNothing: Bool { if case .nothing = self { true } else { false } }
    var isSkipped: Bool { if case .skipped = self { true } else { false } }
}

extension FrameBytes {
    func decoded() throws -> RGBPicture {
        try withBytes { bytes in try JPEGDecoder().decode(bytes) }
    }
}

/// When a source that goes by time alone wants to be asked.
func due(of source: any FrameSource) throws -> MonotonicTime { try #require(source.nextDue) }

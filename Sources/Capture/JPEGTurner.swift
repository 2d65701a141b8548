import Camera
import Hub
import JPEG
import MJPEG

/// Makes frames of a camera's JPEGs, turned as its settings want it. Thread-bound.
struct JPEGTurner: ~Copyable {
    /// Nil while nothing is turned.
    private var remaker: JPEGRemaker?

    mutating func frame(
        _ picture: JPEGPicture, _ settings: CameraSettings, capturedAt: MonotonicTime
    ) throws(CaptureError) -> Taken {
        let turn = settings.turn
        guard !turn.isEmpty else {
            remaker = nil
            return .frame(CapturedFrame(bytes: picture.bytes, size: picture.size, capturedAt: capturedAt))
        }
        do throws(JPEGError) {
            if remaker == nil { remaker = try JPEGRemaker() }
        } catch {
            throw CaptureError(.failed, reason: error.description)
        }
        let quality = settings.quality.value(at: settings.fps)
        guard let made = turned(picture, turn, quality) else { return .broken(.undecodable) }
        return .frame(CapturedFrame(bytes: made.bytes, size: made.size, turn: turn, capturedAt: capturedAt))
    }

    /// Nil if it cannot be decoded, though its structure is right.
    private mutating func turned(_ picture: JPEGPicture, _ turn: Turn, _ quality: Int) -> RemadeJPEG? {
        try? picture.bytes.withBytes { bytes throws(JPEGError) in
            try remaker?.turn(bytes, by: turn, quality: quality)
        }
    }
}

package import Camera
import Hub
import JPEG
import Posix

/// Makes smaller pictures of one camera's frames by TurboJPEG.
package final class JPEGScaler: FrameScaler {
    /// Of smaller pictures, 1 to 100: as many bytes as a small picture is worth.
    private static let quality = 80

    /// Nil until it is needed first.
    private let remaker = Locked<JPEGRemaker?>(nil)

    package init() {}

    package func shrink(_ picture: FrameBytes, to scale: PictureScale) -> (bytes: FrameBytes, size: Size)? {
        // Used by one thread at a time, so that nobody waits for this lock.
        let made = remaker.withLock { remaker -> RemadeJPEG? in
            if remaker == nil { remaker = try? JPEGRemaker() }
            return try? picture.withBytes { bytes throws(JPEGError) in
                try remaker?.shrink(bytes, to: scale, quality: JPEGScaler.quality)
            }
        }
        return made.map { ($0.bytes, $0.size) }
    }
}

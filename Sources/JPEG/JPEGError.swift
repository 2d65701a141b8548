import CTurboJPEG
package import Camera

/// A picture could not be encoded or decoded.
package enum JPEGError: Error, Equatable, CustomStringConvertible {
    /// Fewer bytes than the format and size ask for.
    case short(needed: Int, got: Int)
    /// A raw format that is not read here, or a size or line length that makes no picture.
    case layout(String)
    /// TurboJPEG's own words.
    case library(operation: String, message: String)

    /// Under which name such a frame is counted; nil for what is no fault of the one frame.
    package var brokenCause: BrokenCause? {
        if case .short = self { .short } else { nil }
    }

    package var description: String {
        switch self {
        case .short(let needed, let got): "a raw frame of \(got) bytes, \(needed) are needed"
        case .layout(let reason): reason
        case .library(let operation, let message): "cannot \(operation): \(message)"
        }
    }

    /// What the library says about its last call with this handle.
    init(_ operation: String, _ handle: tjhandle?) {
        // The text is the handle's own, zero-terminated, and never nil.
        self = unsafe .library(operation: operation, message: String(cString: tjGetErrorStr2(handle)))
    }
}

import CTurboJPEG
import Camera

extension Scratch {
    /// Lets TurboJPEG write into memory that holds the largest result there can be, and keeps a copy of the real one.
    mutating func frame(
        of size: Size, _ subsampling: TJSAMP,
        _ write: (
            UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<UInt>
        ) throws(JPEGError) -> Void
    ) throws(JPEGError) -> FrameBytes {
        let limit = tjBufSize(CInt(size.width), CInt(size.height), CInt(subsampling.rawValue))
        guard limit != .max else { throw .layout("\(size) is too large for a JPEG") }
        let memory = unsafe reserve(Int(limit))
        var target: UnsafeMutablePointer<UInt8>? = unsafe memory
        var count = limit
        try unsafe write(&target, &count)
        return unsafe FrameBytes(copying: UnsafeRawBufferPointer(start: memory, count: Int(count)))
    }
}

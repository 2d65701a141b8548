import CTurboJPEG
import Camera

/// What a JPEG says of itself.
struct JPEGHeader {
    var size: Size
    /// Nil if TurboJPEG has no word for it.
    var subsampling: TJSAMP?
    var isGrey: Bool

    init(_ bytes: RawSpan, readBy handle: tjhandle) throws(JPEGError) {
        var (width, height, subsampling, colours) = (CInt(0), CInt(0), CInt(0), CInt(0))
        let answer = unsafe bytes.withUnsafeBytes { buffer in
            unsafe tjDecompressHeader3(
                handle, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(buffer.count), &width, &height,
                &subsampling, &colours)
        }
        // It also fails for a sampling that it has no word for; size and colours are there all the same. And it does
        // not fail for tables without a picture.
        guard width > 0, height > 0 else {
            throw unsafe answer == 0
                ? .library(operation: "read a JPEG header", message: "there is no picture")
                : JPEGError("read a JPEG header", handle)
        }
        size = Size(width: Int(width), height: Int(height))
        self.subsampling = answer == 0 ? TJSAMP(rawValue: UInt32(subsampling)) : nil
        isGrey = colours == CInt(TJCS_GRAY.rawValue)
    }
}

import CTurboJPEG
package import Camera

/// Reads JPEGs. One per camera or use, since it keeps Huffman tables from picture to picture; thread-bound.
@safe package struct JPEGDecoder: ~Copyable {
    private let handle: tjhandle

    /// Throws when there is no memory.
    package init() throws(JPEGError) {
        guard let handle = unsafe tjInitDecompress() else { throw unsafe JPEGError("make a decoder", nil) }
        unsafe self.handle = handle
    }

    deinit { unsafe tjDestroy(handle) }

    /// The size by the picture's header.
    package func size(of bytes: RawSpan) throws(JPEGError) -> Size {
        try unsafe JPEGHeader(bytes, readBy: handle).size
    }

    /// Decodes the whole picture. What libjpeg only warns about is in the result's `warning`.
    package func decode(_ bytes: RawSpan) throws(JPEGError) -> RGBPicture {
        let size = try size(of: bytes)
        var pixels = [UInt8](repeating: 0, count: size.area * 3)
        let answer = unsafe bytes.withUnsafeBytes { buffer in
            unsafe tjDecompress2(
                handle, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(buffer.count), &pixels,
                CInt(size.width), 0, CInt(size.height), CInt(TJPF_RGB.rawValue), 0)
        }
        guard answer != 0 else { return RGBPicture(size: size, pixels: pixels, warning: nil) }
        let problem = unsafe JPEGError("decode a JPEG", handle)
        guard unsafe tjGetErrorCode(handle) == CInt(TJERR_WARNING.rawValue) else { throw problem }
        return RGBPicture(size: size, pixels: pixels, warning: problem.description)
    }
}

/// A decoded picture, three bytes a pixel.
package struct RGBPicture: Sendable {
    package let size: Size
    package let pixels: [UInt8]
    /// Set when the data was damaged but could be shown.
    package let warning: String?

    /// Red, green and blue of one pixel.
    package subscript(x: Int, y: Int) -> SIMD3<Int> {
        let offset = 3 * (y * size.width + x)
        return SIMD3(Int(pixels[offset]), Int(pixels[offset + 1]), Int(pixels[offset + 2]))
    }
}

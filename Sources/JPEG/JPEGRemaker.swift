import CTurboJPEG
package import Camera

/// A JPEG that was made of another one.
package struct RemadeJPEG: Sendable {
    package let bytes: FrameBytes
    package let size: Size
}

/// Makes JPEGs of JPEGs: turned, or smaller. One per camera; used by one thread at a time.
///
/// What libjpeg only warns about is made all the same: a browser would show it too. Pictures are to bring all tables
/// that they use: a decoder keeps those of the picture before.
@safe package struct JPEGRemaker: ~Copyable {
    private let handle: tjhandle
    private var pixels = Scratch()
    private var turned = Scratch()
    private var output = Scratch()

    /// Larger ones would take too much memory while they are decoded.
    package static let largestArea = 1 << 26

    /// Throws when there is no memory.
    package init() throws(JPEGError) {
        guard let handle = unsafe tjInitTransform() else { throw unsafe JPEGError("make a decoder", nil) }
        unsafe self.handle = handle
    }

    deinit { unsafe tjDestroy(handle) }

    /// Turns a picture: without any loss where its blocks allow, else decoded and encoded at `quality`, 1 to 100.
    package mutating func turn(_ bytes: RawSpan, by turn: Turn, quality: Int) throws(JPEGError) -> RemadeJPEG {
        let header = try header(of: bytes)
        let size = header.size.turned(turn)
        if let lossless = try moveBlocks(of: bytes, header, turn) { return RemadeJPEG(bytes: lossless, size: size) }
        var picture = try decode(bytes, header, .full)
        let stride = size.width * picture.pixel
        let memory = unsafe turned.reserve(stride * size.height)
        unsafe turn.lay(
            picture.start, stride: picture.stride, header.size, pixel: picture.pixel, into: memory, stride: stride)
        unsafe picture.start = UnsafePointer(memory)
        picture.stride = stride
        picture.size = size
        return try encode(picture, quality)
    }

    /// Makes a picture smaller; `quality` is 1 to 100.
    package mutating func shrink(
        _ bytes: RawSpan, to scale: PictureScale, quality: Int
    ) throws(JPEGError) -> RemadeJPEG {
        try encode(decode(bytes, header(of: bytes), scale), quality)
    }

    // MARK: - Steps

    /// Decoded pixels in the scratch memory, with a byte for each if they are grey, else four.
    @safe private struct Pixels {
        var start: UnsafePointer<UInt8>
        var stride: Int
        var size: Size
        let isGrey: Bool

        var pixel: Int { isGrey ? 1 : 4 }
        var format: CInt { CInt(isGrey ? TJPF_GRAY.rawValue : TJPF_RGBX.rawValue) }
    }

    private func header(of bytes: RawSpan) throws(JPEGError) -> JPEGHeader {
        let header = try unsafe JPEGHeader(bytes, readBy: handle)
        guard header.size.area <= JPEGRemaker.largestArea else {
            throw .layout("\(header.size) is too large to be turned or made smaller")
        }
        return header
    }

    /// Turns without decoding; nil if blocks at the edge are in the way.
    private mutating func moveBlocks(
        of bytes: RawSpan, _ header: JPEGHeader, _ turn: Turn
    ) throws(JPEGError) -> FrameBytes? {
        guard let subsampling = header.subsampling else { return nil }
        // Colours that are shared by columns of four pixels are a sampling that few decoders know.
        guard subsampling != TJSAMP_411 || !turn.contains(.transposed) else { return nil }
        let handle = unsafe handle
        var isWhole = false
        let frame = try unsafe output.frame(of: header.size, subsampling) { target, count throws(JPEGError) in
            var transform = unsafe tjtransform()
            unsafe transform.op = CInt(turn.operation.rawValue)
            unsafe transform.options = TJXOPT_PERFECT | TJXOPT_COPYNONE
            let limit = unsafe count.pointee
            let answer = unsafe bytes.withUnsafeBytes { buffer in
                unsafe tjTransform(
                    handle, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(buffer.count), 1, target,
                    count, &transform, TJFLAG_NOREALLOC | TJFLAG_LIMITSCANS)
            }
            // After a warning it does not tell whether something else stopped it: only the end does.
            isWhole =
                unsafe answer == 0 || (isWarning(handle) && count.pointee < limit && endsAsJPEG(target, count.pointee))
            if !isWhole { unsafe count.pointee = 0 }
        }
        return isWhole ? frame : nil
    }

    private mutating func decode(
        _ bytes: RawSpan, _ header: JPEGHeader, _ scale: PictureScale
    ) throws(JPEGError) -> Pixels {
        let size = scale.size(of: header.size)
        let pixel = header.isGrey ? 1 : 4
        let memory = unsafe pixels.reserve(size.area * pixel)
        let picture = unsafe Pixels(
            start: UnsafePointer(memory), stride: size.width * pixel, size: size, isGrey: header.isGrey)
        let answer = unsafe bytes.withUnsafeBytes { buffer in
            unsafe tjDecompress2(
                handle, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(buffer.count), memory,
                CInt(size.width), CInt(picture.stride), CInt(size.height), picture.format, TJFLAG_LIMITSCANS)
        }
        guard unsafe answer == 0 || isWarning(handle) else { throw unsafe JPEGError("decode a JPEG", handle) }
        return picture
    }

    private mutating func encode(_ picture: Pixels, _ quality: Int) throws(JPEGError) -> RemadeJPEG {
        let handle = unsafe handle
        let size = picture.size
        let subsampling = picture.isGrey ? TJSAMP_GRAY : TJSAMP_420
        let bytes = try unsafe output.frame(of: size, subsampling) { target, count throws(JPEGError) in
            let answer = unsafe tjCompress2(
                handle, picture.start, CInt(size.width), CInt(picture.stride), CInt(size.height), picture.format,
                target, count, CInt(subsampling.rawValue), CInt(quality), TJFLAG_NOREALLOC)
            guard answer == 0 else { throw unsafe JPEGError("encode a frame", handle) }
        }
        return RemadeJPEG(bytes: bytes, size: size)
    }
}

private func isWarning(_ handle: tjhandle) -> Bool {
    unsafe tjGetErrorCode(handle) == CInt(TJERR_WARNING.rawValue)
}

/// Whether a picture of so many bytes has an end-of-image marker at its end.
private func endsAsJPEG(_ start: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, _ count: UInt) -> Bool {
    guard let bytes = unsafe start.pointee, count >= 4 else { return false }
    return unsafe bytes[Int(count) - 2] == 0xFF && bytes[Int(count) - 1] == 0xD9
}

import CTurboJPEG
package import Camera

/// Makes JPEGs of raw pictures. One per camera; thread-bound.
///
/// Holds one TurboJPEG compressor and the memory that it needs, so that a frame costs one allocation: its own.
@safe package struct JPEGEncoder: ~Copyable {
    private let handle: tjhandle
    private var output = Scratch()
    private var planes = Scratch()
    private var turned = Scratch()

    /// Throws when there is no memory.
    package init() throws(JPEGError) {
        guard let handle = unsafe tjInitCompress() else { throw unsafe JPEGError("make an encoder", nil) }
        unsafe self.handle = handle
    }

    deinit { unsafe tjDestroy(handle) }

    /// Encodes one picture, turned; `quality` is 1 to 100. Throws `short` for a buffer that ends too early.
    package mutating func encode(
        _ bytes: RawSpan, as layout: RawLayout, turned turn: Turn = [], quality: Int
    ) throws(JPEGError) -> FrameBytes {
        let plan = try RawPlan(layout)
        guard bytes.byteCount >= plan.byteCount else { throw .short(needed: plan.byteCount, got: bytes.byteCount) }
        return try unsafe bytes.withUnsafeBytes { buffer throws(JPEGError) in
            // Never nil: there is at least one byte.
            let start = unsafe buffer.baseAddress!.assumingMemoryBound(to: UInt8.self)
            return switch plan.arrangement {
            case .rgb, .rgb565: try unsafe encodePixels(start, plan, turn, quality)
            case .packed, .semiPlanar, .planar, .grey: try unsafe encodePlanes(start, plan, turn, quality)
            }
        }
    }

    private mutating func encodePlanes(
        _ start: UnsafePointer<UInt8>, _ plan: RawPlan, _ turn: Turn, _ quality: Int
    ) throws(JPEGError) -> FrameBytes {
        let size = plan.layout.size.turned(turn)
        var picture = unsafe PlanarPicture(start, plan, scratch: &planes)
        if !turn.isEmpty { picture.turn(turn, plan.layout, scratch: &turned) }
        let subsampling = plan.arrangement == .grey ? TJSAMP_GRAY : TJSAMP_420
        var pointers: [UnsafePointer<UInt8>?] = unsafe [picture.luma, picture.blue, picture.red]
        let strides = [CInt(picture.lumaStride), CInt(picture.chromaStride), CInt(picture.chromaStride)]
        return try unsafe compress(size, subsampling) { handle, target, count in
            unsafe tjCompressFromYUVPlanes(
                handle, &pointers, CInt(size.width), strides, CInt(size.height), CInt(subsampling.rawValue), target,
                count, CInt(quality), TJFLAG_NOREALLOC)
        }
    }

    private mutating func encodePixels(
        _ start: UnsafePointer<UInt8>, _ plan: RawPlan, _ turn: Turn, _ quality: Int
    ) throws(JPEGError) -> FrameBytes {
        let size = plan.layout.size.turned(turn)
        var picture = unsafe PackedPicture(start, plan, scratch: &planes)
        if !turn.isEmpty { picture.turn(turn, plan.layout.size, scratch: &turned) }
        return try unsafe compress(size, TJSAMP_420) { handle, target, count in
            unsafe tjCompress2(
                handle, picture.pixels, CInt(size.width), CInt(picture.stride), CInt(size.height),
                CInt(picture.format.rawValue), target, count, CInt(TJSAMP_420.rawValue), CInt(quality),
                TJFLAG_NOREALLOC)
        }
    }

    private mutating func compress(
        _ size: Size, _ subsampling: TJSAMP,
        _ call: (tjhandle, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<UInt>) -> CInt
    ) throws(JPEGError) -> FrameBytes {
        let handle = unsafe handle
        return try unsafe output.frame(of: size, subsampling) { target, count throws(JPEGError) in
            guard unsafe call(handle, target, count) == 0 else { throw unsafe JPEGError("encode a frame", handle) }
        }
    }
}

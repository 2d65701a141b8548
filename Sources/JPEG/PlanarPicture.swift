import CTurboJPEG
import Camera

/// A raw YUV picture as TurboJPEG takes it: planes, full range, the matrix of BT.601, a colour sample for 2x2 pixels.
///
/// Points into the raw buffer where that can be, else into the scratch memory: valid as long as both.
@safe struct PlanarPicture {
    var luma: UnsafePointer<UInt8>
    var lumaStride: Int
    /// Nil for grey pictures.
    var blue: UnsafePointer<UInt8>?
    var red: UnsafePointer<UInt8>?
    var chromaStride: Int

    /// `start` has at least `plan.byteCount` bytes.
    init(_ start: UnsafePointer<UInt8>, _ plan: RawPlan, scratch: inout Scratch) {
        let (size, chroma) = (plan.layout.size, plan.layout.chromaSize)
        // The planes that TurboJPEG reads have even sides: the odd last column and row come from a copy.
        let isEven = size.width % 2 == 0 && size.height % 2 == 0
        let isFinal = plan.layout.range == .full && plan.layout.matrix == .bt601
        unsafe luma = start
        lumaStride = plan.lineLength
        chromaStride = plan.chromaLineLength
        switch plan.arrangement {
        case .grey where plan.layout.range == .full:
            return
        case .planar(let redFirst) where isEven && isFinal:
            let first = unsafe start + plan.chromaOffsets[0]
            let second = unsafe start + plan.chromaOffsets[1]
            unsafe (blue, red) = redFirst ? (second, first) : (first, second)
        default:
            // Room for whole blocks of 64 pixels.
            let stride = (2 * chroma.width + 63) / 64 * 64
            let memory = unsafe scratch.reserve(stride * 3 * chroma.height)
            let rows = unsafe PlaneRows(
                source: start, plan: plan, luma: memory, stride: stride,
                copiesLuma: !plan.hasLumaPlane || !isEven || !isFinal)
            rows.fill()
            if rows.copiesLuma { unsafe (luma, lumaStride) = (UnsafePointer(memory), stride) }
            guard plan.arrangement != .grey else { return }
            unsafe blue = UnsafePointer(rows.blue)
            unsafe red = UnsafePointer(rows.red)
            chromaStride = stride
        }
    }
}

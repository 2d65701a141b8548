import CTurboJPEG
import Camera

/// A raw RGB picture as TurboJPEG takes it. Points into the raw buffer or into the scratch memory.
@safe struct PackedPicture {
    private(set) var pixels: UnsafePointer<UInt8>
    private(set) var stride: Int
    let format: TJPF

    /// `start` has at least `plan.byteCount` bytes, and `plan` is one of RGB.
    init(_ start: UnsafePointer<UInt8>, _ plan: RawPlan, scratch: inout Scratch) {
        let size = plan.layout.size
        unsafe pixels = start
        stride = plan.lineLength
        let isLimited = plan.layout.range == .limited
        switch plan.arrangement {
        case .rgb(let redFirst):
            format = redFirst ? TJPF_RGB : TJPF_BGR
            guard isLimited else { return }
            stride = 3 * size.width
        default:
            format = TJPF_RGBX
            stride = 4 * size.width
        }
        let memory = unsafe scratch.reserve(stride * size.height)
        for row in 0..<size.height {
            let source = unsafe start + row * plan.lineLength
            let target = unsafe memory + row * stride
            if plan.arrangement == .rgb565 {
                unsafe hub_widen_rgb565(source, size.width, target)
            } else {
                unsafe target.update(from: source, count: stride)
            }
            if isLimited { unsafe hub_widen_luma(target, stride) }
        }
        unsafe pixels = UnsafePointer(memory)
    }
}

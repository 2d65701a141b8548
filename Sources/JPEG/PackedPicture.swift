import CTurboJPEG
import Camera

/// A raw RGB picture as TurboJPEG takes it. Points into the raw buffer or into the scratch memory.
@safe struct PackedPicture {
    var pixels: UnsafePointer<UInt8>
    var stride: Int
    let format: TJPF

    /// `start` has at least `plan.byteCount` bytes, and `plan` is one of RGB.
    init(_ start: UnsafePointer<UInt8>, _ plan: RawPlan, scratch: inout Scratch) {
        let size = plan.layout.size
        unsafe pixels = start
        stride = plan.lineLength
        let limited: CInt = plan.layout.range == .limited ? 1 : 0
        if case .rgb(let redFirst) = plan.arrangement {
            format = redFirst ? TJPF_RGB : TJPF_BGR
            guard limited == 1 else { return }
        } else {
            format = TJPF_RGBX
        }
        // Room for whole blocks of 32 pixels of up to four bytes.
        stride = (size.width + 31) / 32 * 128
        let memory = unsafe scratch.reserve(stride * size.height)
        for row in 0..<size.height {
            let source = unsafe start + row * plan.lineLength
            let target = unsafe memory + row * stride
            if plan.arrangement == .rgb565 {
                unsafe hub_widen_rgb565(source, size.width, limited, target)
            } else {
                unsafe hub_copy_luma(source, 3 * size.width, limited, target)
            }
        }
        unsafe pixels = UnsafePointer(memory)
    }
}

import CTurboJPEG
import Camera

extension Turn {
    /// Lays a plane down anew; `pixel` is its bytes for each. The target has room for the turned plane.
    func lay(
        _ source: UnsafePointer<UInt8>, stride: Int, _ size: Size, pixel: Int = 1,
        into target: UnsafeMutablePointer<UInt8>, stride targetStride: Int
    ) {
        unsafe hub_turn(
            source, stride, size.width, size.height, pixel, contains(.transposed) ? 1 : 0, contains(.mirrored) ? 1 : 0,
            contains(.upended) ? 1 : 0, target, targetStride)
    }

    /// TurboJPEG's word for it.
    var operation: TJXOP {
        switch self {
        case []: TJXOP_NONE
        case .transposed: TJXOP_TRANSPOSE
        case .mirrored: TJXOP_HFLIP
        case .upended: TJXOP_VFLIP
        case [.mirrored, .upended]: TJXOP_ROT180
        case [.transposed, .mirrored]: TJXOP_ROT90
        case [.transposed, .upended]: TJXOP_ROT270
        default: TJXOP_TRANSVERSE
        }
    }
}

extension PlanarPicture {
    /// Turns the planes of a picture of this layout into the scratch memory.
    mutating func turn(_ turn: Turn, _ layout: RawLayout, scratch: inout Scratch) {
        let size = layout.size.turned(turn)
        let chroma = layout.chromaSize.turned(turn)
        let stride = 2 * chroma.width
        let memory = unsafe scratch.reserve(stride * 3 * chroma.height)
        unsafe turn.lay(luma, stride: lumaStride, layout.size, into: memory, stride: stride)
        // TurboJPEG reads whole pairs: the odd last column and row are there twice.
        if size.width % 2 == 1 {
            for row in 0..<size.height {
                let end = unsafe memory + row * stride + size.width
                unsafe end[0] = end[-1]
            }
        }
        if size.height % 2 == 1 {
            let last = unsafe memory + (size.height - 1) * stride
            unsafe (last + stride).update(from: last, count: stride)
        }
        unsafe luma = UnsafePointer(memory)
        lumaStride = stride
        guard let blue = unsafe blue, let red = unsafe red else { return }
        let turnedBlue = unsafe memory + stride * 2 * chroma.height
        let turnedRed = unsafe turnedBlue + chroma.width
        unsafe turn.lay(blue, stride: chromaStride, layout.chromaSize, into: turnedBlue, stride: stride)
        unsafe turn.lay(red, stride: chromaStride, layout.chromaSize, into: turnedRed, stride: stride)
        unsafe self.blue = UnsafePointer(turnedBlue)
        unsafe self.red = UnsafePointer(turnedRed)
        chromaStride = stride
    }
}

extension PackedPicture {
    /// Turns a picture of this size into the scratch memory.
    mutating func turn(_ turn: Turn, _ size: Size, scratch: inout Scratch) {
        let pixel = format == TJPF_RGBX ? 4 : 3
        let turned = size.turned(turn)
        let memory = unsafe scratch.reserve(turned.area * pixel)
        unsafe turn.lay(
            pixels, stride: stride, size, pixel: pixel, into: memory, stride: turned.width * pixel)
        unsafe pixels = UnsafePointer(memory)
        stride = turned.width * pixel
    }
}

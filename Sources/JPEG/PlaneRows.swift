import CTurboJPEG
import Camera

/// Fills scratch planes from a raw picture, two rows at a time, so that what was just written is still in the cache.
@safe struct PlaneRows {
    let source: UnsafePointer<UInt8>
    let plan: RawPlan
    /// An even number of rows of brightness, each `stride` apart; behind them half as many of the colour differences,
    /// blue in the first half of each row and red in the second.
    let luma: UnsafeMutablePointer<UInt8>
    let stride: Int
    /// False where TurboJPEG reads the brightness right from the source.
    let copiesLuma: Bool

    var blue: UnsafeMutablePointer<UInt8> { unsafe luma + stride * 2 * plan.layout.chromaSize.height }
    var red: UnsafeMutablePointer<UInt8> { unsafe blue + stride / 2 }

    func fill() {
        for pair in 0..<plan.layout.chromaSize.height {
            split(pair)
            adjust(pair)
        }
    }

    private func split(_ pair: Int) {
        let top = unsafe source + 2 * pair * plan.lineLength
        // The missing second row of an odd height is the first one again.
        let bottom = unsafe 2 * pair + 1 < plan.layout.size.height ? top + plan.lineLength : top
        let (lumaTop, lumaBottom) = unsafe lumaRows(pair)
        let (blue, red) = unsafe chromaRows(pair)
        let pairs = plan.layout.chromaSize.width
        if copiesLuma, plan.hasLumaPlane {
            unsafe lumaTop.update(from: top, count: plan.layout.size.width)
            unsafe lumaBottom.update(from: bottom, count: plan.layout.size.width)
        }
        switch plan.arrangement {
        case .packed(let lumaFirst, let redFirst):
            let (first, second) = unsafe redFirst ? (red, blue) : (blue, red)
            unsafe hub_split_rows(top, bottom, pairs, lumaFirst ? 0 : 1, lumaTop, lumaBottom, first, second)
        case .semiPlanar(let redFirst):
            let (first, second) = unsafe redFirst ? (red, blue) : (blue, red)
            unsafe hub_split_pairs(chromaSource(0, pair), pairs, first, second)
        case .planar(let redFirst):
            unsafe blue.update(from: chromaSource(redFirst ? 1 : 0, pair), count: pairs)
            unsafe red.update(from: chromaSource(redFirst ? 0 : 1, pair), count: pairs)
        case .grey, .rgb, .rgb565:
            break
        }
        if copiesLuma, plan.layout.size.width % 2 == 1 {
            // What stands in the odd column's other half is nobody's pixel, but would be encoded into the last one's.
            let last = plan.layout.size.width
            unsafe lumaTop[last] = lumaTop[last - 1]
            unsafe lumaBottom[last] = lumaBottom[last - 1]
        }
    }

    /// From the camera's range and matrix to those of JPEG.
    private func adjust(_ pair: Int) {
        let (lumaTop, lumaBottom) = unsafe lumaRows(pair)
        let (blue, red) = unsafe chromaRows(pair)
        let pairs = plan.layout.chromaSize.width
        if plan.layout.range == .limited {
            unsafe hub_widen_luma(lumaTop, 2 * pairs)
            unsafe hub_widen_luma(lumaBottom, 2 * pairs)
        }
        guard plan.arrangement != .grey else { return }
        if plan.layout.range == .limited {
            unsafe hub_widen_chroma(blue, pairs)
            unsafe hub_widen_chroma(red, pairs)
        }
        if plan.layout.matrix == .bt709 {
            unsafe hub_turn_matrix(lumaTop, lumaBottom, blue, red, pairs)
        }
    }

    private func lumaRows(_ pair: Int) -> (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>) {
        unsafe (luma + 2 * pair * stride, luma + (2 * pair + 1) * stride)
    }

    private func chromaRows(_ pair: Int) -> (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>) {
        unsafe (blue + pair * stride, red + pair * stride)
    }

    private func chromaSource(_ plane: Int, _ pair: Int) -> UnsafePointer<UInt8> {
        unsafe source + plan.chromaOffsets[plane] + pair * plan.chromaLineLength
    }
}

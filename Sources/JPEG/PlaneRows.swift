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

    /// The last rows first: encoding begins with the first ones, which then are still in the cache.
    func fill() {
        for pair in (0..<plan.layout.chromaSize.height).reversed() {
            split(pair)
            if plan.layout.matrix == .bt709, plan.arrangement != .grey {
                let (luma, chroma) = unsafe (lumaRows(pair), chromaRows(pair))
                unsafe hub_turn_matrix(luma.top, luma.bottom, chroma.blue, chroma.red, plan.layout.chromaSize.width)
            }
        }
    }

    private func split(_ pair: Int) {
        let top = unsafe source + 2 * pair * plan.lineLength
        // The missing second row of an odd height is the first one again.
        let bottom = unsafe 2 * pair + 1 < plan.layout.size.height ? top + plan.lineLength : top
        let (luma, chroma) = unsafe (lumaRows(pair), chromaRows(pair))
        let (width, pairs) = (plan.layout.size.width, plan.layout.chromaSize.width)
        let limited: CInt = plan.layout.range == .limited ? 1 : 0
        if copiesLuma, plan.hasLumaPlane {
            unsafe hub_copy_luma(top, width, limited, luma.top)
            unsafe hub_copy_luma(bottom, width, limited, luma.bottom)
        }
        switch plan.arrangement {
        case .packed(let lumaFirst, let redFirst):
            let (first, second) = unsafe redFirst ? (chroma.red, chroma.blue) : (chroma.blue, chroma.red)
            unsafe hub_split_packed(
                top, bottom, pairs, lumaFirst ? 1 : 0, limited, luma.top, luma.bottom, first, second)
        case .semiPlanar(let redFirst):
            let (first, second) = unsafe redFirst ? (chroma.red, chroma.blue) : (chroma.blue, chroma.red)
            unsafe hub_split_pairs(chromaSource(0, pair), pairs, limited, first, second)
        case .planar(let redFirst):
            unsafe hub_copy_chroma(chromaSource(redFirst ? 1 : 0, pair), pairs, limited, chroma.blue)
            unsafe hub_copy_chroma(chromaSource(redFirst ? 0 : 1, pair), pairs, limited, chroma.red)
        case .grey, .rgb, .rgb565:
            break
        }
        if copiesLuma, width % 2 == 1 {
            // What stands in the odd column's other half is nobody's pixel, but would be encoded into the last one's.
            unsafe luma.top[width] = luma.top[width - 1]
            unsafe luma.bottom[width] = luma.bottom[width - 1]
        }
    }

    private typealias Row = UnsafeMutablePointer<UInt8>

    private func lumaRows(_ pair: Int) -> (top: Row, bottom: Row) {
        unsafe (luma + 2 * pair * stride, luma + (2 * pair + 1) * stride)
    }

    private func chromaRows(_ pair: Int) -> (blue: Row, red: Row) {
        unsafe (blue + pair * stride, red + pair * stride)
    }

    private func chromaSource(_ plane: Int, _ pair: Int) -> UnsafePointer<UInt8> {
        unsafe source + plan.chromaOffsets[plane] + pair * plan.chromaLineLength
    }
}

import Camera

/// A layout that has been checked: line lengths, plane offsets, and how many bytes all that takes.
struct RawPlan: Equatable {
    var layout: RawLayout
    var arrangement: Arrangement
    var lineLength: Int
    /// Of the planes of colour differences, where there are any.
    var chromaLineLength = 0
    /// Where those planes begin, in their order in the buffer.
    var chromaOffsets: [Int] = []
    /// From the first byte to the last one that is read.
    var byteCount: Int

    /// Whether brightness has a plane of its own, and comes first.
    var hasLumaPlane: Bool {
        switch arrangement {
        case .semiPlanar, .planar, .grey: true
        case .packed, .rgb, .rgb565: false
        }
    }

    init(_ layout: RawLayout) throws(JPEGError) {
        let (size, chroma) = (layout.size, layout.chromaSize)
        guard let arrangement = layout.arrangement else {
            throw .layout("\(layout.format) is no raw format that can be encoded")
        }
        guard (1...65500).contains(size.width), (1...65500).contains(size.height) else {
            throw .layout("\(size) is no size of a JPEG, whose sides are 1 to 65500")
        }
        let tight =
            switch arrangement {
            case .packed: 4 * chroma.width
            case .semiPlanar, .planar, .grey: size.width
            case .rgb: 3 * size.width
            case .rgb565: 2 * size.width
            }
        lineLength = layout.bytesPerLine == 0 ? tight : layout.bytesPerLine
        guard lineLength >= tight, lineLength <= 1 << 24 else {
            throw .layout(
                "\(lineLength) bytes a line cannot be right for \(size) in \(layout.format): \(tight) are needed")
        }
        switch arrangement {
        case .semiPlanar:
            chromaLineLength = (lineLength + 1) / 2 * 2
            chromaOffsets = [lineLength * size.height]
            byteCount = chromaOffsets[0] + chromaLineLength * (chroma.height - 1) + 2 * chroma.width
        case .planar:
            chromaLineLength = (lineLength + 1) / 2
            let first = lineLength * size.height
            chromaOffsets = [first, first + chromaLineLength * chroma.height]
            byteCount = chromaOffsets[1] + chromaLineLength * (chroma.height - 1) + chroma.width
        case .packed, .grey, .rgb, .rgb565:
            // The last line needs no padding.
            byteCount = lineLength * (size.height - 1) + tight
        }
        self.layout = layout
        self.arrangement = arrangement
    }
}

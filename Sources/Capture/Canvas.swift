import Camera

/// A colour in full-range BT.601, as JPEG has it.
struct Shade: Equatable {
    var luma: UInt8
    var blue: UInt8 = 128
    var red: UInt8 = 128
}

/// A picture to draw on: planes as in `YU12`, tight, a colour sample for 2x2 pixels. What lies outside is left out.
struct Canvas {
    let size: Size
    private(set) var samples: [UInt8]

    private var chromaWidth: Int { (size.width + 1) / 2 }
    private var chromaHeight: Int { (size.height + 1) / 2 }

    init(size: Size) {
        self.size = size
        let chroma = (size.width + 1) / 2 * ((size.height + 1) / 2)
        samples = [UInt8](repeating: 0, count: size.area) + [UInt8](repeating: 128, count: 2 * chroma)
    }

    /// Fills the pixels of an area; of the colour samples those that it touches.
    mutating func fill(_ area: Area, _ shade: Shade) {
        fillPlane(area.clipped(to: size), offset: 0, width: size.width, value: shade.luma)
        let chroma = area.clipped(to: size).halved
        fillPlane(chroma, offset: size.area, width: chromaWidth, value: shade.blue)
        fillPlane(chroma, offset: size.area + chromaWidth * chromaHeight, width: chromaWidth, value: shade.red)
    }

    /// Puts back, in one area, what another canvas of the same size has there.
    mutating func restore(_ area: Area, from other: Canvas) {
        copyPlane(area.clipped(to: size), offset: 0, width: size.width, from: other)
        let chroma = area.clipped(to: size).halved
        copyPlane(chroma, offset: size.area, width: chromaWidth, from: other)
        copyPlane(chroma, offset: size.area + chromaWidth * chromaHeight, width: chromaWidth, from: other)
    }

    /// Writes characters from the left, each dot `scale` pixels wide.
    mutating func write(_ text: String, left: Int, top: Int, scale: Int, _ shade: Shade) {
        for (index, character) in text.enumerated() {
            let left = left + index * (BitmapFont.width + 1) * scale
            guard left < size.width else { return }
            for (row, dots) in BitmapFont.rows(of: character).enumerated() {
                for column in 0..<BitmapFont.width where dots & 0x10 >> UInt8(column) != 0 {
                    let area = Area(
                        left: left + column * scale, top: top + row * scale, width: scale, height: scale)
                    fillPlane(area.clipped(to: size), offset: 0, width: size.width, value: shade.luma)
                }
            }
        }
    }

    private mutating func fillPlane(_ area: Area, offset: Int, width: Int, value: UInt8) {
        for row in area.rows {
            let start = offset + row * width + area.left
            for index in start..<(start + area.width) { samples[index] = value }
        }
    }

    private mutating func copyPlane(_ area: Area, offset: Int, width: Int, from other: Canvas) {
        for row in area.rows {
            let start = offset + row * width + area.left
            for index in start..<(start + area.width) { samples[index] = other.samples[index] }
        }
    }
}

/// A rectangle of pixels.
struct Area: Equatable {
    var left: Int
    var top: Int
    var width: Int
    var height: Int

    var rows: Range<Int> { top..<(top + height) }

    /// The part of it that is inside a picture; without width and height if there is none.
    func clipped(to size: Size) -> Area {
        let (left, right) = (min(max(left, 0), size.width), min(max(left + width, 0), size.width))
        let (top, bottom) = (min(max(top, 0), size.height), min(max(top + height, 0), size.height))
        return Area(left: left, top: top, width: right - left, height: bottom - top)
    }

    /// The samples of a plane of half the size that it touches.
    var halved: Area {
        let (right, bottom) = ((left + width + 1) / 2, (top + height + 1) / 2)
        return width == 0 || height == 0
            ? Area(left: left / 2, top: top / 2, width: 0, height: 0)
            : Area(left: left / 2, top: top / 2, width: right - left / 2, height: bottom - top / 2)
    }
}

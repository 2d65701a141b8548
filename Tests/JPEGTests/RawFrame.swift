import Camera
import JPEG

/// Raw pictures written sample by sample from the standards' formulas, in floating point: slow, and plain to read.
struct RawFrame {
    /// Red, green, blue, each from 0 to 1.
    typealias Colour = SIMD3<Double>

    var layout: RawLayout
    var colour: (_ x: Int, _ y: Int) -> Colour

    private var size: Size { layout.size }

    /// Exactly as many bytes as the layout asks for, the padding of lines filled with `padding`.
    func bytes(padding: UInt8 = 0xEE) -> [UInt8] {
        switch layout.format {
        case .yuyv, .yvyu, .uyvy: packed(padding)
        case .grey: lines(size.width, of: size.height, padding) { [luma($0, $1)] }
        case .rgb24: lines(3 * size.width, of: size.height, padding) { pixel($0, $1) }
        case .bgr24: lines(3 * size.width, of: size.height, padding) { pixel($0, $1).reversed() }
        case .rgb565: lines(2 * size.width, of: size.height, padding) { pixel565($0, $1) }
        case .nv12, .nv21, .yu12, .yv12:
            lines(size.width, of: size.height, padding, lastLineToo: true) { [luma($0, $1)] } + chromaPlanes(padding)
        default: []
        }
    }

    private func packed(_ padding: UInt8) -> [UInt8] {
        lines(4 * ((size.width + 1) / 2), of: size.height, padding, pixelsAStep: 2) { x, y in
            let (first, second) = (luma(x, y), x + 1 < size.width ? luma(x + 1, y) : padding)
            let (blue, red) = chroma(x, y, rows: 1)
            return switch layout.format {
            case .yuyv: [first, blue, second, red]
            case .yvyu: [first, red, second, blue]
            default: [blue, first, red, second]
            }
        }
    }

    private func chromaPlanes(_ padding: UInt8) -> [UInt8] {
        let (columns, rows) = ((size.width + 1) / 2, (size.height + 1) / 2)
        let line = layout.bytesPerLine == 0 ? size.width : layout.bytesPerLine
        func plane(_ isRed: Bool, isLast: Bool) -> [UInt8] {
            var narrow = self
            narrow.layout.bytesPerLine = (line + 1) / 2
            return narrow.lines(columns, of: rows, padding, lastLineToo: !isLast) { x, y in
                let (blue, red) = chroma(2 * x, 2 * y, rows: 2)
                return [isRed ? red : blue]
            }
        }
        switch layout.format {
        case .yu12: return plane(false, isLast: false) + plane(true, isLast: true)
        case .yv12: return plane(true, isLast: false) + plane(false, isLast: true)
        default:
            var even = self
            even.layout.bytesPerLine = (line + 1) / 2 * 2
            return even.lines(2 * columns, of: rows, padding) { x, y in
                let (blue, red) = chroma(2 * x, 2 * y, rows: 2)
                return layout.format == .nv12 ? [blue, red] : [red, blue]
            }
        }
    }

    /// Lines of `used` bytes, each padded to the layout's length but the last one.
    private func lines(
        _ used: Int, of count: Int, _ padding: UInt8, lastLineToo: Bool = false, pixelsAStep: Int = 1,
        _ step: (_ x: Int, _ y: Int) -> [UInt8]
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        let length = max(used, layout.bytesPerLine)
        for y in 0..<count {
            let start = bytes.count
            var x = 0
            while bytes.count - start < used {
                bytes += step(x, y)
                x += pixelsAStep
            }
            let isPadded = y + 1 < count || lastLineToo
            if isPadded { bytes += [UInt8](repeating: padding, count: start + length - bytes.count) }
        }
        return bytes
    }

    private func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        let colour = colour(x, y)
        return (0..<3).map { layout.range == .full ? byte(255 * colour[$0]) : byte(16 + 219 * colour[$0]) }
    }

    private func pixel565(_ x: Int, _ y: Int) -> [UInt8] {
        let bytes = pixel(x, y).map { Double($0) / 255 }
        let red = UInt16((bytes[0] * 31).rounded()) << 11
        let value = red | UInt16((bytes[1] * 63).rounded()) << 5 | UInt16((bytes[2] * 31).rounded())
        return [UInt8(value & 0xFF), UInt8(value >> 8)]
    }

    private func luma(_ x: Int, _ y: Int) -> UInt8 {
        let value = brightness(colour(min(x, size.width - 1), min(y, size.height - 1)))
        return layout.range == .full ? byte(255 * value) : byte(16 + 219 * value)
    }

    /// The mean over two columns and some rows of the colour differences.
    private func chroma(_ x: Int, _ y: Int, rows: Int) -> (blue: UInt8, red: UInt8) {
        var (blue, red) = (0.0, 0.0)
        for row in 0..<rows {
            for column in 0..<2 {
                let colour = colour(min(x + column, size.width - 1), min(y + row, size.height - 1))
                blue += (colour.z - brightness(colour)) / (2 - 2 * factors.z) / Double(2 * rows)
                red += (colour.x - brightness(colour)) / (2 - 2 * factors.x) / Double(2 * rows)
            }
        }
        let scale = layout.range == .full ? 255.0 : 224
        return (byte(128 + scale * blue), byte(128 + scale * red))
    }

    private var factors: Colour { layout.matrix == .bt601 ? [0.299, 0.587, 0.114] : [0.2126, 0.7152, 0.0722] }

    private func brightness(_ colour: Colour) -> Double { (colour * factors).sum() }

    private func byte(_ value: Double) -> UInt8 { UInt8(min(255, max(0, value.rounded()))) }
}

extension RawFrame {
    /// The usual eight bars at full strength, and two of medium colours, from left to right.
    static let bars: [Colour] = [
        [1, 1, 1], [1, 1, 0], [0, 1, 1], [0, 1, 0], [1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 0, 0], [0.75, 0.5, 0.25],
        [0.2, 0.4, 0.8],
    ]

    static func bars(_ layout: RawLayout) -> RawFrame {
        RawFrame(layout: layout) { x, _ in bars[x * bars.count / layout.size.width] }
    }
}

extension PixelFormat {
    /// Every raw format that the encoder takes.
    static let encodable: [PixelFormat] = [
        .yuyv, .uyvy, .yvyu, .nv12, .nv21, .yu12, .yv12, .grey, .rgb24, .bgr24, .rgb565,
    ]
}

extension SampleRange {
    static let all: [SampleRange] = [.full, .limited]
}

import Camera
import JPEG
import Testing

/// The colours that come out are those that the camera saw: within 6 of 255 after decoding.
@Suite struct ColourTests {
    private static let size = Size(width: 320, height: 64)

    /// Encodes colour bars and compares the mean of each bar's middle with the true colour.
    private func expectTrueColours(_ layout: RawLayout, sourceLocation: SourceLocation = #_sourceLocation) throws {
        var encoder = try JPEGEncoder()
        let raw = RawFrame.bars(layout).bytes()
        let frame = try encoder.encode(raw.span.bytes, as: layout, quality: 85)
        let picture = try frame.withBytes { bytes in try JPEGDecoder().decode(bytes) }
        #expect(picture.size == layout.size, sourceLocation: sourceLocation)
        let width = layout.size.width / RawFrame.bars.count
        for (index, bar) in RawFrame.bars.enumerated() {
            var sum = SIMD3<Double>.zero
            for y in 0..<layout.size.height {
                for x in (index * width + 8)..<((index + 1) * width - 8) { sum += SIMD3<Double>(picture[x, y]) }
            }
            let mean = sum / Double(layout.size.height * (width - 16))
            // A grey camera sees brightness alone.
            let isGrey = layout.format == .grey
            let truth = 255 * (isGrey ? SIMD3(repeating: (bar * [0.299, 0.587, 0.114]).sum()) : bar)
            let distance = (mean - truth).max() - min(0, (mean - truth).min())
            #expect(distance <= 6, "bar \(index) is \(mean), not \(truth)", sourceLocation: sourceLocation)
        }
    }

    @Test("Every raw format, in full and in limited range", arguments: PixelFormat.encodable, SampleRange.all)
    func everyFormat(format: PixelFormat, range: SampleRange) throws {
        try expectTrueColours(RawLayout(format: format, size: Self.size, range: range))
    }

    @Test(
        "The matrix of HDTV is turned into that of JPEG",
        arguments: [PixelFormat.yuyv, .uyvy, .nv12, .yu12], SampleRange.all)
    func matrixOfHDTV(format: PixelFormat, range: SampleRange) throws {
        try expectTrueColours(RawLayout(format: format, size: Self.size, range: range, matrix: .bt709))
    }

    @Test("Lines that are padded", arguments: PixelFormat.encodable, [4 * 320 + 64, 4 * 320 + 7])
    func paddedLines(format: PixelFormat, bytesPerLine: Int) throws {
        try expectTrueColours(RawLayout(format: format, size: Self.size, bytesPerLine: bytesPerLine, range: .limited))
    }

    @Test("Odd sides", arguments: PixelFormat.encodable, SampleRange.all)
    func oddSides(format: PixelFormat, range: SampleRange) throws {
        try expectTrueColours(RawLayout(format: format, size: Size(width: 321, height: 63), range: range))
    }

    @Test("The steps of brightness are those of the standard, everywhere in the limited range")
    func everyStepOfBrightness() throws {
        let layout = RawLayout(format: .grey, size: Size(width: 256, height: 8), range: .limited)
        let raw = (0..<8).flatMap { _ in (0...255).map(UInt8.init) }
        var encoder = try JPEGEncoder()
        let frame = try encoder.encode(raw.span.bytes, as: layout, quality: 100)
        let picture = try frame.withBytes { bytes in try JPEGDecoder().decode(bytes) }
        for value in 0...255 {
            let truth = min(255, max(0, (Double(value) - 16) * 255 / 219))
            #expect(abs(Double(picture[value, 4].x) - truth) <= 2, "\(value) became \(picture[value, 4].x)")
        }
    }

    @Test(
        "Bright and dark edges outside of the limited range are held, not turned over",
        arguments: [
            PixelFormat.yuyv, .uyvy, .nv12, .yu12, .rgb24,
        ])
    func valuesOutsideTheRange(format: PixelFormat) throws {
        for value: UInt8 in [0, 255] {
            let raw = [UInt8](repeating: value, count: 64 * 64 * 3)
            let layout = RawLayout(format: format, size: Size(width: 64, height: 64), range: .limited)
            var encoder = try JPEGEncoder()
            let frame = try encoder.encode(raw.span.bytes, as: layout, quality: 90)
            let picture = try frame.withBytes { bytes in try JPEGDecoder().decode(bytes) }
            // Of the pairs of equal bytes, green is what shows the sign of both colour differences.
            let isBright = value == 255
            let expected: SIMD3<Int> =
                format == .rgb24
                ? SIMD3(repeating: isBright ? 255 : 0)
                : isBright ? [255, 120, 255] : [0, 135, 0]
            let difference = picture[32, 32] &- expected
            #expect(max(difference.max(), -difference.min()) <= 6, "\(picture[32, 32]), not \(expected)")
        }
    }
}

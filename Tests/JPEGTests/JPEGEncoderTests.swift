import Camera
import JPEG
import Testing

/// The same picture is the same JPEG, whichever way it came; what is no picture is refused.
@Suite struct JPEGEncoderTests {
    /// Smooth in both directions, so that rounding is all there is between two ways of making it.
    private static func frame(_ layout: RawLayout) -> RawFrame {
        let (width, height) = (Double(layout.size.width), Double(layout.size.height))
        return RawFrame(layout: layout) { x, y in [Double(x) / width, Double(y) / height, 1 - Double(x) / width] }
    }

    private func encode(
        _ bytes: [UInt8], as layout: RawLayout, quality: Int = 80
    ) throws(JPEGError) -> [UInt8] {
        var encoder = try JPEGEncoder()
        return try encoder.encode(bytes.span.bytes, as: layout, quality: quality).withBytes { bytes in
            bytes.withUnsafeBytes { Array($0) }
        }
    }

    @Test(
        "The order of the bytes makes no difference",
        arguments: [
            [PixelFormat.yuyv, .uyvy, .yvyu], [.nv12, .nv21, .yu12, .yv12], [.rgb24, .bgr24],
        ], [Size(width: 64, height: 48), Size(width: 37, height: 21)])
    func orderMakesNoDifference(formats: [PixelFormat], size: Size) throws {
        for range in SampleRange.all {
            let all = try formats.map { format in
                let layout = RawLayout(format: format, size: size, range: range)
                return try encode(Self.frame(layout).bytes(), as: layout)
            }
            #expect(Set(all).count == 1)
        }
    }

    @Test("The colour of two lines is the mean of both, whichever format tells it", arguments: [0.1, 0.5, 0.9])
    func coloursOfTwoLinesAreMixed(blue: Double) throws {
        let size = Size(width: 32, height: 32)
        let jpegs = try [PixelFormat.yuyv, .nv12].map { format in
            let layout = RawLayout(format: format, size: size)
            let lines = RawFrame(layout: layout) { _, y in y % 2 == 0 ? [0.5, 0.5, blue] : [blue, 0.5, 0.5] }
            var encoder = try JPEGEncoder()
            let raw = lines.bytes()
            return try encoder.encode(raw.span.bytes, as: layout, quality: 95)
        }
        let pictures = try jpegs.map { try $0.withBytes { bytes in try JPEGDecoder().decode(bytes) } }
        for (one, other) in zip(pictures[0].pixels, pictures[1].pixels) { #expect(abs(Int(one) - Int(other)) <= 3) }
    }

    @Test("Whatever pads the lines is not in the picture", arguments: PixelFormat.encodable)
    func paddingIsNotEncoded(format: PixelFormat) throws {
        for size in [Size(width: 64, height: 48), Size(width: 37, height: 21), Size(width: 1, height: 1)] {
            let layout = RawLayout(format: format, size: size, bytesPerLine: 300)
            let frame = Self.frame(layout)
            let jpegs = try [0x00, 0xFF].map { try encode(frame.bytes(padding: $0), as: layout) }
            #expect(jpegs[0] == jpegs[1])
            var tight = layout
            tight.bytesPerLine = 0
            #expect(try encode(Self.frame(tight).bytes(), as: tight) == jpegs[0])
        }
    }

    @Test("Every small size can be encoded from memory that ends with its last byte", arguments: PixelFormat.encodable)
    func everySmallSize(format: PixelFormat) throws {
        var encoder = try JPEGEncoder()
        let decoder = try JPEGDecoder()
        for (width, height) in (1...40).map({ ($0, 41 - $0) }) + [(1, 1), (2, 1), (1, 2), (130, 3), (129, 2), (66, 5)] {
            for range in SampleRange.all {
                var layout = RawLayout(format: format, size: Size(width: width, height: height), range: range)
                if width % 3 == 0 { layout.matrix = .bt709 }
                let raw = Self.frame(layout).bytes()
                // Memory of this very size: a sanitizer sees each byte that is read outside.
                let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: raw.count, alignment: 1)
                defer { memory.deallocate() }
                memory.copyBytes(from: raw)
                let frame = try encoder.encode(memory.bytes, as: layout, quality: 75)
                let picture = try frame.withBytes { bytes in try decoder.decode(bytes) }
                #expect(picture.size == layout.size)
                #expect(picture.warning == nil)
            }
        }
    }

    @Test("A buffer that lacks one byte is short; one that has more is not", arguments: PixelFormat.encodable)
    func shortBuffersAreRefused(format: PixelFormat) throws {
        for size in [Size(width: 64, height: 48), Size(width: 37, height: 21)] {
            for bytesPerLine in [0, 300] {
                let layout = RawLayout(format: format, size: size, bytesPerLine: bytesPerLine)
                let raw = Self.frame(layout).bytes()
                let whole = try encode(raw, as: layout)
                #expect(try encode(raw + [1, 2, 3], as: layout) == whole)
                let error = #expect(throws: JPEGError.self) { try encode(raw.dropLast(), as: layout) }
                #expect(error == .short(needed: raw.count, got: raw.count - 1))
                #expect(error?.brokenCause == .short)
            }
        }
    }

    @Test(
        "What makes no picture is refused in words",
        arguments: [
            (RawLayout(format: .y16, size: Size(width: 8, height: 8)), "Y16 is no raw format that can be encoded"),
            (RawLayout(format: .mjpeg, size: Size(width: 8, height: 8)), "MJPG is no raw format that can be encoded"),
            (
                RawLayout(format: .yuyv, size: Size(width: 0, height: 8)),
                "0x8 is no size of a JPEG, whose sides are 1 to 65500"
            ),
            (
                RawLayout(format: .yuyv, size: Size(width: 8, height: 65501)),
                "8x65501 is no size of a JPEG, whose sides are 1 to 65500"
            ),
            (
                RawLayout(format: .yuyv, size: Size(width: 8, height: 8), bytesPerLine: 15),
                "15 bytes a line cannot be right for 8x8 in YUYV: 16 are needed"
            ),
            (
                RawLayout(format: .yu12, size: Size(width: 8, height: 8), bytesPerLine: -8),
                "-8 bytes a line cannot be right for 8x8 in YU12: 8 are needed"
            ),
        ])
    func impossibleLayoutsAreRefused(layout: RawLayout, words: String) {
        let error = #expect(throws: JPEGError.self) { try encode([1, 2, 3], as: layout) }
        #expect(error?.description == words)
        #expect(error?.brokenCause == nil)
    }

    @Test("Less quality is fewer bytes, from frame to frame, and the encoder keeps nothing of the frame before")
    func qualityMayChange() throws {
        let layout = RawLayout(format: .yuyv, size: Size(width: 160, height: 120))
        var random = SystemRandomNumberGenerator()
        let noise = (0..<160 * 240).map { _ in UInt8.random(in: 0...255, using: &random) }
        var encoder = try JPEGEncoder()
        let counts = try [90, 50, 10, 90].map { try encoder.encode(noise.span.bytes, as: layout, quality: $0).count }
        #expect(counts[0] > counts[1])
        #expect(counts[1] > counts[2])
        #expect(counts[0] == counts[3])
    }

    @Test("One encoder takes any format and size after any other")
    func formatsMayChange() throws {
        var encoder = try JPEGEncoder()
        for width in [640, 16, 322, 7] {
            for format in PixelFormat.encodable {
                let layout = RawLayout(format: format, size: Size(width: width, height: 18))
                let raw = Self.frame(layout).bytes()
                let frame = try encoder.encode(raw.span.bytes, as: layout, quality: 80)
                #expect(try frame.withBytes { $0.withUnsafeBytes { Array($0) } } == encode(raw, as: layout))
            }
        }
    }
}

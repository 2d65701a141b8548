import Camera
import Testing
import Video4Linux

/// What libv4lconvert makes of the formats that our encoder does not read.
@Suite struct ConverterTests {
    private static func format(
        _ code: String, _ size: Size = Size(width: 32, height: 16), bytesPerLine: Int = 0
    ) -> StreamFormat {
        StreamFormat(pixelFormat: PixelFormat(code)!, size: size, bytesPerLine: bytesPerLine, imageSize: 0)
    }

    private func convert(_ bytes: [UInt8], as format: StreamFormat) throws -> (bytes: [UInt8], format: StreamFormat) {
        var converter = try Converter(from: format)
        let converted = try converter.convert(bytes.span.bytes) { span in span.withUnsafeBytes { Array($0) } }
        return (converted, converter.format)
    }

    @Test(
        "RGB in four bytes loses its fourth, whatever their order",
        arguments: [
            ("XR24", [3, 2, 1, 0]), ("AR24", [3, 2, 1, 0]), ("BGR4", [3, 2, 1, 0]), ("BX24", [0, 1, 2, 3]),
            ("BA24", [0, 1, 2, 3]), ("RGB4", [0, 1, 2, 3]),
        ] as [(String, [UInt8])])
    func fourBytes(code: String, pixel: [UInt8]) throws {
        let frame = Array(repeating: pixel, count: 32 * 16).flatMap { $0 }
        let (pixels, format) = try convert(frame, as: Self.format(code))
        #expect(format.pixelFormat == .rgb24 && format.isFullRange)
        #expect(pixels == Array(repeating: [1, 2, 3], count: 32 * 16).flatMap { $0 })
    }

    @Test("Hue goes around in 180 steps", arguments: [("HSV3", 0), ("HSV4", 1)])
    func hue(code: String, first: Int) throws {
        let green: [UInt8] = Array(repeating: 0, count: first) + [60, 255, 200]
        let (pixels, _) = try convert(Array(repeating: green, count: 512).flatMap { $0 }, as: Self.format(code))
        #expect(Array(pixels.prefix(3)) == [0, 200, 0])
    }

    @Test("An even grey stays grey in every Bayer order and depth", arguments: ["BA81", "GBRG", "GRBG", "RGGB"])
    func bayer(code: String) throws {
        let (pixels, _) = try convert(Array(repeating: 100, count: 32 * 16), as: Self.format(code))
        #expect(pixels.allSatisfy { $0 == 100 } && pixels.count == 32 * 16 * 3)
    }

    @Test("Bayer tells red from blue", arguments: [("RGGB", 0), ("BA81", 2)])
    func bayerColors(code: String, bright: Int) throws {
        // The first of every 2x2 pixels is bright.
        let frame = (0..<16).flatMap { y in (0..<32).map { x in UInt8(x % 2 == 0 && y % 2 == 0 ? 200 : 0) } }
        let (pixels, _) = try convert(frame, as: Self.format(code))
        let middle = (8 * 32 + 16) * 3
        #expect(pixels[middle + bright] > 100 && pixels[middle + 2 - bright] < 20)
    }

    @Test("4:2:2 becomes 4:2:0 with its numbers unchanged, and keeps its range", arguments: [("NV16", 0), ("NV61", 1)])
    func semiPlanar(code: String, swap: Int) throws {
        let chroma = Array(repeating: swap == 0 ? [60, 200] : [200, 60] as [UInt8], count: 16 * 16).flatMap { $0 }
        let (planes, format) = try convert(Array(repeating: 16, count: 32 * 16) + chroma, as: Self.format(code))
        #expect(format.pixelFormat == .yu12 && !format.isFullRange)
        #expect(planes.prefix(512).allSatisfy { $0 == 16 })
        #expect(planes.dropFirst(512).prefix(128).allSatisfy { $0 == 60 })
        #expect(planes.dropFirst(640).allSatisfy { $0 == 200 } && planes.count == 768)
    }

    @Test("Padding at the end of lines is left out", arguments: ["BA81", "NV16", "XR24", "BYR2"])
    func padding(code: String) throws {
        let width = ["BA81": 32, "NV16": 32, "XR24": 128, "BYR2": 64][code]!
        let lines = code == "NV16" ? 32 : 16
        let tight = Array(repeating: UInt8(77), count: width)
        let padded = Array(repeating: tight + Array(repeating: UInt8(255), count: 20), count: lines).flatMap { $0 }
        let expected = try convert(Array(repeating: tight, count: lines).flatMap { $0 }, as: Self.format(code))
        #expect(try convert(padded, as: Self.format(code, bytesPerLine: width + 20)).bytes == expected.bytes)
    }

    @Test("A frame that is cut short is an error, and the next one is fine")
    func short() throws {
        var converter = try Converter(from: Self.format("BA81"))
        let cut = [UInt8](repeating: 1, count: 100)
        let error = #expect(throws: ConversionError.self) { try converter.convert(cut.span.bytes) { $0.byteCount } }
        #expect(error?.isShort == true)
        let whole = [UInt8](repeating: 1, count: 512)
        #expect(try converter.convert(whole.span.bytes) { $0.byteCount } == 32 * 16 * 3)
    }

    @Test(
        "A size at which the library would leave its memory is refused",
        arguments: [("BA81", 33, 16), ("S501", 40, 16)])
    func unsafeSizes(code: String, width: Int, height: Int) {
        let error = #expect(throws: CaptureError.self) {
            _ = try Converter(from: Self.format(code, Size(width: width, height: height)))
        }
        #expect(error?.condition.state == .failed && error?.condition.hint?.contains("multiples of") == true)
    }

    static let all: [PixelFormat] = [
        "NV16", "NV61", "M420", "HM12", "S501", "S505", "S508", "CITV", "KONI", "S920", "CPIA", "BGR4", "RGB4", "XR24",
        "BX24", "AR24", "BA24", "BA81", "GBRG", "GRBG", "RGGB", "pBAA", "pGAA", "pgAA", "pRAA", "BG10", "GB10", "BA10",
        "RG10", "BYR2", "GB16", "GR16", "RG16", "S680", "S561", "S910", "SONX", "P207", "M310", "JL20", "905C", "S401",
        "PJPG", "JPGL", "HSV3", "HSV4", "Y10B", "Y16",
    ].map { PixelFormat($0)! }

    @Test(
        "Every format that counts as convertible is known to the library, and noise does not break it", arguments: all)
    func noise(format: PixelFormat) throws {
        #expect(format.isConvertible)
        // One number after the other by a fixed rule: noise that is the same in every run.
        var state = UInt32(truncatingIfNeeded: format.rawValue)
        var converter = try Converter(from: Self.format(format.description, Size(width: 320, height: 240)))
        for length in [0, 1, 100, 5000, 76_800, 320 * 240 * 4] {
            let bytes = (0..<length).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(truncatingIfNeeded: state >> 24)
            }
            do {
                _ = try converter.convert(bytes.span.bytes) { $0.byteCount }
            } catch {
                #expect(!error.message.contains("Unknown"))
            }
        }
    }
}

import Camera
import JPEG
import Testing

/// What the decoder tells of pictures that are whole, damaged, or none.
@Suite struct JPEGDecoderTests {
    private static func jpeg() throws -> [UInt8] {
        let layout = RawLayout(format: .rgb24, size: Size(width: 40, height: 24))
        let raw = RawFrame(layout: layout) { x, y in [Double(x % 5) / 4, Double(y % 7) / 6, 0.5] }.bytes()
        var encoder = try JPEGEncoder()
        return try encoder.encode(raw.span.bytes, as: layout, quality: 90).withBytes { bytes in
            bytes.withUnsafeBytes { Array($0) }
        }
    }

    @Test("A whole picture has its size and no warning")
    func wholePictures() throws {
        let jpeg = try Self.jpeg()
        let decoder = try JPEGDecoder()
        #expect(try decoder.size(of: jpeg.span.bytes) == Size(width: 40, height: 24))
        let picture = try decoder.decode(jpeg.span.bytes)
        #expect(picture.size == Size(width: 40, height: 24))
        #expect(picture.pixels.count == 40 * 24 * 3)
        #expect(picture.warning == nil)
    }

    @Test("A picture cut short is shown with a warning")
    func cutPictures() throws {
        let jpeg = try Self.jpeg().dropLast(100) + []
        #expect(try JPEGDecoder().decode(jpeg.span.bytes).warning?.contains("Premature end") == true)
    }

    @Test("What is no picture is an error in the library's words", arguments: [[], [0xFF], Array("GIF89a".utf8)])
    func noPictures(bytes: [UInt8]) throws {
        let decoder = try JPEGDecoder()
        let error = #expect(throws: JPEGError.self) { try decoder.decode(bytes.span.bytes) }
        #expect(error?.description.hasPrefix("cannot read a JPEG header: ") == true)
    }
}

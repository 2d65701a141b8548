import Camera
import JPEG

/// What devices deliver in these tests.
enum DevicePictures {
    static let size = Size(width: 64, height: 48)

    /// A whole JPEG of an even grey.
    static func jpeg(_ luma: UInt8 = 100, size: Size = size) throws -> [UInt8] {
        var encoder = try JPEGEncoder()
        let pixels = [UInt8](repeating: luma, count: size.area)
        let bytes = try encoder.encode(
            pixels.span.bytes, as: RawLayout(format: .grey, size: size, range: .full), quality: 90)
        return bytes.withBytes { $0.withUnsafeBytes { Array($0) } }
    }

    /// The same without its Huffman tables, as many webcams send it.
    static func withoutTables(_ jpeg: [UInt8]) -> [UInt8] {
        var result = Array(jpeg.prefix(2))
        var place = 2
        while place + 4 <= jpeg.count, jpeg[place + 1] != 0xDA {
            let end = place + 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3])
            if jpeg[place + 1] != 0xC4 { result += jpeg[place..<end] }
            place = end
        }
        return result + jpeg[place...]
    }

    /// A YUYV picture of one colour.
    static func yuyv(luma: UInt8, blue: UInt8 = 128, red: UInt8 = 128, size: Size = size) -> [UInt8] {
        Array(repeating: [luma, blue, luma, red], count: size.area / 2).flatMap { $0 }
    }
}

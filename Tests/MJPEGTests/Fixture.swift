import CTurboJPEG
import Camera
import JPEG
import MJPEG
import Testing

/// Pictures made by the real encoder, and what the real decoder sees.
enum Fixture {
    /// A picture with something in every corner, so that its scan has stuffed bytes and long codes.
    static func encoded(
        _ size: Size = Size(width: 48, height: 32), subsampling: TJSAMP = TJSAMP_422, quality: Int32 = 90,
        flags: Int32 = 0
    ) throws -> [UInt8] {
        var random = SplitMix(seed: 7)
        let pixels = (0..<size.area * 3).map { UInt8(($0 * 5 / size.width + Int(random.next() % 40)) & 0xFF) }
        let handle = try #require(tjInitCompress())
        defer { tjDestroy(handle) }
        var target: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let answer = tjCompress2(
            handle, pixels, Int32(size.width), 0, Int32(size.height), Int32(TJPF_RGB.rawValue), &target, &count,
            Int32(subsampling.rawValue), quality, flags)
        defer { tjFree(target) }
        try #require(answer == 0)
        return Array(UnsafeBufferPointer(start: target, count: Int(count)))
    }

    static func decoded(_ bytes: [UInt8]) throws -> RGBPicture { try JPEGDecoder().decode(bytes.span.bytes) }

    static func structure(_ bytes: [UInt8]) throws(JPEGFault) -> JPEGStructure {
        try JPEGStructure(onlyIn: bytes.span.bytes)
    }

    /// What the repair makes of some bytes.
    static func repaired(_ bytes: [UInt8]) throws(JPEGFault) -> [UInt8] {
        try JPEGPicture(copying: bytes.span.bytes).bytes.copy
    }

    /// Why some bytes are refused; nil if they are not.
    static func cause(_ bytes: [UInt8]) -> BrokenCause? {
        do {
            _ = try JPEGPicture(copying: bytes.span.bytes)
            return nil
        } catch {
            return error.cause
        }
    }
}

/// Numbers that look like chance and are the same in every run.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = SplitMix(seed: seed)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

extension FrameBytes {
    var copy: [UInt8] { withBytes { $0.withUnsafeBytes { Array($0) } } }
}

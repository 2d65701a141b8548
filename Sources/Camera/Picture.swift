/// Width and height of a picture, in pixels.
package struct Size: Hashable, Sendable, CustomStringConvertible {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// `1280x720`; nil for anything else, and for a side below 1 or above 16384.
    package init?(_ text: String) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]),
            (1...16384).contains(width), (1...16384).contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }

    package var area: Int { width * height }
    package var description: String { "\(width)x\(height)" }

    /// Whether a picture of the other size fits into this one.
    package func contains(_ other: Size) -> Bool { other.width <= width && other.height <= height }
}

/// A V4L2 pixel format: its four-character code, the first character in the lowest byte.
///
/// The corresponding C type is the `pixelformat` of `struct v4l2_pix_format`.
package struct PixelFormat: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// From its text, padded with spaces: `MJPG`, `YUYV`, `Y16`. Nil unless 1 to 4 printable ASCII characters.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (1...4).contains(bytes.count), bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        let padded = bytes + Array(repeating: UInt8(ascii: " "), count: 4 - bytes.count)
        rawValue = padded.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    package var description: String {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (8 * UInt32($0))) }
        let text = bytes.map { (0x20...0x7E).contains($0) ? Character(UnicodeScalar($0)) : "?" }
        return String(text).split(separator: " ").first.map(String.init) ?? "????"
    }
}

extension PixelFormat {
    private init(code: StaticString) {
        // A literal of ours: four ASCII characters.
        self.init(code.description)!
    }

    package static let mjpeg = PixelFormat(code: "MJPG")
    package static let jpeg = PixelFormat(code: "JPEG")
    package static let yuyv = PixelFormat(code: "YUYV")
    package static let uyvy = PixelFormat(code: "UYVY")
    package static let yvyu = PixelFormat(code: "YVYU")
    package static let nv12 = PixelFormat(code: "NV12")
    package static let nv21 = PixelFormat(code: "NV21")
    package static let yu12 = PixelFormat(code: "YU12")
    package static let yv12 = PixelFormat(code: "YV12")
    package static let grey = PixelFormat(code: "GREY")
    package static let rgb24 = PixelFormat(code: "RGB3")
    package static let bgr24 = PixelFormat(code: "BGR3")
    package static let rgb565 = PixelFormat(code: "RGBP")
    package static let y8i = PixelFormat(code: "Y8I ")
    package static let y10 = PixelFormat(code: "Y10 ")
    package static let y12 = PixelFormat(code: "Y12 ")
    package static let y16 = PixelFormat(code: "Y16 ")
    package static let z16 = PixelFormat(code: "Z16 ")

    /// Frames that are JPEG already and are passed through.
    package var isCompressed: Bool { self == .mjpeg || self == .jpeg }

    /// What infrared and depth sensors give; a node with nothing else is no camera unless the configuration names it.
    package var isSensorOnly: Bool {
        [.grey, .y8i, .y10, .y12, .y16, .z16].contains(self)
    }

    /// Raw formats that our encoder reads without a conversion by libv4lconvert.
    package var isEncodable: Bool {
        [.yuyv, .uyvy, .yvyu, .nv12, .nv21, .yu12, .yv12, .grey, .rgb24, .bgr24, .rgb565].contains(self)
    }
}

/// The time between two frames as a fraction of a second, as V4L2 gives it: 1/30 is 30 fps.
///
/// The corresponding C type is `struct v4l2_fract`.
package struct FrameInterval: Hashable, Sendable {
    package var numerator: UInt32
    package var denominator: UInt32

    package init(numerator: UInt32, denominator: UInt32) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Frames a second; 0 where the device gives no usable fraction.
    package var framesPerSecond: Double { numerator == 0 ? 0 : Double(denominator) / Double(numerator) }
}

/// One way in which a device can deliver: a format, a size, and the intervals that it offers for them.
package struct Mode: Hashable, Sendable {
    package var format: PixelFormat
    package var size: Size
    /// Shortest interval first; empty when the device names none.
    package var intervals: [FrameInterval]

    package init(format: PixelFormat, size: Size, intervals: [FrameInterval]) {
        self.format = format
        self.size = size
        self.intervals = intervals
    }
}

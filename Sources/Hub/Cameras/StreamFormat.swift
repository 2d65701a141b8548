import Camera
import HTTP

/// How pictures follow each other in `multipart/x-mixed-replace`, byte by byte.
///
/// The boundary that ends a part goes out with it, not before the next one: browsers show a picture when they see it.
enum StreamFormat {
    private static let boundary = "camhubframe"
    static let contentType = "multipart/x-mixed-replace;boundary=\(boundary)"

    /// What comes before the first picture.
    static let opening = Part([shared("--\(boundary)\r\n")])
    private static let ending = shared("\r\n--\(boundary)\r\n")

    /// - Parameter unixMicroseconds: when it was taken.
    static func part(_ picture: SharedBytes, takenAt unixMicroseconds: Int64) -> Part {
        let (seconds, rest) = unixMicroseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let fraction = String(1_000_000 + rest).dropFirst()
        let head = """
            Content-Type: image/jpeg\r
            Content-Length: \(picture.buffer.count)\r
            X-Timestamp: \(seconds).\(fraction)\r
            \r\n
            """
        return Part([shared(head), picture, ending])
    }

    private static func shared(_ text: String) -> SharedBytes {
        let bytes = Array(text.utf8).withUnsafeBytes { FrameBytes(copying: $0) }
        return SharedBytes(bytes.buffer, owner: bytes)
    }
}

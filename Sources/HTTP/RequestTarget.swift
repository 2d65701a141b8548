/// The target of a request line: path segments, decoded once and strictly, and the raw query.
package struct RequestTarget: Equatable, Sendable {
    /// `/cam/x/frame` is `["cam", "x", "frame"]`, `/` is `[]`; a trailing slash gives an empty last segment.
    package let segments: [String]
    /// What follows the question mark, not decoded; never logged.
    package let query: String

    /// Why a target was refused, in words for the client.
    package struct Refused: Error, Equatable {
        package let reason: String
    }

    /// Reads the origin form, `/path?query`. Everything that could be understood in two ways is refused.
    ///
    /// On the path of every frame: one pass over the bytes, and no allocation for segments of up to 15 bytes.
    package init(_ text: String) throws(Refused) {
        let bytes = text.utf8.span
        guard bytes.count > 0, bytes[0] == UInt8(ascii: "/") else {
            throw Refused(reason: "the request target must be a path that begins with /")
        }
        var segments: [String] = []
        segments.reserveCapacity(4)
        var start = 1
        var end = 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "?") {
            if bytes[end] == UInt8(ascii: "/") {
                segments.append(try RequestTarget.decode(bytes.extracting(start..<end)))
                start = end + 1
            }
            end += 1
        }
        if end > 1 { segments.append(try RequestTarget.decode(bytes.extracting(start..<end))) }
        self.segments = segments
        query = end < bytes.count ? String(decoding: text.utf8.dropFirst(end + 1), as: UTF8.self) : ""
    }

    /// The decoded value of a query key; see `FormFields`.
    package func value(of key: String) -> String? { FormFields(query.utf8).value(of: key) }

    private static func decode(_ raw: Span<UInt8>) throws(Refused) -> String {
        var isPlain = true
        for index in raw.indices {
            let byte = raw[index]
            guard byte > 0x20, byte != 0x7F, byte != UInt8(ascii: "#") else {
                throw Refused(reason: "control characters, spaces and # are not allowed in a path")
            }
            if byte == UInt8(ascii: "%") || byte == UInt8(ascii: ".") { isPlain = false }
        }
        if isPlain { return try text(raw) }
        guard let bytes = unescape(raw) else {
            throw Refused(reason: "a percent sign must be followed by two hexadecimal digits")
        }
        guard !bytes.contains(where: { isControl($0) || $0 == UInt8(ascii: "/") }) else {
            throw Refused(reason: "encoded slashes and control characters are not allowed in a path")
        }
        let text = try text(bytes.span)
        guard text != ".", text != ".." else { throw Refused(reason: "dot segments are not allowed in a path") }
        return text
    }

    /// Nil if a percent sign stands alone.
    static func unescape(_ raw: Span<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var index = 0
        while index < raw.count {
            guard raw[index] == UInt8(ascii: "%") else {
                bytes.append(raw[index])
                index += 1
                continue
            }
            guard index + 2 < raw.count, let high = hexDigit(raw[index + 1]), let low = hexDigit(raw[index + 2]) else {
                return nil
            }
            bytes.append(high << 4 | low)
            index += 3
        }
        return bytes
    }

    private static func text(_ bytes: Span<UInt8>) throws(Refused) -> String {
        guard let valid = try? UTF8Span(validating: bytes) else { throw Refused(reason: "the path is not UTF-8") }
        return String(copying: valid)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}

func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

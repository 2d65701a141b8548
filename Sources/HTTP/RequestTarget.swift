/// The target of a request line: path segments, decoded once and strictly, and the raw query.
package struct RequestTarget: Equatable, Sendable {
    /// `/cam/x/frame` is `["cam", "x", "frame"]`, `/` is `[]`; a trailing slash gives an empty last segment.
    package let segments: [String]
    /// What follows the question mark, not decoded; never logged.
    package let query: Substring

    /// Why a target was refused, in words for the client.
    package struct Refused: Error, Equatable {
        package let reason: String
    }

    /// Reads the origin form, `/path?query`. Everything that could be understood in two ways is refused.
    package init(_ text: String) throws(Refused) {
        guard text.utf8.first == UInt8(ascii: "/") else {
            throw Refused(reason: "the request target must be a path that begins with /")
        }
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        query = parts.count > 1 ? parts[1] : ""
        let path = parts[0].dropFirst()
        guard !path.isEmpty else {
            segments = []
            return
        }
        var segments: [String] = []
        for raw in path.split(separator: "/", omittingEmptySubsequences: false) {
            segments.append(try RequestTarget.decode(raw))
        }
        self.segments = segments
    }

    /// The decoded value of a query key: nil if it is absent, the first if it comes twice or more.
    package func value(of key: String) -> String? {
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts[0] == key else { continue }
            return parts.count > 1 ? try? RequestTarget.decode(parts[1]) : ""
        }
        return nil
    }

    private static func decode(_ raw: Substring) throws(Refused) -> String {
        if raw == "." || raw == ".." { throw Refused(reason: "dot segments are not allowed in a path") }
        guard raw.utf8.contains(UInt8(ascii: "%")) else {
            guard raw.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
                throw Refused(reason: "control characters and spaces are not allowed in a path")
            }
            return String(raw)
        }
        var bytes: [UInt8] = []
        var rest = raw.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit) else {
                throw Refused(reason: "a percent sign must be followed by two hexadecimal digits")
            }
            bytes.append(high << 4 | low)
        }
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }),
            let text = String(validating: bytes, as: UTF8.self), text != ".", text != ".."
        else { throw Refused(reason: "an encoded slash, dot segment, control character or invalid UTF-8 in a path") }
        return text
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}

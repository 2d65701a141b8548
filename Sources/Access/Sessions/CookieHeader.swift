/// A Cookie header field: `name=value; name=value`. Whatever is not of this form is passed over.
enum CookieHeader {
    /// A longer one counts as none.
    private static let limit = 8192

    /// Hands out the values that have this name, in their order, until `isEnough` says so.
    ///
    /// There may be several: a browser sends one for each path that fits, and a neighbouring host may have set one.
    static func search(_ header: String, for name: [UInt8], isEnough: (Span<UInt8>) -> Bool) {
        let bytes = header.utf8.span
        guard bytes.count <= limit else { return }
        var start = 0
        while start < bytes.count {
            var end = start
            while end < bytes.count, bytes[end] != UInt8(ascii: ";") { end += 1 }
            while start < end, isSpace(bytes[start]) { start += 1 }
            var last = end
            while last > start, isSpace(bytes[last - 1]) { last -= 1 }
            if let value = placeOfValue(in: bytes, start..<last, of: name) {
                if isEnough(bytes.extracting(value)) { return }
            }
            start = end + 1
        }
    }

    private static func placeOfValue(in bytes: Span<UInt8>, _ pair: Range<Int>, of name: [UInt8]) -> Range<Int>? {
        let equals = pair.lowerBound + name.count
        guard equals < pair.upperBound, bytes[equals] == UInt8(ascii: "=") else { return nil }
        for index in name.indices where bytes[pair.lowerBound + index] != name[index] { return nil }
        return (equals + 1)..<pair.upperBound
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

/// The name of a machine, in lower case: letters, digits, hyphens and underscores between dots.
package struct HostName: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package static let allowed = "a host name without scheme and port, such as cameras.example.org"

    /// Nil also for what ends in a number: that is an address, or was meant to be one.
    package init?(_ text: String) { self.init(text[...]) }

    /// Nil also for what ends in a number.
    package init?(_ text: Substring) {
        guard Self.isName(text.utf8) else { return nil }
        description = text.utf8.contains(where: \.isUpperCase) ? text.lowercased() : String(text)
    }

    /// One pass over the bytes: each request's Host comes by here.
    private static func isName(_ bytes: Substring.UTF8View) -> Bool {
        var length = 0
        var isNumber = true
        var last = UInt8(ascii: ".")
        for byte in bytes {
            if byte == UInt8(ascii: ".") {
                guard isLabel(length: length, last: last) else { return false }
                length = 0
                isNumber = true
            } else {
                guard byte.isLetterOrDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") && length > 0
                else {
                    return false
                }
                length += 1
                if !byte.isDigit { isNumber = false }
            }
            last = byte
        }
        return isLabel(length: length, last: last) && !isNumber && bytes.count <= 253
    }

    private static func isLabel(length: Int, last: UInt8) -> Bool {
        (1...63).contains(length) && last != UInt8(ascii: "-")
    }
}

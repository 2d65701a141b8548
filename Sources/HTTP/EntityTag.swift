/// An entity tag, and the comparison that `If-None-Match` asks for (RFC 9110, 8.8.3 and 13.1.2).
package struct EntityTag: Hashable, Sendable {
    /// What stands between the quotes.
    package let opaque: String
    package let isWeak: Bool

    package init(_ opaque: String, isWeak: Bool = false) {
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// As it stands in a header field.
    package var text: String { isWeak ? "W/\"\(opaque)\"" : "\"\(opaque)\"" }

    /// Whether the field's list, or its `*`, names this tag. Weak comparison: `W/` does not count.
    package func isNamed(in ifNoneMatch: String) -> Bool {
        var rest = ifNoneMatch.utf8[...]
        let wanted = opaque.utf8
        func skip(while isSkipped: (UInt8) -> Bool) { rest = rest.drop(while: isSkipped) }
        while true {
            skip { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: ",") }
            guard let first = rest.first else { return false }
            if first == UInt8(ascii: "*") { return true }
            if first == UInt8(ascii: "W") { rest = rest.dropFirst().drop { $0 == UInt8(ascii: "/") } }
            guard rest.popFirst() == UInt8(ascii: "\""), let end = rest.firstIndex(of: UInt8(ascii: "\"")) else {
                return false
            }
            if rest[..<end].elementsEqual(wanted) { return true }
            rest = rest[rest.index(after: end)...]
        }
    }
}

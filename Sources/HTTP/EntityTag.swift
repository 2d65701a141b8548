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

    /// Whether the field's list, or its `*`, names this tag. Weak comparison: `W/` does not count. A field that breaks
    /// the grammar names nothing from there on: the client gets the whole answer, which is always right.
    package func isNamed(in ifNoneMatch: String) -> Bool {
        var rest = ifNoneMatch.utf8[...]
        rest.skipBlanks()
        if rest.first == UInt8(ascii: "*") {
            rest.removeFirst()
            rest.skipBlanks()
            return rest.isEmpty
        }
        while true {
            // Empty members are allowed: a list may be put together from several fields.
            while rest.first == UInt8(ascii: ",") {
                rest.removeFirst()
                rest.skipBlanks()
            }
            guard let named = rest.readTag() else { return false }
            rest.skipBlanks()
            guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return false }
            if named.elementsEqual(opaque.utf8) { return true }
        }
    }
}

extension Substring.UTF8View {
    fileprivate mutating func skipBlanks() { self = drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }

    /// What stands between the quotes of the tag that begins here, which is taken away; nil if none does.
    fileprivate mutating func readTag() -> Self? {
        if starts(with: "W/".utf8) { removeFirst(2) }
        guard popFirst() == UInt8(ascii: "\""), let end = firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        defer { self = self[index(after: end)...] }
        return self[..<end]
    }
}

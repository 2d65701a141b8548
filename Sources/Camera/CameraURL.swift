/// The http or https address of a network camera.
///
/// It may carry a user, a password and a query with more of them. Descriptions show scheme, host, port and path
/// alone; `revealed` is the whole.
package struct CameraURL: Hashable, Sendable {
    package let revealed: String
    /// What may be shown.
    package let description: String

    /// Nil unless it is `http://` or `https://` and a host, all in visible characters of ASCII.
    package init?(_ text: String) {
        let scheme = ["http://", "https://"].first { text.lowercased().hasPrefix($0) }
        guard let scheme, text.unicodeScalars.allSatisfy({ (0x21...0x7E).contains($0.value) }) else { return nil }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { !"/?#".contains($0) }
        let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        guard Self.isPlace(place) else { return nil }
        let path = rest.dropFirst(authority.count).prefix { !"?#".contains($0) }
        revealed = text
        description = scheme + place + path
    }

    /// Whether it is a host, with or without a port.
    private static func isPlace(_ place: Substring) -> Bool {
        let host: Substring
        if place.hasPrefix("["), let end = place.firstIndex(of: "]") {
            host = place[...end]
        } else {
            host = place.prefix { $0 != ":" }
        }
        let port = place.dropFirst(host.count)
        guard !host.isEmpty, host != "[]" else { return false }
        return port.isEmpty || port.hasPrefix(":") && UInt16(port.dropFirst()) != nil
    }
}

extension CameraURL: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(reflecting: description) }
}

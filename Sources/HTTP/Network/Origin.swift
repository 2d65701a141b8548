/// A web site as a browser names it in an Origin header: `https://home.example`.
package struct Origin: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package static let allowed = "a web site without a path, such as https://home.example or http://10.0.0.7:8123"

    /// Brought into the browser's form: lower case, without the scheme's own port.
    package init?(_ text: String) {
        let lower = text.lowercased()
        guard let scheme = ["http://", "https://"].first(where: lower.hasPrefix),
            let authority = Authority(lower.dropFirst(scheme.count))
        else { return nil }
        let usual: UInt16 = scheme == "http://" ? 80 : 443
        description = scheme + (authority.port == usual ? authority.withoutPort : authority).description
    }
}

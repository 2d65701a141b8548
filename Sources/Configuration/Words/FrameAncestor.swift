internal import HTTP

/// Who may embed pages: one source expression of the `frame-ancestors` directive.
///
/// Only what cannot end the directive: it goes into a header as it is.
package struct FrameAncestor: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    static let allowed = "self, * for everyone, or a web site such as https://home.example or https://*.example.org"

    package init?(_ text: String) {
        switch text {
        case "*": description = text
        // In YAML the quotes that the header wants are usually lost on the way.
        case "self", "'self'": description = "'self'"
        default:
            let wildcard = text.replacing("://*.", with: "://", maxReplacements: 1)
            guard let site = Origin(wildcard)?.description else { return nil }
            description = wildcard == text ? site : site.replacing("://", with: "://*.")
        }
    }
}

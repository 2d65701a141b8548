/// A PIN, a password or the hash of one: it shows itself only to those who ask for `revealed`.
///
/// Its description, debug description and mirror are the same three dots, whatever it holds.
package struct Secret: Hashable, Sendable {
    package let revealed: String

    package init(_ text: String) { revealed = text }

    /// Whether it is the hash of the secret in the words of crypt(3), and not the secret itself.
    package var isHash: Bool { revealed.hasPrefix("$") }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "…" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(reflecting: description) }
}

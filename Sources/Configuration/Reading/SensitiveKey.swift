internal import Camera
internal import YAML

/// A key that says who sees what, in a way that is worth a warning.
struct SensitiveKey: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A PIN or password as it is, and not its hash.
        case plain
        /// An address that lets its reader in elsewhere.
        case credentials
        /// Opened on purpose.
        case open
        /// A certificate that nobody looks at.
        case unchecked
    }

    var kind: Kind
    /// Its full name.
    var name: String
    var place: Place

    /// Nil: there is nothing to warn of.
    init?(_ entry: Entry, name: KeyName) {
        guard let kind = Self.kind(entry) else { return nil }
        self.kind = kind
        self.name = name.description
        place = entry.place
    }

    private static func kind(_ entry: Entry) -> Kind? {
        switch (entry.key, entry.value.content) {
        case ("pin", .scalar(let scalar)) where scalar.isNull: .open
        case ("pin", .scalar(let scalar)), ("password", .scalar(let scalar)):
            Secret(scalar.text).isHash ? nil : .plain
        case ("insecure", .scalar(let scalar)): scalar.text == "true" ? .unchecked : nil
        case ("url", .scalar(let scalar)): holdsCredentials(scalar.text) ? .credentials : nil
        case ("exec", .sequence(let words)): words.contains(where: holdsCredentials) ? .credentials : nil
        default: nil
        }
    }

    private static func holdsCredentials(_ node: Node) -> Bool {
        if case .scalar(let scalar) = node.content { holdsCredentials(scalar.text) } else { false }
    }

    /// Whether a text is an address with a user, or with a query that seems to have something secret in it.
    private static func holdsCredentials(_ text: String) -> Bool {
        guard let scheme = text.firstRange(of: "://") else { return false }
        let rest = text[scheme.upperBound...]
        if rest.prefix(while: { !"/?#".contains($0) }).contains("@") { return true }
        let query = rest.drop { $0 != "?" }.dropFirst()
        let names = query.split(separator: "&").map { $0.prefix { $0 != "=" }.lowercased() }
        return names.contains { name in
            ["pass", "pwd", "token", "key", "auth", "secret", "user", "usr"].contains { name.contains($0) }
        }
    }
}

package import Camera
internal import HTTP

/// What makes somebody the admin: 4 to 128 characters.
package enum Password {
    package static let allowed = "4 to 128 characters, or a hash that begins with $y$"

    /// Letters and digits that nobody takes for one another, 32 of them.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")

    /// Whether it could be a password. What begins with `$` is taken for a hash: one that was cut short must not
    /// become a password, and nobody may show a hash in place of what it was made of.
    package static func isWellFormed(_ text: String) -> Bool {
        // crypt(3) takes no more than 511 bytes.
        text.utf8.count <= 511 && (4...128).contains(text.count) && !text.hasPrefix("$") && text.isOneLine
    }

    /// A password as the configuration has it: itself, or its hash.
    package static func secret(_ text: String) -> Secret? {
        isWellFormed(text) || Secret.isYescrypt(text) ? Secret(text) : nil
    }

    /// Four groups of four: 80 bits, if the generator's numbers are random.
    package static func generated(using generator: inout some RandomNumberGenerator) -> Secret {
        var groups: [String] = []
        for _ in 0..<4 {
            let letters = (0..<4).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
            groups.append(String(letters))
        }
        return Secret(groups.joined(separator: "-"))
    }
}

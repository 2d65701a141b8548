internal import Camera

/// How PINs and passwords are written: themselves, or their yescrypt hash `$y$PARAMETERS$SALT$HASH`.
enum SecretWord {
    static let allowedPin = "4 to 12 digits, a hash that begins with $y$, or null for a camera that is open to everyone"
    static let allowedPassword = "4 to 128 characters, or a hash that begins with $y$"

    static func pin(_ text: String) -> Secret? {
        let isPin = (4...12).contains(text.utf8.count) && text.utf8.allSatisfy(\.isDigit)
        return isPin || isHash(text) ? Secret(text) : nil
    }

    /// What begins with `$` is taken for a hash: one that was cut short must not become a password.
    static func password(_ text: String) -> Secret? {
        let isPassword = (4...128).contains(text.count) && !text.hasPrefix("$") && text.isOneLine
        return isPassword || isHash(text) ? Secret(text) : nil
    }

    /// yescrypt's own form; the digest is always 43 characters.
    private static func isHash(_ text: String) -> Bool {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        return parts.count == 5 && parts[0].isEmpty && parts[1] == "y" && parts[4].utf8.count == 43
            && parts[2...].allSatisfy { part in
                (1...86).contains(part.utf8.count)
                    && part.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
            }
    }
}

extension String {
    /// Without line ends and other control characters, and not empty.
    var isOneLine: Bool {
        !isEmpty && unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}

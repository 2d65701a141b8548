internal import Camera
internal import HTTP

extension Secret {
    /// Whether it is a whole hash in yescrypt's form, `$y$PARAMETERS$SALT$HASH`; the last part is always 43 long.
    static func isYescrypt(_ text: String) -> Bool {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        return parts.count == 5 && parts[0].isEmpty && parts[1] == "y" && parts[4].utf8.count == 43
            && parts[2...].allSatisfy { part in
                (1...86).contains(part.utf8.count)
                    && part.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
            }
    }
}

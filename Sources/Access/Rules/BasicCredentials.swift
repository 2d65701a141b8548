package import Camera

/// What an Authorization header field of the Basic scheme holds.
package enum BasicCredentials: Hashable, Sendable {
    /// The user `camhub` and what could be a PIN.
    case pin(Secret)
    /// The user `admin` and what could be a password.
    case password(Secret)
    /// Another scheme or user, or nothing that could be right: wrong without any look at a secret.
    case unusable

    private static let limit = 1024

    package init(_ field: String) {
        self = Self.read(field) ?? .unusable
    }

    private static func read(_ field: String) -> BasicCredentials? {
        guard field.utf8.count <= limit else { return nil }
        let scheme = field.prefix { $0 != " " }
        guard scheme.isEqualIgnoringCase("Basic") else { return nil }
        var bytes: [UInt8] = []
        let encoded = Array(field[scheme.endIndex...].drop { $0 == " " }.utf8)
        guard Base64.decode(encoded.span, .standard, into: &bytes), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let user = String(validating: bytes[..<colon], as: UTF8.self),
            let password = String(validating: bytes[(colon + 1)...], as: UTF8.self)
        else { return nil }
        switch user {
        case "camhub" where Pin.isWellFormed(password): return .pin(Secret(password))
        case "admin" where Password.isWellFormed(password): return .password(Secret(password))
        default: return nil
        }
    }
}

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

    /// Programs send it with each request, so it is read from the bytes.
    private static func read(_ field: String) -> BasicCredentials? {
        let text = field.utf8.span
        guard text.count <= limit, let start = startOfCredentials(text) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        guard Base64.decode(text.extracting(start...), .standard, into: &bytes),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let password = String(validating: bytes[(colon + 1)...], as: UTF8.self)
        else { return nil }
        if bytes[..<colon].elementsEqual("camhub".utf8) {
            return Pin.isWellFormed(password) ? .pin(Secret(password)) : nil
        }
        guard bytes[..<colon].elementsEqual("admin".utf8), Password.isWellFormed(password) else { return nil }
        return .password(Secret(password))
    }

    /// Behind the scheme, in any case, and at least one space.
    private static func startOfCredentials(_ text: Span<UInt8>) -> Int? {
        guard text.count > 6, text[5] == UInt8(ascii: " ") else { return nil }
        for (index, letter) in "basic".utf8.enumerated() where text[index] | 0x20 != letter { return nil }
        var index = 6
        while index < text.count, text[index] == UInt8(ascii: " ") { index += 1 }
        return index
    }
}

// What a client needs of an address, and where it may lead.
extension CameraURL {
    /// Who asks, with the escapes in both taken out.
    package struct Credentials: Hashable, Sendable {
        package let user: String
        package let password: String
    }

    /// What to send to whoever asks for it; nil if the address has no user.
    package var credentials: Credentials? {
        guard let end = authority.lastIndex(of: "@") else { return nil }
        let parts = authority[..<end].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return Credentials(
            user: Self.unescaped(parts[0]), password: parts.count > 1 ? Self.unescaped(parts[1]) : "")
    }

    /// The whole without user, password and fragment.
    package var bare: String {
        let rest = afterScheme.dropFirst(authority.count).prefix { $0 != "#" }
        return scheme + "://" + place + rest
    }

    /// `http` or `https`.
    package var scheme: String { revealed.prefix { $0 != ":" }.lowercased() }

    /// The name or address of its host in lower case, with brackets where it has them.
    package var host: String {
        place.hasPrefix("[") ? place.prefix { $0 != "]" } + "]" : String(place.prefix { $0 != ":" })
    }

    package var port: UInt16 {
        UInt16(place.dropFirst(host.count + 1)) ?? (scheme == "https" ? 443 : 80)
    }

    /// Host and port, as people write them.
    package var place: String {
        let start = authority.lastIndex(of: "@").map { authority.index(after: $0) } ?? authority.startIndex
        return authority[start...].lowercased()
    }

    /// Where a server sends its client instead.
    ///
    /// User and password go along to the same server, and to its https from http; to nobody else.
    /// - Parameters:
    ///   - location: In the server's own words. Some leave out the scheme before a host and its port.
    ///   - resolved: The same as a whole address, by the rules for relative ones.
    package func led(to location: String, resolved: String?) -> CameraURL? {
        let beginning = location.prefix { !"/?#".contains($0) }
        let isPlace = beginning.contains(":") && CameraURL("http://\(beginning)") != nil
        let text = isPlace ? "\(scheme)://\(location)" : resolved
        guard let next = text.flatMap(CameraURL.init) else { return nil }
        guard next.credentials == nil, let end = authority.lastIndex(of: "@"), isServedBySame(as: next) else {
            return next
        }
        return CameraURL(next.scheme + "://" + authority[...end] + next.bare.dropFirst(next.scheme.count + 3))
    }

    private func isServedBySame(as next: CameraURL) -> Bool {
        guard host == next.host else { return false }
        if scheme == next.scheme { return port == next.port }
        return scheme == "http" && port == 80 && next.port == 443
    }

    private var afterScheme: Substring { revealed[revealed.firstRange(of: "://")!.upperBound...] }

    /// With user and password.
    private var authority: Substring { afterScheme.prefix { !"/?#".contains($0) } }

    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

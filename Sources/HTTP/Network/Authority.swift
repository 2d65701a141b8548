/// A host with or without a port, as in a URL: `example.org`, `10.0.0.7:8080`, `[::1]`.
package struct Authority: Hashable, Sendable, CustomStringConvertible {
    /// An address in its usual form without brackets, or a name in lower case.
    package let host: String
    package let port: UInt16?

    package init?(_ text: String) { self.init(text[...]) }

    package init?(_ text: Substring) {
        let bytes = text.utf8
        let isBracketed = bytes.first == UInt8(ascii: "[")
        let bracket = isBracketed ? bytes.firstIndex(of: UInt8(ascii: "]")) : nil
        let end = bracket.map { bytes.index(after: $0) } ?? bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        guard let host = isBracketed ? Self.bracketed(text[..<end]) : Self.plain(text[..<end]) else { return nil }
        self.host = host
        if end == bytes.endIndex {
            port = nil
        } else {
            guard bytes[end] == UInt8(ascii: ":"), let port = Self.port(bytes[end...].dropFirst()) else { return nil }
            self.port = port
        }
    }

    private init(host: String, port: UInt16?) {
        self.host = host
        self.port = port
    }

    package var withoutPort: Authority { Authority(host: host, port: nil) }

    /// With brackets where an address of IPv6 needs them.
    package var description: String {
        (host.contains(":") ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
    }

    /// Without a colon: an address is in its usual form as soon as it is one at all.
    private static func plain(_ text: Substring) -> String? {
        HostName(text)?.description ?? (IPAddress(text) == nil ? nil : String(text))
    }

    private static func bracketed(_ text: Substring) -> String? {
        let inner = text.dropFirst().dropLast()
        // The zone says by which interface, for addresses that are only valid on one: fe80::1%eth0.
        let zone = inner.drop { $0 != "%" }
        guard inner.contains(":"), zone != "%", zone.utf8.dropFirst().allSatisfy(\.isLetterOrDigit),
            let address = IPAddress(inner.dropLast(zone.count))
        else { return nil }
        return address.description + zone
    }

    /// Digits without a leading zero, up to 65535.
    private static func port(_ digits: Substring.UTF8View.SubSequence) -> UInt16? {
        guard (1...5).contains(digits.count), digits.allSatisfy(\.isDigit),
            digits.first != UInt8(ascii: "0") || digits.count == 1
        else { return nil }
        return UInt16(exactly: digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
    }
}

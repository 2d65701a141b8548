/// A host with or without a port, as in a URL: `example.org`, `10.0.0.7:8080`, `[::1]`.
package struct Authority: Hashable, Sendable, CustomStringConvertible {
    /// An address in its usual form without brackets, or a name in lower case.
    package let host: String
    /// Nil if the host is a name.
    package let address: IPAddress?
    package let port: UInt16?

    package init?(_ text: String) { self.init(text[...]) }

    /// On the path of every frame: few steps for an address or a name with a port.
    package init?(_ text: Substring) {
        let bytes = text.utf8.span
        let isBracketed = bytes.count > 0 && bytes[0] == UInt8(ascii: "[")
        let last = UInt8(ascii: isBracketed ? "]" : ":")
        var end = 0
        while end < bytes.count, bytes[end] != last { end += 1 }
        if isBracketed {
            guard end < bytes.count else { return nil }
            end += 1
        }
        let name = end == bytes.count ? text : text[..<text.utf8.index(text.startIndex, offsetBy: end)]
        guard let (host, address) = isBracketed ? Self.bracketed(name) : Self.plain(name) else { return nil }
        self.host = host
        self.address = address
        if end == bytes.count {
            port = nil
        } else {
            guard bytes[end] == UInt8(ascii: ":"), let port = Self.port(bytes.extracting((end + 1)...)) else {
                return nil
            }
            self.port = port
        }
    }

    private init(withoutPort other: Authority) {
        host = other.host
        address = other.address
        port = nil
    }

    package var withoutPort: Authority { Authority(withoutPort: self) }

    /// With brackets where an address of IPv6 needs them.
    package var description: String {
        (host.contains(":") ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
    }

    /// Without a colon: an address is in its usual form as soon as it is one at all.
    private static func plain(_ text: Substring) -> (host: String, address: IPAddress?)? {
        // A name may begin with a digit, too.
        if text.utf8.first?.isDigit == true, let address = IPAddress(text) { return (String(text), address) }
        return HostName(text).map { ($0.description, nil) }
    }

    private static func bracketed(_ text: Substring) -> (host: String, address: IPAddress?)? {
        let inner = text.dropFirst().dropLast()
        // The zone says by which interface, for addresses that are only valid on one: fe80::1%eth0.
        let zone = inner.drop { $0 != "%" }
        guard inner.contains(":"), zone != "%", zone.utf8.dropFirst().allSatisfy(\.isLetterOrDigit),
            let address = IPAddress(inner.dropLast(zone.count))
        else { return nil }
        return (address.description + zone, address)
    }

    /// Digits without a leading zero, up to 65535.
    private static func port(_ digits: Span<UInt8>) -> UInt16? {
        guard (1...5).contains(digits.count), digits[0] != UInt8(ascii: "0") || digits.count == 1 else { return nil }
        var number = 0
        for index in digits.indices {
            guard digits[index].isDigit else { return nil }
            number = number * 10 + Int(digits[index] - UInt8(ascii: "0"))
        }
        return UInt16(exactly: number)
    }
}

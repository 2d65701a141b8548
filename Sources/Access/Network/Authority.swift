/// A host with or without a port, as in a URL: `example.org`, `10.0.0.7:8080`, `[::1]`.
package struct Authority: Hashable, Sendable, CustomStringConvertible {
    /// An address in its usual form without brackets, or a name in lower case.
    package let host: String
    package let port: UInt16?

    package init?(_ text: some StringProtocol) {
        let bracket = text.hasPrefix("[") ? text.firstIndex(of: "]") : nil
        let end = bracket.map { text.index(after: $0) } ?? text.firstIndex(of: ":") ?? text.endIndex
        guard let host = Self.host(text[..<end]) else { return nil }
        let digits = text[end...].dropFirst()
        port = UInt16(digits)
        guard end == text.endIndex || text[end] == ":" && port.map(String.init) == String(digits) else { return nil }
        self.host = host
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

    private static func host(_ text: some StringProtocol) -> String? {
        guard text.hasPrefix("[") else {
            return IPAddress(text)?.description ?? HostName(text)?.description
        }
        let inner = text.dropFirst().dropLast()
        // The zone says by which interface, for addresses that are only valid on one: fe80::1%eth0.
        let zone = inner.drop { $0 != "%" }
        guard inner.contains(":"), zone != "%", zone.utf8.dropFirst().allSatisfy(\.isLetterOrDigit),
            let address = IPAddress(inner.dropLast(zone.count))
        else { return nil }
        return address.description + zone
    }
}

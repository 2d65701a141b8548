/// Where the hub answers: `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, `unix:/run/camhub.sock`.
package enum ListenAddress: Hashable, Sendable {
    /// The host is an address in its usual form, without brackets, or a name. Port 0: any free one.
    case tcp(host: String, port: UInt16)
    /// At most 107 bytes: what the kernel has room for.
    case unix(path: String)

    package static let usual = ListenAddress.tcp(host: "127.0.0.1", port: 8080)
    package static let allowed = "ADDRESS:PORT, [IPV6]:PORT or unix:PATH, such as 127.0.0.1:8080 or [::]:8080"

    package init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = text.dropFirst(5)
            guard (1...107).contains(path.utf8.count), !path.unicodeScalars.contains(where: { $0.value < 0x20 })
            else { return nil }
            self = .unix(path: String(path))
            return
        }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard let port = UInt16(digits), digits == String(port), let host = Self.host(text[..<colon]) else {
            return nil
        }
        self = .tcp(host: host, port: port)
    }

    /// Whether only this machine can get there. A name counts as reachable from elsewhere unless it is `localhost`.
    package var isLocal: Bool {
        switch self {
        case .tcp(let host, _): host == "localhost" || IPAddress(host)?.isLoopback ?? false
        case .unix: true
        }
    }

    /// An address in its usual form, or a host name in lower case.
    private static func host(_ text: Substring) -> String? {
        if text.hasPrefix("[") && text.hasSuffix("]") {
            let inner = text.dropFirst().dropLast()
            let zone = inner.drop { $0 != "%" }
            guard inner.contains(":"), let address = IPAddress(inner.dropLast(zone.count)), zone != "%" else {
                return nil
            }
            return address.description + zone
        }
        return IPAddress(text).flatMap { $0.bytes.count == 4 ? $0.description : nil } ?? HostName(text)?.description
    }
}

extension ListenAddress: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }
}

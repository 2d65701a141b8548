internal import HTTP

/// Where the hub answers: `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, `unix:/run/camhub.sock`.
package enum ListenAddress: Hashable, Sendable {
    /// The host is an address in its usual form, without brackets, or a name. Port 0: any free one.
    case tcp(host: String, port: UInt16)
    /// At most 107 bytes: what the kernel has room for.
    case unix(path: String)

    package static let usual = ListenAddress.tcp(host: "127.0.0.1", port: 8080)
    static let allowed = #"ADDRESS:PORT or unix:PATH, such as "127.0.0.1:8080", "0.0.0.0:8080" or "[::]:8080""#

    package init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = text.dropFirst(5)
            guard (1...107).contains(path.utf8.count), String(path).isOneLine else { return nil }
            self = .unix(path: String(path))
        } else {
            guard let authority = Authority(text), let port = authority.port else { return nil }
            self = .tcp(host: authority.host, port: port)
        }
    }

    /// Whether the system chooses the port: then two of the same are two different ones.
    package var isAnyPort: Bool {
        if case .tcp(_, port: 0) = self { true } else { false }
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

import Posix

/// Every URL under which the hub can be reached, for people.
struct Addresses {
    let text: String

    init(_ sockets: [ListeningSocket], isSecure: Bool, basePath: String) {
        let scheme = isSecure ? "https" : "http"
        var lines: [String] = []
        var isLocalOnly = true
        for socket in sockets {
            switch socket.endpoint {
            case .unix(let path):
                lines.append("unix:\(path)")
            case .internet(let host, let port):
                if !Addresses.isLoopback(host) { isLocalOnly = false }
                let others = socket.isForBothFamilies ? Addresses.reachable("0.0.0.0") : []
                for host in Addresses.reachable(host) + others {
                    lines.append("\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)\(basePath)")
                }
            }
        }
        var text = "camhub is at\n" + lines.map { "  \($0)\n" }.joined()
        if isLocalOnly {
            text += "Only this machine can reach it. To open it to the network: --listen 0.0.0.0:8080\n"
        }
        self.text = text
    }

    /// The addresses behind "all of them", or the one that was named.
    private static func reachable(_ host: String) -> [String] {
        switch host {
        case "0.0.0.0": NetworkInterfaces.addresses(ofIPv6: false)
        case "::": NetworkInterfaces.addresses(ofIPv6: true)
        default: [host]
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}

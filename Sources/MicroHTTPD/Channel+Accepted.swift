import HTTP
import Posix

extension Channel {
    /// Nil for a client whose address cannot be told: nobody knows what it may see.
    ///
    /// - Parameter hasTLS: all but Unix sockets speak TLS.
    init?(_ client: borrowing Accepted, hasTLS: Bool) {
        guard let peer = PeerAddress(client.address) else { return nil }
        self.init(
            peer: peer, arrivedAt: client.localAddress?.numericHost.flatMap { IPAddress(peer: $0) },
            isSecure: hasTLS && peer != .unix)
    }
}

extension PeerAddress {
    fileprivate init?(_ address: SocketAddress) {
        if address.isUnix {
            self = .unix
        } else if let ip = address.numericHost.flatMap({ IPAddress(peer: $0) }) {
            self = .ip(ip)
        } else {
            return nil
        }
    }
}

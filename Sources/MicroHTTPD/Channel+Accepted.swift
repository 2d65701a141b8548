import HTTP
import Posix

extension Channel {
    /// Nil for a client whose address cannot be told: nobody knows what it may see.
    init?(_ client: borrowing Accepted) {
        guard let peer = PeerAddress(client.address) else { return nil }
        self.init(peer: peer, arrivedAt: client.localAddress?.numericHost.flatMap { IPAddress($0) })
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

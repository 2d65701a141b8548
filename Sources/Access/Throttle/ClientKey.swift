internal import HTTP

/// Whom tries are counted for: an IPv4 address, 64 bits of an IPv6 address, or the Unix socket.
struct ClientKey: Hashable, Sendable {
    /// Nil: all who come by the Unix socket.
    private let address: IPAddress?

    init(_ peer: PeerAddress) {
        switch peer {
        case .ip(let address): self.address = address.client
        case .unix: address = nil
        }
    }
}

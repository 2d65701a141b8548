package import HTTP

/// What of a request says who sent it and from where. All of it may be a lie.
package struct AccessRequest: Sendable {
    package var peer: PeerAddress
    /// The hub's own end of the connection; nil: the Unix socket.
    package var arrivedAt: IPAddress?
    /// Whether the connection itself is TLS.
    package var isEncrypted = false
    package var forwarding = Forwarding()
    /// The header fields of these names; nil: absent.
    package var host: String? { didSet { authority = host.flatMap(HostRule.authority) } }
    package var origin: String?
    package var cookie: String?
    package var authorization: String?
    package var contentType: String?
    package var fetchSite: String?
    /// What `host` says, read once; nil also for what is no host.
    private(set) var authority: Authority?
    /// It has a field X-Requested-With, as scripts send it.
    package var isScripted = false

    package init(peer: PeerAddress, arrivedAt: IPAddress?) {
        self.peer = peer
        self.arrivedAt = arrivedAt
    }
}

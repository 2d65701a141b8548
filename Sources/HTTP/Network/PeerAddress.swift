/// Who is at the other end of a connection, or behind it.
package enum PeerAddress: Hashable, Sendable {
    case ip(IPAddress)
    /// Somebody who may open the hub's Unix socket.
    case unix
}

/// Who is at the other end of a connection, or behind it.
package enum PeerAddress: Hashable, Sendable, CustomStringConvertible {
    case ip(IPAddress)
    /// Somebody who may open the hub's Unix socket.
    case unix

    package var description: String {
        switch self {
        case .ip(let address): address.description
        case .unix: "the Unix socket"
        }
    }
}

import CLinux
import Glibc

/// What the kernel knows of a connected socket, and how it is ended from outside.
package enum SocketFacts {
    /// What has come in over a TCP connection.
    package struct Received: Equatable, Sendable {
        /// Since it was connected; the end counts as one.
        package let byteCount: UInt64
        /// The other end has said that nothing more will come.
        package let isAll: Bool
    }

    /// Nil for what is no TCP socket.
    ///
    /// The corresponding C constant is `TCP_INFO`.
    package static func received(_ descriptor: CInt) -> Received? {
        var information = hub_tcp_info()
        var length = socklen_t(MemoryLayout<hub_tcp_info>.size)
        let result = unsafe getsockopt(descriptor, CInt(IPPROTO_TCP), TCP_INFO, &information, &length)
        guard result == 0, length == socklen_t(MemoryLayout<hub_tcp_info>.size) else { return nil }
        return Received(byteCount: information.bytes_received, isAll: Int(information.states.0) == TCP_CLOSE_WAIT)
    }

    /// Ends it in both directions; whoever owns the descriptor sees that and closes it.
    package static func shutDown(_ descriptor: CInt) {
        // Fails only if the other end has done it already.
        _ = shutdown(descriptor, CInt(SHUT_RDWR))
    }
}

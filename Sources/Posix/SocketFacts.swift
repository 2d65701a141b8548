import CLinux
import Glibc

/// What the kernel knows of a connected socket, and how it is ended from outside.
package enum SocketFacts {
    /// Bytes that have come in since it was connected; nil for what is no TCP socket.
    ///
    /// The corresponding C constant is `TCP_INFO`.
    package static func bytesReceived(_ descriptor: CInt) -> UInt64? {
        var information = hub_tcp_info()
        var length = socklen_t(MemoryLayout<hub_tcp_info>.size)
        let result = unsafe getsockopt(descriptor, CInt(IPPROTO_TCP), TCP_INFO, &information, &length)
        guard result == 0, length == socklen_t(MemoryLayout<hub_tcp_info>.size) else { return nil }
        return information.bytes_received
    }

    /// Ends it in both directions; whoever owns the descriptor sees that and closes it.
    package static func shutDown(_ descriptor: CInt) {
        // Fails only if the other end has done it already.
        _ = shutdown(descriptor, CInt(SHUT_RDWR))
    }
}

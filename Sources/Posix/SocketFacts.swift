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

    /// What a client that was accepted has said first.
    package enum FirstByte: Equatable, Sendable {
        case notYet
        case byte(UInt8)
        /// Nothing, and it has gone.
        case none
    }

    /// Looks at the first byte of a non-blocking socket and leaves it there.
    package static func firstByte(_ descriptor: CInt) -> FirstByte {
        var byte: UInt8 = 0
        do throws(Errno) {
            let count = try valueOrErrno { unsafe recv(descriptor, &byte, 1, CInt(MSG_PEEK)) }
            return count > 0 ? .byte(byte) : .none
        } catch {
            return error == .wouldBlock ? .notYet : .none
        }
    }

    /// Ends it in both directions; whoever owns the descriptor sees that and closes it.
    package static func shutDown(_ descriptor: CInt) {
        // Fails only if the other end has done it already.
        _ = shutdown(descriptor, CInt(SHUT_RDWR))
    }
}

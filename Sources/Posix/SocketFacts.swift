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
        information(of: descriptor).map {
            Received(byteCount: $0.bytes_received, isAll: Int($0.states.0) == TCP_CLOSE_WAIT)
        }
    }

    private static func information(of descriptor: CInt) -> hub_tcp_info? {
        var information = hub_tcp_info()
        var length = socklen_t(MemoryLayout<hub_tcp_info>.size)
        let result = unsafe getsockopt(descriptor, CInt(IPPROTO_TCP), TCP_INFO, &information, &length)
        return result == 0 && length == socklen_t(MemoryLayout<hub_tcp_info>.size) ? information : nil
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

    /// Whether the other end is there.
    package enum Presence: Equatable, Sendable {
        case present
        /// It has said that nothing more will come, and may still read; or it has gone without a word more.
        case finished
        /// The connection was reset, or ended in both directions.
        case gone
    }

    package static func presence(_ descriptor: CInt) -> Presence {
        // The bit is POLLRDHUP, which glibc declares only under _GNU_SOURCE.
        let finished: CInt = 0x2000
        var watched = pollfd(fd: descriptor, events: Int16(finished), revents: 0)
        guard unsafe poll(&watched, 1, 0) > 0 else { return .present }
        return CInt(watched.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0 ? .gone : .finished
    }

    /// How far what was sent has come.
    package struct Sending: Equatable, Sendable {
        /// Bytes that the other end has not confirmed, or, at a Unix socket, has not read.
        package let queued: Int
        /// Confirmed so far; nil for what is no TCP socket.
        package let confirmed: UInt64?

        /// Whether the other end has taken something since then, or has nothing left to take.
        package func isProgress(since before: Sending) -> Bool {
            if queued == 0 { return true }
            return confirmed.map { $0 != before.confirmed } ?? (queued < before.queued)
        }
    }

    /// The corresponding C constants are `SIOCOUTQ` and `TCP_INFO`.
    package static func sending(_ descriptor: CInt) -> Sending {
        var queued: CInt = 0
        // Fails only for what is no socket.
        _ = unsafe ioctl(descriptor, UInt(SIOCOUTQ), &queued)
        return Sending(queued: Int(queued), confirmed: information(of: descriptor)?.bytes_acked)
    }

    /// Ends it in both directions; whoever owns the descriptor sees that and closes it.
    package static func shutDown(_ descriptor: CInt) {
        // Fails only if the other end has done it already.
        _ = shutdown(descriptor, CInt(SHUT_RDWR))
    }
}

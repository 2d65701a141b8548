import CLinux
import Glibc

/// Sends from a non-blocking socket, out of whatever memory the bytes are in.
package enum SocketWriter {
    /// Sends as much of some pieces in a row, from `offset` bytes on, as the socket takes: one byte at least, not always
    /// all. `wouldBlock`: nothing.
    ///
    /// The corresponding C function is `sendmsg`.
    package static func send(
        _ descriptor: CInt, count: Int, from offset: Int, piece: (Int) -> UnsafeRawBufferPointer
    ) throws(Errno) -> Int {
        var sent: Int?
        var failure: Errno?
        unsafe withUnsafeTemporaryAllocation(of: iovec.self, capacity: count) { vectors in
            var skipped = offset
            var used = 0
            for index in 0..<count {
                let bytes = unsafe piece(index)
                if skipped >= bytes.count {
                    skipped -= bytes.count
                    continue
                }
                // The kernel only reads it.
                let start = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress! + skipped)
                unsafe (vectors.baseAddress! + used).initialize(
                    to: iovec(iov_base: start, iov_len: bytes.count - skipped))
                skipped = 0
                used += 1
            }
            var message = unsafe msghdr()
            unsafe message.msg_iov = vectors.baseAddress
            unsafe message.msg_iovlen = used
            do throws(Errno) {
                sent = try valueOrErrno { unsafe sendmsg(descriptor, &message, CInt(MSG_NOSIGNAL)) }
            } catch {
                failure = error
            }
        }
        guard let sent else { throw failure ?? .invalidArgument }
        return sent
    }

    /// Lets the kernel keep no more than this for a client that is slow: as much on its way to the client, and half as
    /// much that waits to be sent. What does not apply to a socket of this kind is left out.
    ///
    /// The corresponding C constants are `SO_SNDBUF`, `TCP_NOTSENT_LOWAT` and `TCP_NODELAY`.
    package static func limitBacklog(_ descriptor: CInt, bytes: CInt) {
        set(descriptor, SOL_SOCKET, SO_SNDBUF, bytes)
        set(descriptor, CInt(IPPROTO_TCP), TCP_NOTSENT_LOWAT, bytes / 2)
        // What is there goes out at once.
        set(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, 1)
    }

    private static func set(_ descriptor: CInt, _ level: CInt, _ option: CInt, _ value: CInt) {
        var value = value
        _ = unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
    }
}

import CMicroHTTPD
import Glibc
import HTTP
import Posix

/// A libmicrohttpd daemon without a socket or thread of its own, for plain connections or for TLS. Bound to its worker's
/// thread once that runs.
@safe final class Daemon {
    private let pointer: OpaquePointer
    private var isStopped = false
    let epollDescriptor: CInt

    /// Room for a request's line and header fields, and for the pool of a connection.
    private static let connectionMemory = 8 * 1024
    private static let idleSeconds: UInt32 = 60

    /// GnuTLS's words for TLS 1.3 and 1.2 with keys that are forgotten afterwards and ciphers that notice every change.
    /// Which of these ciphers it is the client says, who knows what its machine is fast at.
    private static let priorities =
        "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA"
        + ":-CIPHER-ALL:+AES-128-GCM:+CHACHA20-POLY1305:+AES-256-GCM"

    init(_ worker: Worker, isSecure: Bool) throws(Errno) {
        // The worker owns the daemon and stops it before it goes: the context outlives every callback.
        let context = unsafe Unmanaged.passUnretained(worker).toOpaque()
        guard
            let pointer = unsafe hub_start_daemon(
                handle, keepTarget, leaveEscaped, complete, connectionChanged, context, UInt32.max,
                Daemon.connectionMemory, Daemon.idleSeconds, isSecure ? Daemon.priorities : nil)
        else { throw .outOfMemory }
        unsafe self.pointer = unsafe pointer
        epollDescriptor = unsafe hub_epoll_descriptor(pointer)
    }

    var connectionCount: UInt32 { unsafe hub_connection_count(pointer) }

    /// Milliseconds after which the daemon wants to run though nothing has happened; nil: it does not.
    var timeout: CInt? {
        var milliseconds: UInt64 = 0
        guard unsafe MHD_get_timeout(pointer, &milliseconds) == .YES else { return nil }
        return CInt(clamping: milliseconds)
    }

    /// Serves whatever is ready, without waiting.
    func run() {
        // Fails only for a daemon with a thread of its own.
        _ = unsafe MHD_run(pointer)
    }

    /// Gives a new client to the daemon, which closes it also when this fails.
    func add(_ client: consuming Accepted) -> Bool {
        let address = client.address
        let descriptor = client.release()
        return unsafe address.withBytes { bytes, count in
            unsafe MHD_add_connection(pointer, descriptor, bytes.assumingMemoryBound(to: sockaddr.self), count)
        } == .YES
    }

    /// Closes every connection. None may be suspended, and nothing else is called afterwards.
    func stop() {
        isStopped = true
        unsafe MHD_stop_daemon(pointer)
    }

    // One that never ran has no connections.
    deinit { if !isStopped { stop() } }
}

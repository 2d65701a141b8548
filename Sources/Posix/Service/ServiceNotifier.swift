import CLinux
package import Camera
import Glibc

/// Tells the service manager how this program is, one datagram for each thing told. Thread-safe.
///
/// The protocol is that of sd_notify(3).
package final class ServiceNotifier: Sendable {
    /// What there is to tell.
    package enum News: Equatable, Sendable {
        case ready
        /// It reads its configuration again, and says `ready` when that is in force.
        case reloading(since: MonotonicTime)
        case stopping
        /// The loops turn.
        case alive
        /// A line for people.
        case status(String)

        package var text: String {
            switch self {
            case .ready: "READY=1"
            case .reloading(let since): "RELOADING=1\nMONOTONIC_USEC=\(since.nanoseconds / 1000)"
            case .stopping: "STOPPING=1"
            case .alive: "WATCHDOG=1"
            // A line end would begin another word of the protocol.
            case .status(let line): "STATUS=\(String(line.map { $0.isNewline ? " " : $0 }))"
            }
        }
    }

    private let socket: OwnedDescriptor
    private let address: SocketAddress
    private let log: Log
    private let hasFailed = Locked(false)

    /// - Parameter path: of the manager's Unix socket, or its abstract name after an `@`.
    package init(_ path: String, log: Log) throws(NotifyError) {
        let isAbstract = path.hasPrefix("@")
        guard isAbstract || path.hasPrefix("/"),
            let address = isAbstract ? SocketAddress(abstract: String(path.dropFirst())) : SocketAddress(path: path)
        else { throw NotifyError(path: path, cause: .invalidArgument) }
        do throws(Errno) {
            let type = CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
            socket = OwnedDescriptor(adopting: try valueOrErrno { Glibc.socket(AF_UNIX, type, 0) })
            // A manager that reads nothing must not hold up the hub.
            var patience = timeval(tv_sec: 1, tv_usec: 0)
            let (raw, size) = (socket.rawValue, socklen_t(MemoryLayout<timeval>.size))
            try valueOrErrno { unsafe setsockopt(raw, SOL_SOCKET, SO_SNDTIMEO, &patience, size) }
        } catch {
            throw NotifyError(path: path, cause: error)
        }
        self.address = address
        self.log = log
    }

    package func tell(_ news: News...) {
        let bytes = Array(news.map(\.text).joined(separator: "\n").utf8)
        do throws(Errno) {
            let raw = socket.rawValue
            try valueOrErrno {
                unsafe address.withPointer { pointer, length in
                    unsafe sendto(raw, bytes, bytes.count, CInt(MSG_NOSIGNAL), pointer, length)
                }
            }
            hasFailed.withLock { $0 = false }
        } catch {
            // Once, as long as it stays like that.
            let isNew = hasFailed.withLock { hasFailed in
                defer { hasFailed = true }
                return !hasFailed
            }
            if isNew { log.warning("service", "cannot tell the service manager: \(error)") }
        }
    }
}

/// The service manager's socket cannot be used.
package struct NotifyError: Error, CustomStringConvertible {
    let path: String
    let cause: Errno

    package var description: String {
        cause == .invalidArgument
            ? "NOTIFY_SOCKET is \(path), which is neither an absolute path nor a name after @"
            : "cannot make a socket for the service manager: \(cause)"
    }
}

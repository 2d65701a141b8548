import CLinux
import Glibc

/// A socket that was passed cannot be served.
package struct PassedSocketError: Error, CustomStringConvertible {
    let socket: PassedSocket
    let fault: String

    package var description: String { "the socket \(socket) that the service manager has passed \(fault)" }
}

extension ListeningSocket {
    /// Takes a socket that the service manager has opened, which it closes with this object.
    ///
    /// Its file, if it has one, stays: it is the manager's.
    package convenience init(adopting passed: PassedSocket) throws(PassedSocketError) {
        let raw = passed.descriptor
        let fault: String
        do throws(Errno) {
            let type = try ListeningSocket.option(SO_TYPE, of: raw)
            guard type == CInt(SOCK_STREAM.rawValue), try ListeningSocket.option(SO_ACCEPTCONN, of: raw) != 0 else {
                throw .invalidArgument
            }
            var done: CInt?
            let address = try unsafe SocketAddress(
                writtenBy: { (address, length) throws(Errno) in
                    try valueOrErrno { unsafe getsockname(raw, address, length) }
                }, result: &done)
            guard let endpoint = Endpoint(address) else { throw .addressFamilyNotSupported }
            let flags = try valueOrErrno { fcntl(raw, F_GETFL) }
            try valueOrErrno { fcntl(raw, F_SETFL, flags | O_NONBLOCK) }
            try valueOrErrno { fcntl(raw, F_SETFD, FD_CLOEXEC) }
            self.init(adopting: OwnedDescriptor(adopting: raw), at: endpoint)
            return
        } catch .invalidArgument {
            fault = "does not listen for connections: it needs ListenStream= in its unit, and Accept=no"
        } catch .addressFamilyNotSupported {
            fault = "is neither of IPv4, IPv6 nor a Unix socket"
        } catch {
            fault = "cannot be used: \(error)"
        }
        throw PassedSocketError(socket: passed, fault: fault)
    }

    /// Whether clients of IPv4 come in through this IPv6 socket, too.
    package var isForBothFamilies: Bool {
        guard case .internet("::", _) = endpoint else { return false }
        return (try? ListeningSocket.option(IPV6_V6ONLY, of: rawValue, CInt(IPPROTO_IPV6))) == 0
    }

    private static func option(_ name: CInt, of descriptor: CInt, _ level: CInt = SOL_SOCKET) throws(Errno) -> CInt {
        var (value, length) = (CInt(0), socklen_t(MemoryLayout<CInt>.size))
        try valueOrErrno { unsafe getsockopt(descriptor, level, name, &value, &length) }
        return value
    }
}

extension Endpoint {
    /// Nil for a family that is none of ours.
    fileprivate init?(_ address: SocketAddress) {
        if let host = address.numericHost {
            self = .internet(host: host, port: address.port)
        } else if let name = address.unixName {
            self = .unix(name)
        } else {
            return nil
        }
    }
}

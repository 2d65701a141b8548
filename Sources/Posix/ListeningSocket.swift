import CLinux
import Glibc

/// Where a server can listen.
package enum Endpoint: Hashable, Sendable, CustomStringConvertible {
    /// A numeric IPv4 or IPv6 address, or a name, and a port; port 0 takes a free one.
    case internet(host: String, port: UInt16)
    /// The path of a Unix socket.
    case unix(String)

    package var description: String {
        switch self {
        case .internet(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }
}

/// It could not be listened there.
package struct ListenError: Error, CustomStringConvertible {
    package let endpoint: Endpoint
    package let cause: Errno

    package var description: String { "cannot listen on \(endpoint): \(cause)" + (hint.map { " (\($0))" } ?? "") }

    private var hint: String? {
        switch cause {
        case .addressInUse: "another program is there: stop it, or choose another address with --listen"
        case .accessDenied, .notPermitted: "ports below 1024 need a privilege: choose one above, for example 8080"
        case .addressNotAvailable: "no interface of this machine has that address"
        case .addressFamilyNotSupported: "this kernel does not speak that address family"
        case .invalidArgument: "the path of a Unix socket is 1 to 107 bytes long"
        default: nil
        }
    }
}

/// A client that came in.
package struct Accepted: ~Copyable {
    package let descriptor: OwnedDescriptor
    package let address: SocketAddress

    /// To which of our own addresses it came; nil when the kernel does not tell.
    package var localAddress: SocketAddress? {
        var done: CInt?
        let raw = descriptor.rawValue
        return try? unsafe SocketAddress(
            writtenBy: { (address, length) throws(Errno) in
                try valueOrErrno { unsafe getsockname(raw, address, length) }
            }, result: &done)
    }

    /// Gives the descriptor up: the caller closes it.
    package consuming func release() -> CInt { descriptor.release() }
}

/// A bound, non-blocking listening socket. The file of a Unix socket that was bound here goes with it.
package final class ListeningSocket: Sendable {
    private let descriptor: OwnedDescriptor
    private let isBoundHere: Bool
    /// With the port that the kernel chose, where 0 was asked for.
    package let endpoint: Endpoint

    package var rawValue: CInt { descriptor.rawValue }

    package init(_ endpoint: Endpoint) throws(ListenError) {
        do throws(Errno) {
            let address = try ListeningSocket.address(of: endpoint)
            descriptor = try ListeningSocket.bound(to: address)
            let raw = descriptor.rawValue
            try valueOrErrno { listen(raw, 1024) }
            self.endpoint = try ListeningSocket.named(endpoint, raw)
            isBoundHere = true
        } catch {
            throw ListenError(endpoint: endpoint, cause: error)
        }
    }

    /// Bound and listening already, by somebody else.
    init(adopting descriptor: consuming OwnedDescriptor, at endpoint: Endpoint) {
        self.descriptor = descriptor
        self.endpoint = endpoint
        isBoundHere = false
    }

    deinit {
        if isBoundHere, case .unix(let path) = endpoint { _ = unsafe unlink(path) }
    }

    /// The next client that waits, without blocking; nil if there is none.
    package func accept() throws(Errno) -> Accepted? {
        let raw = rawValue
        let flags = CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        var client: CInt?
        do throws(Errno) {
            let address = try unsafe SocketAddress(
                writtenBy: { (address, length) throws(Errno) in
                    try valueOrErrno { unsafe accept4(raw, address, length, flags) }
                }, result: &client)
            // Set whenever the call did not throw.
            return client.map { Accepted(descriptor: OwnedDescriptor(adopting: $0), address: address) }
        } catch .wouldBlock {
            return nil
        }
    }

    private static func address(of endpoint: Endpoint) throws(Errno) -> SocketAddress {
        switch endpoint {
        case .internet(let host, let port):
            guard let address = SocketAddress(host: host, port: port) else { throw .addressNotAvailable }
            return address
        case .unix(let path):
            guard let address = SocketAddress(path: path) else { throw .invalidArgument }
            removeDeadSocket(at: path, address)
            return address
        }
    }

    /// A socket file that nobody answers behind was left by a program that did not end well.
    private static func removeDeadSocket(at path: String, _ address: SocketAddress) {
        // A connection to a file of another kind is refused as well.
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return }
        guard let probe = try? stream(AF_UNIX) else { return }
        let raw = probe.rawValue
        let answer = Result { () throws(Errno) in
            try valueOrErrno { unsafe address.withPointer { unsafe connect(raw, $0, $1) } }
        }
        if case .failure(Errno(rawValue: ECONNREFUSED)) = answer { _ = unsafe unlink(path) }
    }

    private static func stream(_ family: CInt) throws(Errno) -> OwnedDescriptor {
        let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        return OwnedDescriptor(adopting: try valueOrErrno { socket(family, type, 0) })
    }

    private static func bound(to address: SocketAddress) throws(Errno) -> OwnedDescriptor {
        let descriptor = try stream(address.family)
        let raw = descriptor.rawValue
        // A port whose last connections are still closing may be taken again at once.
        try set(SOL_SOCKET, SO_REUSEADDR, on: raw)
        // 0.0.0.0 and [::] are two addresses to us, whatever the machine's default is.
        if address.family == AF_INET6 { try set(CInt(IPPROTO_IPV6), IPV6_V6ONLY, on: raw) }
        try valueOrErrno { unsafe address.withPointer { unsafe bind(raw, $0, $1) } }
        return descriptor
    }

    private static func set(_ level: CInt, _ option: CInt, on descriptor: CInt) throws(Errno) {
        var on: CInt = 1
        try valueOrErrno { unsafe setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<CInt>.size)) }
    }

    /// The endpoint with the port that it really has.
    private static func named(_ endpoint: Endpoint, _ descriptor: CInt) throws(Errno) -> Endpoint {
        guard case .internet(let host, _) = endpoint else { return endpoint }
        var done: CInt?
        let address = try unsafe SocketAddress(
            writtenBy: { (address, length) throws(Errno) in
                try valueOrErrno { unsafe getsockname(descriptor, address, length) }
            }, result: &done)
        return .internet(host: host, port: address.port)
    }
}

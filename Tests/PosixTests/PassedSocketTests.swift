import Glibc
import HubTesting
import Posix
import Testing

/// Sockets that the service manager has opened.
@Suite struct PassedSocketTests {
    private func listening(_ address: SocketAddress?, type: Int = 1, isListening: Bool = true) throws -> PassedSocket {
        let address = try #require(address)
        let descriptor = try valueOrErrno { socket(address.family, CInt(type), 0) }
        try address.withBytes { bytes, length in
            _ = try valueOrErrno { bind(descriptor, bytes.assumingMemoryBound(to: sockaddr.self), length) }
        }
        if isListening { try valueOrErrno { listen(descriptor, 8) } }
        return PassedSocket(descriptor: descriptor, name: "web")
    }

    @Test("A socket of either family is taken as it is, with its port, and no longer blocks or reaches other programs")
    func internet() throws {
        for host in ["127.0.0.1"] + (ListeningSocketTests.hasIPv6 ? ["::1"] : []) {
            let passed = try listening(SocketAddress(host: host, port: 0))
            let socket = try ListeningSocket(adopting: passed)
            guard case .internet(host, let port) = socket.endpoint else { return #expect(Bool(false), "\(host)") }
            #expect(port != 0 && !socket.isForBothFamilies)
            #expect(try socket.accept() == nil)
            #expect(fcntl(passed.descriptor, F_GETFD) & FD_CLOEXEC != 0)
        }
    }

    @Test(
        "A socket for all addresses of IPv6 says whether it takes IPv4 as well",
        .enabled(if: ListeningSocketTests.hasIPv6, "there is no IPv6 here"), arguments: [false, true])
    func bothFamilies(isOnlySix: Bool) throws {
        let address = try #require(SocketAddress(host: "::", port: 0))
        let descriptor = try valueOrErrno { socket(address.family, CInt(SOCK_STREAM.rawValue), 0) }
        var only: CInt = isOnlySix ? 1 : 0
        let size = socklen_t(MemoryLayout<CInt>.size)
        try valueOrErrno { setsockopt(descriptor, CInt(IPPROTO_IPV6), IPV6_V6ONLY, &only, size) }
        try address.withBytes { bytes, length in
            _ = try valueOrErrno { bind(descriptor, bytes.assumingMemoryBound(to: sockaddr.self), length) }
        }
        try valueOrErrno { listen(descriptor, 8) }
        let adopted = try ListeningSocket(adopting: PassedSocket(descriptor: descriptor, name: ""))
        #expect(adopted.isForBothFamilies == !isOnlySix)
    }

    @Test("A Unix socket's file stays when the socket is closed: it is the manager's")
    func unix() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/socket"
        var socket: ListeningSocket? = try ListeningSocket(adopting: listening(SocketAddress(path: path)))
        #expect(socket?.endpoint == .unix(path))
        _ = try ByteSocket(path: path)
        #expect(try socket?.accept() != nil)
        socket = nil
        #expect(access(path, F_OK) == 0)
        #expect(throws: Errno(rawValue: ECONNREFUSED)) { _ = try ByteSocket(path: path) }
        let abstract = try ListeningSocket(adopting: listening(SocketAddress(abstract: path)))
        #expect(abstract.endpoint == .unix("@" + path))
    }

    @Test("What cannot be served is said, with the name that the manager has for it")
    func unusable() throws {
        let here = SocketAddress(host: "127.0.0.1", port: 0)
        let datagrams = try listening(here, type: 2, isListening: false)
        let deaf = try listening(here, isListening: false)
        defer { for socket in [datagrams, deaf] { close(socket.descriptor) } }
        for socket in [datagrams, deaf] {
            let error = #expect(throws: PassedSocketError.self) { _ = try ListeningSocket(adopting: socket) }
            #expect(error?.description.contains("\(socket.descriptor) (web)") == true)
            #expect(error?.description.contains("ListenStream=") == true)
        }
        let closed = PassedSocket(descriptor: 1_000_000, name: "")
        let error = #expect(throws: PassedSocketError.self) { _ = try ListeningSocket(adopting: closed) }
        #expect(error?.description.contains("Bad file descriptor") == true)
    }
}

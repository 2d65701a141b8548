import Glibc
import HubTesting
import Posix
import Testing

@Suite struct ListeningSocketTests {
    private let loopback = Endpoint.internet(host: "127.0.0.1", port: 0)
    static let hasIPv6 = !NetworkInterfaces.addresses(ofIPv6: true).isEmpty

    private func error(_ endpoint: Endpoint) -> String? {
        (#expect(throws: ListenError.self) { try ListeningSocket(endpoint) }).map(\.description)
    }

    private func port(_ socket: ListeningSocket) throws -> UInt16 {
        guard case .internet(_, let port) = socket.endpoint else { throw Errno.invalidArgument }
        return port
    }

    @Test("Port 0 takes a free one, and tells which; a client gets in and is known by its address")
    func freePort() throws {
        let socket = try ListeningSocket(loopback)
        #expect(try port(socket) != 0)
        #expect(try socket.accept() == nil)
        let client = try ByteSocket(port: port(socket))
        let accepted = try #require(try accept(socket))
        #expect(accepted == Arrived(host: "127.0.0.1", arrivedAt: "127.0.0.1", isNonBlocking: true))
        _ = client
    }

    @Test("A port that is in use is one line that says what to do")
    func portInUse() throws {
        let port = try self.port(#require(try ListeningSocket(loopback) as ListeningSocket?))
        let first = try ListeningSocket(.internet(host: "127.0.0.1", port: port))
        #expect(
            error(first.endpoint)
                == "cannot listen on 127.0.0.1:\(port): Address already in use "
                + "(another program is there: stop it, or choose another address with --listen)")
    }

    @Test("A port whose last clients are still going may be taken again at once")
    func portReuse() throws {
        var first: ListeningSocket? = try ListeningSocket(loopback)
        let endpoint = try #require(first?.endpoint)
        let client = try ByteSocket(port: port(#require(first)))
        // The server's side closes first: it is the one that lingers.
        _ = try accept(#require(first))
        first = nil
        _ = try ListeningSocket(endpoint)
        _ = client
    }

    @Test("An address that this machine does not have is said so")
    func foreignAddress() {
        #expect(error(.internet(host: "192.0.2.1", port: 0))?.contains("no interface of this machine has that") == true)
    }

    @Test("IPv4 and IPv6 have the same port side by side", .enabled(if: hasIPv6, "there is no IPv6 here"))
    func bothFamilies() throws {
        let four = try ListeningSocket(.internet(host: "0.0.0.0", port: 0))
        let six = try ListeningSocket(.internet(host: "::", port: port(four)))
        #expect(six.endpoint.description == "[::]:\(try port(four))")
        let loopback = try ListeningSocket(.internet(host: "::1", port: 0))
        #expect(loopback.endpoint.description.hasPrefix("[::1]:"))
    }

    @Test("A Unix socket's file comes and goes with it, and its clients have no address")
    func unixSocket() throws {
        let path = try TemporaryFolder().path + ".socket"
        var socket: ListeningSocket? = try ListeningSocket(.unix(path))
        #expect(socket?.endpoint.description == "unix:\(path)")
        let client = try ByteSocket(path: path)
        #expect(try accept(#require(socket)) == Arrived(host: nil, arrivedAt: nil, isNonBlocking: true))
        socket = nil
        #expect(access(path, F_OK) != 0)
        _ = client
    }

    @Test("A Unix socket that nobody answers behind any more is taken over")
    func staleUnixSocket() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/socket"
        // Bound and closed, but not removed: like a program that was killed.
        try leaveSocket(at: path)
        #expect(access(path, F_OK) == 0)
        let socket = try ListeningSocket(.unix(path))
        _ = try ByteSocket(path: path)
        _ = socket
    }

    @Test("A Unix socket that somebody answers behind, and a file of another kind, are left alone")
    func foreignUnixSocket() throws {
        let folder = try TemporaryFolder()
        let first = try ListeningSocket(.unix(folder.path + "/socket"))
        #expect(error(first.endpoint)?.contains("another program is there") == true)
        _ = try ByteSocket(path: folder.path + "/socket")
        let file = try folder.write("file", [1, 2, 3])
        #expect(error(.unix(file))?.contains("Address already in use") == true)
        #expect(try RegularFile.contents(of: file, limit: 10) == [1, 2, 3])
    }

    @Test("A path that the kernel cannot take is refused", arguments: ["", String(repeating: "x", count: 108)])
    func impossiblePaths(path: String) {
        #expect(error(.unix(path))?.contains("1 to 107 bytes") == true)
    }

    // MARK: - Helpers

    struct Arrived: Equatable {
        let host: String?
        let arrivedAt: String?
        let isNonBlocking: Bool
    }

    /// The client that is there; waits for it for a second at most.
    private func accept(_ socket: ListeningSocket) throws -> Arrived? {
        var waiting = pollfd(fd: socket.rawValue, events: Int16(POLLIN), revents: 0)
        #expect(poll(&waiting, 1, 1000) == 1)
        guard let client = try socket.accept() else { return nil }
        return Arrived(
            host: client.address.numericHost, arrivedAt: client.localAddress?.numericHost,
            isNonBlocking: fcntl(client.descriptor.rawValue, F_GETFL) & O_NONBLOCK != 0)
    }

    private func leaveSocket(at path: String) throws {
        let address = try #require(SocketAddress(path: path))
        let descriptor = OwnedDescriptor(
            adopting: try valueOrErrno { socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0) })
        try address.withBytes { bytes, length in
            _ = try valueOrErrno { bind(descriptor.rawValue, bytes.assumingMemoryBound(to: sockaddr.self), length) }
        }
    }
}

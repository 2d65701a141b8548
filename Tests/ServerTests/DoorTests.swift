import HTTP
import HubTesting
import MicroHTTPD
import Posix
import Testing

/// Who comes to a TLS socket and does not speak TLS, or takes too long.
@Suite(.timeLimit(.minutes(10))) struct DoorTests {
    /// The beginning of a handshake whose rest, some 500 bytes, does not come.
    static let helloBeginning: [UInt8] = [22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]

    /// A whole greeting in TLS 1.2, after which the client's next word does not come.
    static let hello: [UInt8] =
        [22, 3, 1, 0, 69, 1, 0, 0, 65, 3, 3] + Array(repeating: 7, count: 32)
        // No session, ECDHE with ECDSA and AES-GCM, no compression.
        + [0, 0, 2, 0xC0, 0x2B, 1, 0, 0, 22]
        // The curve P-256, its points as they are, signatures by ECDSA and SHA-256.
        + [0, 10, 0, 4, 0, 2, 0, 23, 0, 11, 0, 2, 1, 0, 0, 13, 0, 4, 0, 2, 4, 3]

    private let certificate: TestCertificate
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        certificate = try TestCertificate(in: folder)
    }

    private func start(
        total: Int = 100, patience: Duration = .seconds(10), workerCount: Int = 2
    ) throws -> RunningServer {
        try RunningServer(
            ConnectionLimits(total: total, perAddress: 100, patience: patience),
            certificate: Certificate(file: certificate.file, keyFile: certificate.keyFile), workerCount: workerCount,
            handler: ClosureHandler { _ in .text("here") })
    }

    @Test(
        "Plain HTTP gets a plain 400 that says HTTPS, and the connection closes, whatever was asked for",
        arguments: [
            ByteSocket.head(.get, "/"), ByteSocket.head(.head, "/"), ByteSocket.head(.get, "/a%zz"),
            ByteSocket.head(.post, "/cam/a/login", ["Content-Length": "4"]) + "1357",
            ByteSocket.head(.post, "/", ["Content-Length": "60000", "Expect": "100-continue"]),
            "GET / HTTP/1.0\r\n\r\n",
        ])
    func plain(request: String) throws {
        let server = try start()
        for _ in 0..<4 {
            let client = try server.connect()
            try client.send(request)
            let reply = try client.readReply(to: request.hasPrefix("HEAD") ? .head : .get)
            #expect(reply.status == 400)
            #expect(reply.field("Content-Type") == "application/json")
            if !request.hasPrefix("HEAD") {
                #expect(try reply.json["code"] == "https-only")
                #expect(try reply.json["hint"] == "write https:// in place of http://")
            }
            #expect(try client.isClosed())
        }
    }

    @Test("It does not matter when the first byte comes, nor in which pieces the rest")
    func lateAndSplit() throws {
        let server = try start()
        let clients = try (0..<20).map { _ in try server.connect() }
        // Served after them: their sockets have been found silent by now.
        #expect(try ByteSocket(port: server.port, trusting: certificate).status() == 200)
        for client in clients {
            for byte in ByteSocket.head(.get, "/").utf8 { try client.send([byte]) }
            #expect(try client.readReply().status == 400)
        }
    }

    @Test("A Unix socket stays plain")
    func unixSocket() throws {
        let path = folder.path + "/socket"
        let server = try Server(
            sockets: [try ListeningSocket(.unix(path))],
            handler: ClosureHandler { .text($0.channel.isSecure ? "secure" : "plain") }, limits: ConnectionLimits(),
            certificate: Certificate(file: certificate.file, keyFile: certificate.keyFile), workerCount: 2,
            log: LogLines().log())
        try server.start()
        defer { server.stop(grace: .zero) }
        #expect(try ByteSocket(path: path).ask(.get, "/").text == "plain")
    }

    @Test(
        "Who says nothing, or begins a handshake or a plain request and does not go on, is cut when the time is over",
        arguments: [[], helloBeginning, hello, [22], Array("GET / HT".utf8)])
    func silence(beginning: [UInt8]) throws {
        let server = try start(patience: .milliseconds(500))
        let start = ContinuousClock.now
        let clients = try (0..<6).map { _ in try server.connect() }
        for client in clients { try client.send(beginning) }
        for client in clients { while try client.readSome() != nil {} }
        #expect((.milliseconds(500) ... .seconds(8)).contains(start.duration(to: .now)))
        #expect(try ByteSocket(port: server.port, trusting: certificate).status() == 200)
    }

    @Test("A handshake that comes byte by byte, without an end, is cut when the time is over")
    func trickle() throws {
        let server = try start(patience: .seconds(1))
        let (client, other) = (try server.connect(), try ByteSocket(port: server.port, trusting: certificate))
        try client.send(Self.helloBeginning)
        let start = ContinuousClock.now
        var isCut = false
        // The pace is that of the round trips of somebody who is served meanwhile.
        while !isCut, start.duration(to: .now) < .seconds(20) {
            do {
                try client.send([0])
                for _ in 0..<50 { #expect(other.status() == 200) }
            } catch {
                isCut = true
            }
        }
        #expect(isCut)
        #expect((.seconds(1) ... .seconds(15)).contains(start.duration(to: .now)))
    }

    @Test("A handshake that is finished, with no request after it, is cut when the time is over")
    func noRequest() throws {
        let server = try start(patience: .milliseconds(500))
        #expect(try ByteSocket(port: server.port, trusting: certificate).isClosed())
    }

    /// Whether a new client is refused while so many silent ones are there, which are cut in the end.
    ///
    /// On a machine that is so busy that they are cut before it has asked, all of them come again.
    private func isFull(_ server: RunningServer, with count: Int) throws -> Bool {
        for _ in 0..<10 {
            let start = ContinuousClock.now
            let silent = try (0..<count).map { _ in try server.connect() }
            let status = try ByteSocket(port: server.port, trusting: certificate).status()
            let isInTime = start.duration(to: .now) < .seconds(4)
            for client in silent { #expect(try client.isClosed()) }
            // Two threads let clients in: the new one may be counted before the last of the others.
            if isInTime, status == 503 { return true }
        }
        return false
    }

    @Test("Silent clients count as connections until they are cut, and are counted out once")
    func counting() throws {
        let server = try start(total: 10, patience: .seconds(4))
        for _ in 0..<2 { #expect(try isFull(server, with: 10)) }
        // Gone before it has said anything.
        for _ in 0..<50 { try server.connect().reset() }
        for _ in 0..<50 { try server.connect().finish() }
        var clients: [ByteSocket] = []
        for _ in 0..<200 where clients.count < 10 {
            let client = try ByteSocket(port: server.port, trusting: certificate)
            if client.status() == 200 { clients.append(client) }
        }
        #expect(clients.count == 10)
        #expect(try ByteSocket(port: server.port, trusting: certificate).status() == 503)
    }

    @Test("Bytes that are neither TLS nor HTTP end their connection and nothing else")
    func nonsense() throws {
        let server = try start()
        let good = try ByteSocket(port: server.port, trusting: certificate)
        for first in [22, 22, 22, 21, 23, 128, 0, 255] as [UInt8] {
            let client = try server.connect()
            // Within one record of the handshake, so that all of it is judged.
            let noise = (0..<300).map { UInt8(truncatingIfNeeded: $0 * $0 * 7 + $0 >> 3) }
            try client.send([first, 3, 1, 1, 44] + noise)
            client.finish()
            while try client.readSome() != nil {}
            #expect(good.status() == 200)
        }
    }
}

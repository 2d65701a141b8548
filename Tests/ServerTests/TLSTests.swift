import HTTP
import HubTesting
import MicroHTTPD
import Posix
import Testing

/// What holds over plain connections holds over TLS.
@Suite(.timeLimit(.minutes(10))) struct TLSTests {
    private let folder: TemporaryFolder
    private let certificate: TestCertificate

    init() throws {
        folder = try TemporaryFolder()
        certificate = try TestCertificate(in: folder)
    }

    private func start(
        _ limits: ConnectionLimits = ConnectionLimits(total: 4096, perAddress: 4096),
        answer: @escaping @Sendable (Request) -> Answer = { .text($0.channel.isSecure ? "secure" : "plain") }
    ) throws -> RunningServer {
        try RunningServer(
            limits, certificate: Certificate(file: certificate.file, keyFile: certificate.keyFile), answer: answer)
    }

    private func client(_ server: RunningServer, _ arguments: [String] = []) throws -> ByteSocket {
        try ByteSocket(port: server.port, trusting: certificate, arguments)
    }

    @Test("TLS 1.2 and 1.3 are spoken, and requests know that they are secure", arguments: ["-tls1_2", "-tls1_3"])
    func versions(version: String) throws {
        let server = try start()
        let client = try client(server, [version])
        for _ in 0..<10 { #expect(try client.ask(.get, "/").text == "secure") }
    }

    @Test(
        "Old versions are refused, and ciphers that do not notice changes or keys that are kept",
        arguments: [
            ["-tls1_1"], ["-tls1"], ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-SHA"],
            ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES256-SHA384"], ["-tls1_2", "-cipher", "NULL:eNULL"],
        ])
    func refused(arguments: [String]) throws {
        let server = try start()
        let client = try client(server, ["-cipher", "ALL:@SECLEVEL=0"] + arguments)
        #expect(client.status() == nil)
        #expect(try self.client(server).status() == 200)
    }

    @Test(
        "Ciphers for machines with and without instructions for AES",
        arguments: [
            "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-ECDSA-CHACHA20-POLY1305",
        ])
    func ciphers(cipher: String) throws {
        let server = try start()
        #expect(try client(server, ["-tls1_2", "-cipher", cipher]).status() == 200)
    }

    @Test("A large picture goes out whole, again and again on one connection")
    func largeBodies() throws {
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let response = Response(.ok, body: .bytes(bytes))
        let server = try start { _ in .now(response) }
        let client = try client(server)
        for _ in 0..<10 { #expect(try client.ask(.get, "/").bytes == bytes) }
    }

    @Test("Who waits is answered, and streams are pushed piece by piece to their end")
    func waitsAndStreams() throws {
        let (promise, pushed) = (Promise(), PushedStream())
        let server = try start { request in
            request.target.segments == ["wait"] ? .later(promise) : .now(Response(.ok, body: .stream(pushed)))
        }
        let waiting = try client(server)
        try waiting.send(ByteSocket.head(.get, "/wait"))
        #expect(promise.begun.wait())
        let streaming = try client(server)
        try streaming.send(ByteSocket.head(.get, "/stream"))
        #expect(try streaming.readHead().status == 200)
        for number in 0..<20 {
            pushed.push("piece \(number)\n")
            #expect(try streaming.readLine() == "piece \(number)")
        }
        promise.complete(.text("at last"))
        #expect(try waiting.readReply().text == "at last")
        pushed.end()
        #expect(try streaming.isClosed())
    }

    @Test("Parts are pushed whole, the newest after the one that a slow client is at, to their end")
    func parts() throws {
        let stream = PushedParts()
        let server = try start { _ in .now(Response(.ok, body: .parts(stream))) }
        let client = try client(server)
        try client.send(ByteSocket.head(.get, "/"))
        #expect(try client.readHead().status == 200)
        for size in [1, 16_000, 20_000, 300_000] {
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
            stream.push([1, 2], bytes, [3])
            #expect(try client.read(size + 3) == [1, 2] + bytes + [3])
        }
        // More than fits on the way, so that the rest is left out.
        for number in UInt8(1)...50 { stream.push(Array(repeating: number, count: 2_000_000)) }
        let first = try client.read(2_000_000)
        #expect(first == Array(repeating: first[0], count: 2_000_000))
        #expect(try client.read(2_000_000) == Array(repeating: 50, count: 2_000_000))
        #expect(stream.begun <= 7)
        stream.end()
        #expect(try client.isClosed())
        #expect(stream.closed.wait())
    }

    @Test("Who takes no part for too long is let go, and who is at the last one is cut off a moment later")
    func stuckParts() throws {
        for isEnded in [false, true] {
            let stream = PushedParts(isEndless: true)
            stream.push(Array(repeating: 1, count: 5_000_000))
            let limits = ConnectionLimits(total: 100, perAddress: 100, stall: isEnded ? .seconds(60) : .seconds(2))
            let server = try start(limits) { _ in .now(Response(.ok, body: .parts(stream))) }
            let client = try client(server)
            try client.send(ByteSocket.head(.get, "/"))
            #expect(try client.readHead().status == 200)
            #expect(!stream.closed.wait(seconds: 1))
            if isEnded { stream.end() }
            #expect(stream.closed.wait(seconds: isEnded ? 2 : 6))
        }
    }

    @Test("A new certificate is for new connections; those that are there go on")
    func exchange() throws {
        let other = try TestCertificate("other", in: folder)
        let server = try start()
        let early = try client(server)
        #expect(early.status() == 200)
        for (now, before) in [(other, certificate), (certificate, other), (other, certificate)] {
            server.server.show(try Certificate(file: now.file, keyFile: now.keyFile))
            #expect(try ByteSocket(port: server.port, trusting: now).status() == 200)
            #expect(try ByteSocket(port: server.port, trusting: before).status() == nil)
            #expect(early.status() == 200)
        }
    }

    @Test("One connection too many is told so over TLS")
    func limits() throws {
        let server = try start(ConnectionLimits(total: 2, perAddress: 100))
        let clients = [try client(server), try client(server)]
        for client in clients { #expect(client.status() == 200) }
        let reply = try client(server).ask(.get, "/")
        #expect(reply.status == 503)
        #expect(try reply.json["code"] == "too-many-connections")
        for client in clients { #expect(client.status() == 200) }
    }

    @Test("The stop waits for nobody: at rest, in a wait, in a stream, in a handshake, silent, or plain")
    func stop() throws {
        let (promise, pushed) = (Promise(), PushedStream())
        let server = try start { request in
            switch request.target.segments {
            case ["wait"]: .later(promise)
            case ["stream"]: .now(Response(.ok, body: .stream(pushed)))
            default: .text("here")
            }
        }
        let (resting, waiting, streaming) = (try client(server), try client(server), try client(server))
        #expect(resting.status() == 200)
        try waiting.send(ByteSocket.head(.get, "/wait"))
        #expect(promise.begun.wait())
        try streaming.send(ByteSocket.head(.get, "/stream"))
        #expect(try streaming.readHead().status == 200)
        let (silent, shaking, plain) = (try server.connect(), try server.connect(), try server.connect())
        try shaking.send(DoorTests.helloBeginning)
        try plain.send("GET / HT")
        // Who comes after them is answered: they are not in the kernel's queue any more.
        #expect(try client(server).status() == 200)
        #expect(server.stop(grace: .milliseconds(500)) < .seconds(2))
        #expect(try waiting.readReply().status == 503)
        #expect(pushed.closed.wait())
        for client in [silent, shaking, plain] { #expect(try client.isClosed()) }
    }

    @Test("Connections, refused ones and certificates leave neither memory nor descriptors behind")
    func noLeaks() async throws {
        // In a process of its own: other tests open and close files meanwhile.
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let made = try TestCertificate(in: folder)
            func round() throws {
                let certificate = try Certificate(file: made.file, keyFile: made.keyFile)
                let server = try RunningServer(certificate: certificate) { _ in .text("here") }
                for _ in 0..<3 {
                    let client = try ByteSocket(port: server.port, trusting: made)
                    let plain = try server.ask("/")
                    precondition(client.status() == 200 && plain.status == 400)
                    server.server.show(try Certificate(file: made.file, keyFile: made.keyFile))
                }
                let clients = try (0..<20).map { _ in try server.connect() }
                for client in clients.prefix(5) { try client.send(DoorTests.helloBeginning) }
                _ = server.stop(grace: .milliseconds(100))
            }
            try round()
            let before = OpenFiles.count
            for _ in 0..<10 { try round() }
            precondition(OpenFiles.count == before, "\(OpenFiles.count) open files, not \(before)")
        }
    }
}

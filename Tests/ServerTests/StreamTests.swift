import HTTP
import HubTesting
import MicroHTTPD
import Posix
import Testing

/// Bodies that come piece by piece.
@Suite(.timeLimit(.minutes(10))) struct StreamTests {
    private func server(_ stream: PushedStream) throws -> RunningServer {
        try RunningServer { request in
            guard request.target.segments == ["events"] else { return .text("here") }
            return .now(
                Response(.ok, fields: [Field("Content-Type", "text/event-stream")], body: .stream(stream)))
        }
    }

    @Test(
        "Each piece goes out as it comes, without chunks that old clients do not know, and the end is told",
        arguments: ["1.1", "1.0"])
    func pieces(version: String) throws {
        let stream = PushedStream()
        stream.push("one")
        let server = try server(stream)
        let client = try server.connect()
        try client.send("GET /events HTTP/\(version)\r\nHost: x\r\n\r\n")
        let head = try client.readHead()
        #expect(head.status == 200)
        #expect(head.field("Content-Type") == "text/event-stream")
        #expect(head.field("Content-Length") == nil && head.field("Transfer-Encoding") == nil)
        #expect(head.field("Connection")?.lowercased() == "close")
        #expect(try client.read(3) == Array("one".utf8))
        for number in 100..<200 {
            stream.push("piece \(number)")
            #expect(try client.read(9) == Array("piece \(number)".utf8))
        }
        stream.end()
        #expect(try client.isClosed())
        #expect(stream.closed.wait())
    }

    @Test("HEAD gets the header alone, and the stream is closed")
    func head() throws {
        let stream = PushedStream()
        let server = try server(stream)
        let client = try server.connect()
        #expect(try client.ask(.head, "/events").status == 200)
        #expect(stream.closed.wait())
        #expect(try client.isClosed())
    }

    @Test(
        "When the client has gone, the next pieces find that out, and the stream is closed", arguments: [false, true])
    func clientsLeave(byReset: Bool) throws {
        let stream = PushedStream()
        let server = try server(stream)
        var client: ByteSocket? = try server.connect()
        try client?.send(ByteSocket.head(.get, "/events"))
        stream.push("one")
        #expect(try client?.readHead().status == 200)
        if byReset { client?.reset() }
        client = nil
        // The first piece is answered with a reset, and what comes after it fails.
        var isClosed = false
        for _ in 0..<20 where !isClosed {
            stream.push("two")
            isClosed = stream.closed.wait(seconds: 1)
        }
        #expect(isClosed)
    }

    @Test("A client that does not read costs bounded memory, holds up nobody, and goes with its connection")
    func slowReaders() throws {
        let stream = PushedStream(isEndless: true)
        let server = try server(stream)
        var client: ByteSocket? = try ByteSocket(port: server.port, receiveBuffer: 4096)
        try client?.send(ByteSocket.head(.get, "/events"))
        #expect(try client?.readHead().status == 200)
        var taken = -1
        // Until a hundred round trips of others have brought it nothing more.
        while stream.taken != taken {
            taken = stream.taken
            for _ in 0..<100 { #expect(try server.ask("/").text == "here") }
        }
        #expect(taken < 16_000_000)
        client = nil
        #expect(stream.closed.wait())
    }

    @Test("Hundreds of streams are woken by one event each")
    func manyStreams() throws {
        let streams = (0..<300).map { _ in PushedStream() }
        let server = try RunningServer { request in
            let number = request.target.segments.first.flatMap { Int($0) } ?? 0
            return .now(Response(.ok, body: .stream(streams[number])))
        }
        let clients = try streams.indices.map { number in
            let client = try server.connect()
            try client.send(ByteSocket.head(.get, "/\(number)"))
            return client
        }
        for client in clients { #expect(try client.readHead().status == 200) }
        for round in 0..<5 {
            for stream in streams { stream.push("\(round)") }
            for client in clients { #expect(try client.read(1) == Array("\(round)".utf8)) }
        }
    }

    @Test("A client that resets in mid-answer disturbs nobody, and what it was sent is let go")
    func resetInMidAnswer() throws {
        let released = Latch()
        let server = try RunningServer { request in
            guard request.target.segments == ["large"] else { return .text("here") }
            let memory = Memory(count: 30_000_000, released: released)
            return .now(Response(.ok, body: .shared(SharedBytes(UnsafeRawBufferPointer(memory.bytes), owner: memory))))
        }
        for _ in 0..<5 {
            var client: ByteSocket? = try server.connect()
            try client?.send(ByteSocket.head(.get, "/large"))
            _ = try client?.read(100_000)
            client?.reset()
            client = nil
            #expect(released.wait())
            #expect(try server.ask("/").text == "here")
        }
    }
}

/// Zeros that somebody is told of when they are given back.
private final class Memory: Sendable {
    nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer  // reason: written in `init` alone
    private let released: Latch

    init(count: Int, released: Latch) {
        bytes = .allocate(byteCount: count, alignment: 16)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        self.released = released
    }

    deinit {
        bytes.deallocate()
        released.signal()
    }
}

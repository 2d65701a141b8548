import HTTP
import HubTesting
import MicroHTTPD
import Posix
import Testing

@Suite(.timeLimit(.minutes(10))) struct ServerTests {
    /// Answers with the path that was asked for.
    private func echo() throws -> RunningServer {
        try RunningServer { request in .text(request.target.segments.joined(separator: "/")) }
    }

    @Test("One connection serves one request after the other")
    func keepAlive() throws {
        let server = try echo()
        let client = try server.connect()
        for number in 0..<100 {
            let reply = try client.ask(.get, "/\(number)")
            #expect(reply.status == 200 && reply.text == "\(number)")
        }
    }

    @Test("Requests that come before the answers to earlier ones are answered in their order")
    func pipelining() throws {
        let server = try echo()
        let client = try server.connect()
        try client.send((0..<50).map { ByteSocket.head(.get, "/\($0)") }.joined())
        for number in 0..<50 { #expect(try client.readReply().text == "\(number)") }
    }

    @Test("An answer that takes its time holds up those behind it on its connection, and no others")
    func pipeliningBehindAWait() throws {
        let promise = Promise()
        let server = try RunningServer { request in
            request.target.segments == ["wait"] ? .later(promise) : .text("here")
        }
        let client = try server.connect()
        try client.send(ByteSocket.head(.get, "/wait") + ByteSocket.head(.get, "/"))
        #expect(promise.begun.wait())
        for _ in 0..<10 { #expect(try server.ask("/").text == "here") }
        promise.complete(.text("at last"))
        #expect(try client.readReply().text == "at last")
        #expect(try client.readReply().text == "here")
    }

    @Test("HEAD has the header of GET, its length too, and no body")
    func head() throws {
        let server = try echo()
        let client = try server.connect()
        let get = try client.ask(.get, "/some/path")
        let head = try client.ask(.head, "/some/path")
        #expect(head.status == 200 && get.bytes.count == 9)
        #expect(head.fields.filter { $0.name != "Date" } == get.fields.filter { $0.name != "Date" })
        #expect(head.field("Content-Length") == "9")
        // Nothing of a body is left in the connection.
        #expect(try client.ask(.get, "/next").text == "next")
    }

    @Test("304 has the header of the answer that it stands for, its length too, and no body")
    func notModified() throws {
        let response = Response(.ok, fields: [Field("ETag", "\"x\"")], body: .bytes(Array("here".utf8)))
        let server = try RunningServer { $0.target.segments == ["all"] ? .now(response) : .notModified(response) }
        let client = try server.connect()
        for _ in 0..<3 {
            let reply = try client.ask(.get, "/")
            #expect(reply.status == 304)
            #expect(reply.field("ETag") == "\"x\"")
            #expect(reply.field("Content-Length") == "4")
            #expect(try client.ask(.get, "/all").text == "here")
        }
    }

    @Test("A client of HTTP/1.0, and one that says so, is answered and let go")
    func closing() throws {
        let server = try echo()
        for head in ["GET /x HTTP/1.0\r\n\r\n", ByteSocket.head(.get, "/x", ["Connection": "close"])] {
            let client = try server.connect()
            try client.send(head)
            #expect(try client.readReply().text == "x")
            #expect(try client.isClosed())
        }
    }

    @Test("Large bodies arrive byte by byte as they are, to several clients at a time")
    func largeBodies() throws {
        let bytes = (0..<20_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let response = Response(.ok, body: .bytes(bytes))
        let server = try RunningServer { _ in .now(response) }
        let clients = try (0..<4).map { _ in try server.connect() }
        for client in clients { try client.send(ByteSocket.head(.get, "/")) }
        for client in clients { #expect(try client.readReply().bytes == bytes) }
    }

    @Test(
        "As many requests as fill a batch of events are all answered at once",
        arguments: [1, 64, 127, 128, 129, 255, 256, 257, 512])
    func fullBatches(count: Int) throws {
        let server = try echo()
        let clients = try (0..<count).map { _ in try server.connect() }
        for client in clients { #expect(try client.ask(.get, "/").status == 200) }
        // Other programs may take the processor for a moment: the best of five rounds counts.
        let times = try (0..<5).map { _ in
            try ContinuousClock().measure {
                for client in clients { try client.send(ByteSocket.head(.get, "/x")) }
                for client in clients { #expect(try client.readReply().text == "x") }
            }
        }
        #expect(try #require(times.min()) < .milliseconds(50 + count / 5))
        #expect(try #require(times.max()) < .seconds(2))
    }

    @Test("The same over a Unix socket, whose clients have no address")
    func unixSocket() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/socket"
        let handler = ClosureHandler { request in .text("\(request.channel.peer)") }
        let server = try Server(
            sockets: [ListeningSocket(.unix(path))], handler: handler,
            limits: ConnectionLimits(total: 100, perAddress: 1), workerCount: 2, log: LogLines().log())
        try server.start()
        let clients = try (0..<5).map { _ in try ByteSocket(path: path) }
        for client in clients { #expect(try client.ask(.get, "/").text == "the Unix socket") }
        server.stop(grace: .zero)
        for client in clients { #expect(try client.isClosed()) }
    }

    @Test("Clients of several sockets are served by the same workers")
    func severalSockets() throws {
        let sockets = try (0..<3).map { _ in try ListeningSocket(.internet(host: "127.0.0.1", port: 0)) }
        let server = try Server(
            sockets: sockets, handler: ClosureHandler { _ in .text("here") }, limits: ConnectionLimits(),
            workerCount: 2, log: LogLines().log())
        try server.start()
        for socket in sockets {
            guard case .internet(_, let port) = socket.endpoint else { continue }
            #expect(try ByteSocket(port: port).ask(.get, "/").text == "here")
        }
        server.stop(grace: .zero)
    }

    @Test("A field that cannot be sent ends the connection and is logged, and the server goes on")
    func impossibleFields() throws {
        let server = try RunningServer { request in
            let value = request.target.segments == ["bad"] ? "a\r\nX-Injected: 1" : "a"
            return .now(Response(.ok, fields: [Field("X-Own", value)]))
        }
        let client = try server.connect()
        try client.send(ByteSocket.head(.get, "/bad"))
        #expect(try client.isClosed())
        #expect(server.lines.containing("a field of it cannot be sent").count == 1)
        #expect(try server.ask("/good").field("X-Own") == "a")
    }
}

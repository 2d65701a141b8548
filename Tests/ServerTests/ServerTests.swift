import Camera
import HTTP
import HubTesting
import MicroHTTPD
import Posix
import Testing

/// A handler with one plain answer, and one that never comes.
private struct Echo: Handler {
    func refuse(_ head: Request) -> Response? { nil }

    func answer(_ request: Request) -> Answer {
        switch request.target.segments.first {
        case "wait": .later(Never())
        case "size": .now(Response(.ok, body: .bytes(Array(String(request.body.count).utf8))))
        default: .now(Response(.ok, body: .bytes(Array("here".utf8))))
        }
    }

    private final class Never: PendingAnswer {
        let patience: Duration = .seconds(30)
        func begin(_ completion: @escaping @Sendable (Answer) -> Void) {}
        func expire() -> Answer { .now(Response(.noContent)) }
    }
}

/// A running server on a free port, stopped with its last owner.
private final class Running {
    let server: Server
    let port: UInt16

    init(_ limits: ConnectionLimits = ConnectionLimits(total: 1024, perAddress: 1024)) throws {
        let socket = try ListeningSocket(.internet(host: "127.0.0.1", port: 0))
        guard case .internet(_, let port) = socket.endpoint else { throw Errno.invalidArgument }
        self.port = port
        server = try Server(sockets: [socket], handler: Echo(), limits: limits, log: Log(limit: .error))
        try server.start()
    }

    deinit { server.stop(grace: .zero) }

    func ask(_ head: String, body: String = "") throws -> ByteSocket {
        let client = try ByteSocket(port: port)
        try client.send(head.replacing("\n", with: "\r\n") + "\r\n\r\n" + body)
        return client
    }
}

@Suite struct ServerTests {
    @Test("One connection serves one request after the other")
    func keepAlive() throws {
        let running = try Running()
        let client = try running.ask("GET / HTTP/1.1\nHost: x")
        for _ in 0..<3 {
            #expect(try client.readLine() == "HTTP/1.1 200 OK")
            while try !client.readLine().isEmpty {}
            #expect(try client.read(4) == Array("here".utf8))
            try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        }
    }

    @Test("Exactly 128 and exactly 256 requests in the same instant are all answered", arguments: [128, 256])
    func fullBatches(count: Int) throws {
        let running = try Running()
        let clients = try (0..<count).map { _ in try ByteSocket(port: running.port) }
        for client in clients { try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
        for client in clients { #expect(try client.readLine() == "HTTP/1.1 200 OK") }
    }

    @Test(
        "A request that two servers could read in two ways is refused",
        arguments: [
            "GET / HTTP/1.1\nHost: x\nHost: y", "POST / HTTP/1.1\nHost: x\nContent-Length: 1\nContent-Length: 1",
            "POST / HTTP/1.1\nHost: x\nContent-Length: 1\nTransfer-Encoding: chunked", "GET /a%2Fb HTTP/1.1\nHost: x",
            "GET /frame%00x HTTP/1.1\nHost: x", "GET /a/../b HTTP/1.1\nHost: x", "GET / HTTP/1.1",
        ])
    func lies(head: String) throws {
        let running = try Running()
        #expect(try running.ask(head).readLine() == "HTTP/1.1 400 Bad Request")
    }

    @Test("A body reaches the handler, and one that is too large is refused by its head")
    func bodies() throws {
        let running = try Running()
        let client = try running.ask("POST /size HTTP/1.1\nHost: x\nContent-Length: 5", body: "12345")
        #expect(try client.readLine() == "HTTP/1.1 200 OK")
        while try !client.readLine().isEmpty {}
        #expect(try client.read(1) == Array("5".utf8))
        let large = try running.ask("POST /size HTTP/1.1\nHost: x\nContent-Length: 999999")
        #expect(try large.readLine().hasPrefix("HTTP/1.1 413"))
    }

    @Test("A connection beyond the limit is told so with 503")
    func limit() throws {
        let running = try Running(ConnectionLimits(total: 1, perAddress: 1))
        let first = try running.ask("GET / HTTP/1.1\nHost: x")
        #expect(try first.readLine() == "HTTP/1.1 200 OK")
        #expect(try running.ask("GET / HTTP/1.1\nHost: x").readLine() == "HTTP/1.1 503 Service Unavailable")
    }

    @Test("Who waits when the server stops gets 503, and the server does stop")
    func stopWhileWaiting() throws {
        let running = try Running()
        let waiting = try running.ask("GET /wait HTTP/1.1\nHost: x")
        let other = try running.ask("GET / HTTP/1.1\nHost: x")
        #expect(try other.readLine() == "HTTP/1.1 200 OK")
        running.server.stop(grace: .seconds(1))
        #expect(try waiting.readLine() == "HTTP/1.1 503 Service Unavailable")
    }
}

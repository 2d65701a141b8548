import HTTP
import HubTesting
import MicroHTTPD
import Posix
import Testing

/// The server ends when it is told to, whatever its clients do.
@Suite(.timeLimit(.minutes(10))) struct StopTests {
    @Test("Nobody there: at once")
    func idle() throws {
        let server = try RunningServer { _ in .text("here") }
        #expect(try server.ask("/").status == 200)
        #expect(server.stop(grace: .seconds(30)) < .seconds(20))
    }

    @Test("Connections that have asked for nothing are not waited for")
    func keptConnections() throws {
        let server = try RunningServer { _ in .text("here") }
        let clients = try (0..<200).map { _ in try server.connect() }
        for client in clients.prefix(100) { #expect(try client.ask(.get, "/").status == 200) }
        #expect(server.stop(grace: .seconds(30)) < .seconds(20))
        for client in clients { #expect(try client.isClosed()) }
    }

    @Test("Who waits gets 503, and whoever was to answer is told that the time is up")
    func waiting() throws {
        let promises = (0..<300).map { _ in Promise() }
        let server = try RunningServer { request in
            .later(promises[request.target.segments.first.flatMap { Int($0) } ?? 0])
        }
        let clients = try promises.indices.map { number in
            let client = try server.connect()
            try client.send(ByteSocket.head(.get, "/\(number)"))
            return client
        }
        for promise in promises { #expect(promise.begun.wait()) }
        #expect(server.stop(grace: .seconds(30)) < .seconds(20))
        for client in clients {
            let reply = try client.readReply()
            #expect(reply.status == 503)
            #expect(try reply.json["code"] == "stopping")
            #expect(reply.field("Retry-After") == "1")
            #expect(try client.isClosed())
        }
        #expect(promises.allSatisfy { $0.expirations == 1 })
        // Too late, and for nobody.
        for promise in promises { promise.complete(.text("late")) }
    }

    @Test("Streams that sleep, and streams that never end, are cut after the grace", arguments: [false, true])
    func streams(isEndless: Bool) throws {
        let streams = (0..<50).map { _ in PushedStream(isEndless: isEndless) }
        let server = try RunningServer { request in
            let number = request.target.segments.first.flatMap { Int($0) } ?? 0
            return .now(Response(.ok, body: .stream(streams[number])))
        }
        let clients = try streams.indices.map { number in
            let client = try server.connect()
            try client.send(ByteSocket.head(.get, "/\(number)"))
            #expect(try client.readHead().status == 200)
            return client
        }
        let time = server.stop(grace: .milliseconds(300))
        #expect(time < .seconds(5))
        for stream in streams { #expect(stream.closed.wait()) }
        for stream in streams { stream.push("for nobody") }
        withExtendedLifetime(clients) {}
    }

    @Test("Streams that their owner ends let the server go before its grace is over")
    func endedStreams() throws {
        let stream = PushedStream()
        let server = try RunningServer { _ in .now(Response(.ok, body: .stream(stream))) }
        let client = try server.connect()
        try client.send(ByteSocket.head(.get, "/"))
        #expect(try client.readHead().status == 200)
        stream.end()
        #expect(server.stop(grace: .seconds(30)) < .seconds(20))
        #expect(try client.isClosed())
    }

    @Test("A client that does not read its answer is cut after the grace")
    func slowReader() throws {
        let response = Response(.ok, body: .bytes(Array(repeating: 1, count: 50_000_000)))
        let server = try RunningServer { _ in .now(response) }
        let client = try ByteSocket(port: server.port, receiveBuffer: 4096)
        try client.send(ByteSocket.head(.get, "/"))
        #expect(try client.readHead().status == 200)
        let time = server.stop(grace: .milliseconds(200))
        #expect(time >= .milliseconds(200) && time < .seconds(5))
    }

    @Test("An answer that is on its way goes out whole")
    func answersUnderWay() throws {
        let promise = Promise()
        let response = Response(.ok, body: .bytes(Array(repeating: 1, count: 20_000_000)))
        let server = try RunningServer { $0.target.segments == ["wait"] ? .later(promise) : .now(response) }
        let client = try server.connect()
        try client.send(ByteSocket.head(.get, "/"))
        #expect(try client.readHead().status == 200)
        let stopped = Latch()
        let thread = try Thread(name: "stop") {
            server.server.stop(grace: .seconds(30))
            stopped.signal()
        }
        #expect(try client.read(20_000_000).count == 20_000_000)
        #expect(stopped.wait())
        thread.join()
    }

    @Test(
        "Half a request, and half a body, are not waited for",
        arguments: ["GET / HT", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf"])
    func halfRequests(text: String) throws {
        let server = try RunningServer { _ in .text("here") }
        let client = try server.connect()
        try client.send(text)
        #expect(try server.ask("/").status == 200)
        #expect(server.stop(grace: .seconds(30)) < .seconds(20))
        #expect(try client.isClosed())
    }

    @Test("It can be stopped twice, and without having been started")
    func oddOrders() throws {
        let server = try RunningServer { _ in .text("here") }
        #expect(try server.ask("/").status == 200)
        server.server.stop(grace: .zero)
        server.server.stop(grace: .zero)
        let socket = try ListeningSocket(.internet(host: "127.0.0.1", port: 0))
        let never = try Server(
            sockets: [socket], handler: ClosureHandler { _ in .text("") }, limits: ConnectionLimits(),
            workerCount: 2, log: LogLines().log())
        never.stop(grace: .zero)
    }

    @Test("Servers that are made and ended leave no descriptor and no thread behind")
    func noLeaks() async throws {
        // In a process of its own: other tests open and close files meanwhile.
        await #expect(processExitsWith: .success) {
            func round() throws {
                let server = try RunningServer { request in
                    request.target.segments == ["wait"] ? .later(Promise()) : .text("here")
                }
                let clients = try (0..<20).map { _ in try server.connect() }
                for client in clients.prefix(15) { _ = try client.ask(.get, "/") }
                for client in clients.prefix(5) { try client.send(ByteSocket.head(.get, "/wait")) }
                _ = server.stop(grace: .milliseconds(100))
                let socket = try ListeningSocket(.internet(host: "127.0.0.1", port: 0))
                _ = try Server(
                    sockets: [socket], handler: ClosureHandler { _ in .text("") }, limits: ConnectionLimits(),
                    workerCount: 2, log: LogLines().log())
            }
            try round()
            let before = OpenFiles.count
            for _ in 0..<10 { try round() }
            precondition(OpenFiles.count == before, "\(OpenFiles.count) open files, not \(before)")
        }
    }
}

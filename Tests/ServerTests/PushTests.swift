import HTTP
import HubTesting
import MicroHTTPD
import Posix
import Testing

/// Bodies of parts, of which each client gets the newest.
@Suite(.timeLimit(.minutes(10))) struct PushTests {
    private let limits = ConnectionLimits(total: 4096, perAddress: 4096, stall: .seconds(2))

    private func server(_ streams: PushedParts...) throws -> RunningServer {
        try RunningServer(limits) { request in
            guard let number = request.target.segments.first.flatMap({ Int($0) }) else { return .text("here") }
            return .now(
                Response(.ok, fields: [Field("Content-Type", "text/plain")], body: .parts(streams[number])))
        }
    }

    private func watch(_ server: RunningServer, _ number: Int = 0, receiveBuffer: CInt? = nil) throws -> ByteSocket {
        let client = try ByteSocket(port: server.port, receiveBuffer: receiveBuffer)
        try client.send(ByteSocket.head(.get, "/\(number)"))
        #expect(try client.readHead().status == 200)
        return client
    }

    @Test(
        "Parts go out as they are, without chunks, from the header to the end of the connection",
        arguments: ["1.1", "1.0"])
    func bytes(version: String) throws {
        let stream = PushedParts()
        let server = try server(stream)
        let client = try server.connect()
        try client.send("GET /0 HTTP/\(version)\r\nHost: x\r\n\r\n")
        let head = try client.readHead()
        #expect(head.status == 200 && head.field("Connection")?.lowercased() == "close")
        #expect(head.field("Content-Length") == nil && head.field("Transfer-Encoding") == nil)
        for number in 100..<200 {
            stream.push(Array("<\(number)".utf8), [], Array(">".utf8))
            #expect(try client.read(5) == Array("<\(number)>".utf8))
        }
        stream.end()
        #expect(try client.isClosed())
        #expect(stream.closed.wait())
    }

    @Test("Parts of any size come whole, in pieces of any size")
    func sizes() throws {
        let stream = PushedParts()
        let server = try server(stream)
        let client = try watch(server)
        for size in [1, 2, 15_999, 16_000, 65_536, 300_000, 5_000_000] {
            let pieces = [1, size, 3].map { count in (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) } }
            stream.push(pieces[0], pieces[1], pieces[2])
            #expect(try client.read(size + 4) == pieces.flatMap { $0 })
        }
    }

    @Test("HEAD gets the header alone, and the stream is never opened")
    func head() throws {
        let stream = PushedParts()
        let server = try server(stream)
        let client = try server.connect()
        #expect(try client.ask(.head, "/0").status == 200)
        #expect(stream.closed.wait())
        #expect(!stream.opened.wait(seconds: 0))
        #expect(try client.isClosed())
    }

    @Test("A slow client gets the newest part after the one that it is at, and holds up nobody")
    func slowClients() throws {
        let (slow, quick) = (PushedParts(), PushedParts())
        let server = try server(slow, quick)
        let reader = try watch(server, receiveBuffer: 4096)
        let other = try watch(server, 1)
        let size = 400_000
        for number in UInt8(1)...50 {
            let part = Array(repeating: number, count: size)
            slow.push(part)
            quick.push(part)
            #expect(try other.read(size) == part)
            while slow.begun == 0 { #expect(try server.ask("/").text == "here") }
        }
        // What it was at is whole, and then comes the last one, not the second.
        #expect(try reader.read(size) == Array(repeating: 1, count: size))
        #expect(try reader.read(size) == Array(repeating: 50, count: size))
        #expect(slow.begun == 2)
    }

    @Test("What the kernel keeps for a client that does not read is bounded")
    func backlog() throws {
        let stream = PushedParts(isEndless: true)
        stream.push(Array(repeating: 1, count: 20_000))
        let server = try server(stream)
        let client = try watch(server, receiveBuffer: 4096)
        var begun = -1
        // Until a hundred round trips of others have brought it nothing more.
        while stream.begun != begun {
            begun = stream.begun
            for _ in 0..<100 { #expect(try server.ask("/").text == "here") }
        }
        let queued = try #require(KernelMemory.queued(to: try client.localPort))
        #expect(queued < 150_000)
        #expect(begun * 20_000 < 200_000)
    }

    @Test("A client that takes nothing for too long is let go, one that reads a little now and then is not")
    func stuckClients() throws {
        let (stuck, slow) = (PushedParts(isEndless: true), PushedParts(isEndless: true))
        for stream in [stuck, slow] { stream.push(Array(repeating: 1, count: 100_000)) }
        let server = try server(stuck, slow)
        let silent = try watch(server, receiveBuffer: 4096)
        let reader = try watch(server, 1, receiveBuffer: 4096)
        let start = ContinuousClock.now
        var isClosed = false
        while !isClosed, start.duration(to: .now) < .seconds(10) {
            // Each look at the silent one takes a while, in which the other reads some.
            _ = try reader.read(3000)
            isClosed = stuck.closed.wait(milliseconds: 100)
        }
        #expect(isClosed && start.duration(to: .now) > .seconds(2))
        #expect(!slow.closed.wait(seconds: 0))
        _ = try reader.read(100_000)
        while try silent.readSome() != nil {}
    }

    @Test("One that sleeps for long because there is nothing is not let go")
    func quietStreams() throws {
        let stream = PushedParts()
        let server = try server(stream)
        let client = try watch(server)
        #expect(!stream.closed.wait(seconds: 4))
        stream.push("after all")
        #expect(try client.read(9) == Array("after all".utf8))
    }

    @Test("A part that is due again comes when its time is up, without a call")
    func repetition() throws {
        let stream = PushedParts(pause: .milliseconds(50))
        stream.push("again")
        let server = try server(stream)
        let start = ContinuousClock.now
        let client = try watch(server)
        for _ in 0..<5 { #expect(try client.read(5) == Array("again".utf8)) }
        let time = start.duration(to: .now)
        #expect(time >= .milliseconds(200) && time < .seconds(5))
    }

    @Test("A client that has gone is noticed though nothing is sent, by reset, or with the next part")
    func clientsLeave() throws {
        let streams = [PushedParts(), PushedParts()]
        let server = try server(streams[0], streams[1])
        var client: ByteSocket? = try watch(server)
        client?.reset()
        client = nil
        #expect(streams[0].closed.wait(seconds: 3))
        client = try watch(server, 1)
        client = nil
        for _ in 0..<20 { streams[1].push("more") }
        var isClosed = false
        for _ in 0..<20 where !isClosed {
            streams[1].push("more")
            isClosed = streams[1].closed.wait(milliseconds: 100)
        }
        #expect(isClosed)
    }

    @Test("A client that has said all that it will say goes on reading")
    func halfClosed() throws {
        let stream = PushedParts()
        let server = try server(stream)
        let client = try watch(server)
        client.finish()
        #expect(!stream.closed.wait(seconds: 3))
        for number in 0..<10 {
            stream.push("part \(number)")
            #expect(try client.read(6) == Array("part \(number)".utf8))
        }
        stream.end()
        #expect(try client.isClosed())
    }

    @Test("The end comes after a whole part; who does not take that is cut off a moment later")
    func endings() throws {
        let (taken, left) = (PushedParts(), PushedParts())
        let server = try server(taken, left)
        let reader = try watch(server, receiveBuffer: 4096)
        let stuck = try watch(server, 1, receiveBuffer: 4096)
        let part = Array(repeating: UInt8(7), count: 1_000_000)
        for stream in [taken, left] {
            stream.push(part)
            while stream.begun == 0 { #expect(try server.ask("/").text == "here") }
            stream.end()
        }
        #expect(try reader.read(part.count) == part)
        #expect(try reader.isClosed())
        #expect(left.closed.wait(seconds: 2))
        var count = 0
        while let some = try stuck.readSome() { count += some.count }
        #expect(count < part.count)
    }

    @Test("A thousand streams all get each part")
    func thousands() throws {
        let streams = (0..<1000).map { _ in PushedParts() }
        let server = try RunningServer { request in
            .now(Response(.ok, body: .parts(streams[request.target.segments.first.flatMap { Int($0) } ?? 0])))
        }
        let clients = try streams.indices.map { try watch(server, $0) }
        for round in 0..<5 {
            for stream in streams { stream.push("round \(round)") }
            for client in clients { #expect(try client.read(7) == Array("round \(round)".utf8)) }
        }
        for stream in streams { stream.end() }
        for client in clients { #expect(try client.isClosed()) }
    }

    @Test("The server stops with streams that sleep, that never end and that nobody reads", arguments: [false, true])
    func stopping(isEndless: Bool) throws {
        let streams = (0..<50).map { _ in PushedParts(isEndless: isEndless) }
        let server = try RunningServer { request in
            .now(Response(.ok, body: .parts(streams[request.target.segments.first.flatMap { Int($0) } ?? 0])))
        }
        let clients = try streams.indices.map { try watch(server, $0, receiveBuffer: 4096) }
        for stream in streams { stream.push(Array(repeating: 1, count: 100_000)) }
        #expect(server.stop(grace: .milliseconds(300)) < .seconds(5))
        for stream in streams { #expect(stream.closed.wait()) }
        for stream in streams { stream.push("for nobody") }
        withExtendedLifetime(clients) {}
    }
}

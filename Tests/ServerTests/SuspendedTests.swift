import HTTP
import HubTesting
import MicroHTTPD
import Posix
import Testing

/// Requests whose answers come later.
@Suite(.timeLimit(.minutes(10))) struct SuspendedTests {
    private func server(_ promise: Promise) throws -> RunningServer {
        try RunningServer { $0.target.segments == ["wait"] ? .later(promise) : .text("here") }
    }

    @Test("An answer may come from another thread, and its connection goes on")
    func fromAnotherThread() throws {
        let promise = Promise()
        let server = try server(promise)
        let client = try server.connect()
        try client.send(ByteSocket.head(.get, "/wait"))
        #expect(promise.begun.wait())
        try Thread(name: "other") { promise.complete(.text("done")) }.join()
        #expect(try client.readReply().text == "done")
        #expect(try client.ask(.get, "/").text == "here")
        #expect(promise.expirations == 0)
    }

    @Test("An answer may come while it is being asked for")
    func fromInside() throws {
        let server = try server(Promise(early: .text("at once")))
        let client = try server.connect()
        for _ in 0..<20 { #expect(try client.ask(.get, "/wait").text == "at once") }
    }

    @Test("It may be 304, an error, or a stream")
    func otherAnswers() throws {
        let stream = PushedStream()
        stream.push("streamed")
        stream.end()
        let response = Response(.ok, fields: [Field("ETag", "\"x\"")], body: .bytes([1, 2, 3]))
        for (answer, status) in [
            (Answer.notModified(response), 304), (.text("no", .serviceUnavailable), 503),
            (.now(Response(.ok, body: .stream(stream))), 200),
        ] {
            let server = try server(Promise(early: answer))
            let reply = try server.ask("/wait")
            #expect(reply.status == status)
            if status == 200 { #expect(reply.text == "streamed") }
        }
        #expect(stream.closed.wait())
    }

    @Test("When the patience is over the client gets what is said then, and a later answer is dropped")
    func expiring() throws {
        let promise = Promise(patience: .milliseconds(100))
        let server = try server(promise)
        let client = try server.connect()
        let start = ContinuousClock.now
        #expect(try client.ask(.get, "/wait").text == "expired")
        let time = start.duration(to: .now)
        #expect(time >= .milliseconds(100) && time < .seconds(5))
        #expect(promise.expirations == 1)
        promise.complete(.text("late"))
        promise.complete(.text("later"))
        #expect(try client.ask(.get, "/").text == "here")
    }

    @Test("Of two answers the first counts")
    func twoAnswers() throws {
        let promise = Promise()
        let server = try server(promise)
        let client = try server.connect()
        try client.send(ByteSocket.head(.get, "/wait"))
        #expect(promise.begun.wait())
        promise.complete(.text("first"))
        promise.complete(.text("second"))
        #expect(try client.readReply().text == "first")
        #expect(try client.ask(.get, "/").text == "here")
    }

    @Test("Different patience is kept for each, whichever order they came in")
    func severalDeadlines() throws {
        let promises = [900, 100, 500].map { Promise(patience: .milliseconds($0)) }
        let server = try RunningServer { request in
            .later(promises[request.target.segments.first.flatMap { Int($0) } ?? 0])
        }
        let clients = try promises.indices.map { number in
            let client = try server.connect()
            try client.send(ByteSocket.head(.get, "/\(number)"))
            return client
        }
        for number in [1, 2, 0] { #expect(try clients[number].readReply().text == "expired") }
        #expect(promises.map(\.expirations) == [1, 1, 1])
    }

    @Test("A client that leaves while it waits keeps its place until the patience is over, and not longer")
    func clientsLeave() throws {
        let promise = Promise(patience: .milliseconds(300))
        // One at a time: the next one gets in when the first is gone.
        let server = try RunningServer(ConnectionLimits(total: 1, perAddress: 1)) {
            $0.target.segments == ["wait"] ? .later(promise) : .text("here")
        }
        var client: ByteSocket? = try server.connect()
        try client?.send(ByteSocket.head(.get, "/wait"))
        #expect(promise.begun.wait())
        client = nil
        #expect(try server.ask("/").status == 503)
        #expect(promise.expired.wait())
        var statuses: [Int] = []
        // Nobody tells when the place is free: every refusal is a round trip, and the end of one is soon.
        while statuses.last != 200, statuses.count < 1000 { statuses.append(try server.ask("/").status) }
        #expect(statuses.last == 200)
    }

    @Test("An answer for a client that has left is dropped, and what it held is let go")
    func answersForNobody() throws {
        weak var remembered: Promise?
        do {
            let promises = Locked<[Promise]>([])
            let server = try RunningServer { request in
                guard request.target.segments == ["wait"] else { return .text("here") }
                let promise = Promise()
                promises.withLock { $0.append(promise) }
                return .later(promise)
            }
            for number in 0..<50 {
                let client = try server.connect()
                try client.send(ByteSocket.head(.get, "/wait"))
                while promises.withLock({ $0.count }) <= number { #expect(try server.ask("/").text == "here") }
                if number % 2 == 0 { client.reset() }
            }
            let all = promises.withLock { $0 }
            for promise in all { #expect(promise.begun.wait()) }
            for promise in all { promise.complete(.text("for nobody")) }
            remembered = all.last
            #expect(try server.ask("/").text == "here")
            _ = server.stop(grace: .seconds(1))
        }
        #expect(remembered == nil)
    }

    @Test("A thousand waiting requests are all answered by one event")
    func manyWaiting() throws {
        let promises = Locked<[Promise]>([])
        let everyone = Latch()
        let server = try RunningServer { _ in
            let promise = Promise()
            let count = promises.withLock { list in
                list.append(promise)
                return list.count
            }
            if count == 1000 { everyone.signal() }
            return .later(promise)
        }
        let clients = try (0..<1000).map { _ in try server.connect() }
        for client in clients { try client.send(ByteSocket.head(.get, "/wait")) }
        #expect(everyone.wait())
        let all = promises.withLock { $0 }
        let start = ContinuousClock.now
        for promise in all { promise.complete(.text("now")) }
        for client in clients { #expect(try client.readReply().text == "now") }
        #expect(start.duration(to: .now) < .seconds(3))
    }
}

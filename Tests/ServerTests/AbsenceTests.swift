import HTTP
import HubTesting
import MicroHTTPD
import Posix
import Testing

/// Clients that leave while they wait for an answer.
@Suite(.timeLimit(.minutes(10))) struct AbsenceTests {
    private func server(_ promise: Promise) throws -> RunningServer {
        try RunningServer { $0.target.segments == ["wait"] ? .later(promise) : .text("here") }
    }

    @Test("A client that has gone frees its place within five seconds, one that was reset within two")
    func leaving() throws {
        for (byReset, seconds) in [(true, 2), (false, 5)] {
            let promise = Promise(patience: .seconds(60))
            let server = try server(promise)
            var client: ByteSocket? = try server.connect()
            try client?.send(ByteSocket.head(.get, "/wait"))
            #expect(promise.begun.wait())
            if byReset { client?.reset() }
            client = nil
            #expect(promise.expired.wait(seconds: seconds))
            #expect(promise.expirations == 1)
            #expect(try server.ask("/").text == "here")
        }
    }

    @Test("A client that will say no more has a moment in which it is answered, and is then told that the time is up")
    func halfClosed() throws {
        let promises = [Promise(patience: .seconds(60)), Promise(patience: .seconds(60))]
        let server = try RunningServer { request in
            .later(promises[request.target.segments.first.flatMap { Int($0) } ?? 0])
        }
        let clients = try promises.indices.map { number in
            let client = try server.connect()
            try client.send(ByteSocket.head(.get, "/\(number)"))
            client.finish()
            return client
        }
        #expect(!promises[0].expired.wait(seconds: 1))
        promises[0].complete(.text("in time"))
        #expect(try clients[0].readReply().text == "in time")
        #expect(try clients[1].readReply().text == "expired")
    }

    @Test("Clients that wait and are there are left alone")
    func present() throws {
        let promise = Promise(patience: .seconds(60))
        let server = try server(promise)
        let client = try server.connect()
        try client.send(ByteSocket.head(.get, "/wait"))
        #expect(!promise.expired.wait(seconds: 6))
        promise.complete(.text("at last"))
        #expect(try client.readReply().text == "at last")
    }
}

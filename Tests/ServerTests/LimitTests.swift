import Glibc
import HTTP
import HubTesting
import MicroHTTPD
import Posix
import Testing

/// How many may come, and what those get who come too late.
@Suite(.timeLimit(.minutes(10))) struct LimitTests {
    private func server(total: Int, perAddress: Int) throws -> RunningServer {
        try RunningServer(ConnectionLimits(total: total, perAddress: perAddress)) { _ in .text("here") }
    }

    /// Asks on new connections until one is answered with the status: places become free a moment after a close.
    private func statusSoon(_ wanted: Int, _ server: RunningServer, from source: String? = nil) throws -> Int {
        var status = 0
        for _ in 0..<1000 where status != wanted {
            status = try ByteSocket(port: server.port, from: source).ask(.get, "/").status
        }
        return status
    }

    @Test("One connection too many is told so, with what to do, and is closed; those that are in stay")
    func total() throws {
        let server = try server(total: 10, perAddress: 100)
        var clients = try (0..<10).map { _ in try server.connect() }
        for client in clients { #expect(try client.ask(.get, "/").status == 200) }
        for _ in 0..<20 {
            let client = try server.connect()
            let reply = try client.ask(.get, "/")
            #expect(reply.status == 503)
            #expect(reply.field("Retry-After") == "5")
            #expect(try reply.json["code"] == "too-many-connections")
            #expect(
                try reply.json["hint"]
                    == .text("close some pages, or raise limits.connections or limits.connectionsPerAddress"))
            #expect(try client.isClosed())
        }
        for client in clients { #expect(try client.ask(.get, "/").status == 200) }
        clients.removeLast()
        #expect(try statusSoon(200, server) == 200)
    }

    @Test("One address has its own limit, and other addresses do not feel it")
    func perAddress() throws {
        let server = try server(total: 100, perAddress: 5)
        var clients = try (0..<5).map { _ in try server.connect() }
        for client in clients { #expect(try client.ask(.get, "/").status == 200) }
        #expect(try server.ask("/").status == 503)
        #expect(try ByteSocket(port: server.port, from: "127.0.0.2").ask(.get, "/").status == 200)
        clients.removeFirst()
        #expect(try statusSoon(200, server) == 200)
    }

    @Test("A proxy stands for many clients: the limit for one address is not for it")
    func proxies() throws {
        let server = try RunningServer(
            ConnectionLimits(total: 100, perAddress: 5, proxies: [try #require(AddressRange("127.0.0.2"))])
        ) { _ in .text("here") }
        let clients = try (0..<20).map { _ in try ByteSocket(port: server.port, from: "127.0.0.2") }
        for client in clients { #expect(try client.ask(.get, "/").status == 200) }
        let others = try (0..<6).map { _ in try server.connect() }
        #expect(try others.map { try $0.ask(.get, "/").status } == [200, 200, 200, 200, 200, 503])
    }

    @Test("However many connections one address opens, and says nothing on, the places of others stay free")
    func greed() throws {
        let server = try server(total: 20, perAddress: 5)
        let silent = try (0..<200).map { _ in try server.connect() }
        for number in 2..<5 {
            let clients = try (0..<5).map { _ in try ByteSocket(port: server.port, from: "127.0.0.\(number)") }
            for client in clients { #expect(try client.ask(.get, "/").status == 200) }
        }
        #expect(try silent[0].ask(.get, "/").status == 200)
    }

    @Test("Far beyond the limit connections are closed without a word, and all recovers when they go")
    func flood() throws {
        let server = try server(total: 10, perAddress: 1000)
        var clients = try (0..<10).map { _ in try server.connect() }
        for client in clients { #expect(try client.ask(.get, "/").status == 200) }
        // 64 more are kept, to be told so when they ask.
        clients += try (0..<200).map { _ in try server.connect() }
        var refused = 0
        for client in clients.dropFirst(10) {
            if let reply = try? client.ask(.get, "/") {
                #expect(reply.status == 503)
                refused += 1
            }
        }
        #expect(refused >= 64)
        for client in clients.prefix(10) { #expect(try client.ask(.get, "/").status == 200) }
        clients = []
        #expect(try statusSoon(200, server) == 200)
    }

    @Test("The first clients share a thread; when it has company, others come to the next, then to each in turn")
    func company() throws {
        let threads = Locked<[UInt: Int]>([:])
        let server = try RunningServer(
            company: 5,
            handler: ClosureHandler { _ in
                threads.withLock { $0[UInt(pthread_self()), default: 0] += 1 }
                return .text("here")
            })
        var clients: [ByteSocket] = []
        for counts in [[5], [5, 5], [8, 8]] {
            threads.withLock { $0 = [:] }
            while clients.count < counts.reduce(0, +) { clients.append(try server.connect()) }
            for client in clients { #expect(try client.ask(.get, "/").status == 200) }
            #expect(threads.withLock { $0.values.sorted() } == counts)
        }
    }

    @Test("A thousand connections that do nothing hold up nobody")
    func idleConnections() throws {
        let server = try server(total: 2000, perAddress: 2000)
        let idle = try (0..<1000).map { _ in try server.connect() }
        for client in idle.prefix(500) { #expect(try client.ask(.get, "/").status == 200) }
        let start = ContinuousClock.now
        for _ in 0..<100 { #expect(try server.ask("/").status == 200) }
        #expect(start.duration(to: .now) < .seconds(2))
        for client in idle { #expect(try client.ask(.get, "/").status == 200) }
    }

    @Test("Connections are spread evenly, and counted right over thousands that come and go")
    func churn() throws {
        let server = try server(total: 20, perAddress: 20)
        for round in 0..<150 {
            let clients = try (0..<10).map { _ in try server.connect() }
            for (number, client) in clients.enumerated() where number % 3 != 0 {
                let status = try client.ask(.get, "/").status
                #expect([200, 503].contains(status))
                if (round + number) % 2 == 0 { client.reset() }
            }
        }
        // Had one been lost on the way, the twenty would not all get in again.
        var clients: [ByteSocket] = []
        for _ in 0..<1000 where clients.count < 20 {
            let client = try server.connect()
            if try client.ask(.get, "/").status == 200 { clients.append(client) }
        }
        #expect(clients.count == 20)
        #expect(try server.ask("/").status == 503)
    }
}

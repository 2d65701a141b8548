import Camera
import HTTP
import Hub
import HubTesting
import MicroHTTPD
import Posix
import Testing

/// How long the hub's own answers take, with a camera that the test plays.
@Suite(.timeLimit(.minutes(10))) struct HubLoadTests {
    private static let frame = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

    private func serve(_ body: (TestHub, RunningServer, ScriptedSource) async throws -> Void) async throws {
        let id = try #require(CameraID("demo"))
        let hub = try TestHub(HubConfiguration(cameras: [ConfiguredCamera(id: id, source: .test)]))
        await hub.start()
        let server = try RunningServer(handler: hub.handler)
        do {
            try await body(hub, server, hub.stream(id, .frame(bytes: Self.frame)))
        } catch {
            _ = await hub.stop()
            throw error
        }
        _ = server.stop(grace: .zero)
        #expect(await hub.stop() == [])
    }

    /// Asks, and says how many bytes the answer has.
    private func length(_ client: ByteSocket, _ request: String) throws -> Int {
        try client.send(request)
        var count = 0
        while true {
            let line = try client.readLine()
            count += line.utf8.count + 2
            if line.isEmpty { break }
        }
        #expect(try client.read(Self.frame.count) == Self.frame)
        return count + Self.frame.count
    }

    @Test(
        "Requests for a frame of 100 KB that come at the same moment are all answered within 50 milliseconds",
        arguments: [127, 128, 129, 256])
    func atOnce(count: Int) async throws {
        try await serve { hub, server, _ in
            let request = ByteSocket.head(.get, "/cam/demo/frame")
            let clients = try (0..<count).map { _ in try server.connect() }
            let lengths = try Set(clients.map { try length($0, request) })
            let whole = try #require(lengths.count == 1 ? lengths.first : nil)
            // Other programs may take the processor for a moment: the best of some rounds counts.
            let times = try (0..<10).map { _ in
                try ContinuousClock().measure {
                    for client in clients { try client.send(request) }
                    for client in clients { try client.skip(whole) }
                }
            }
            #expect(try #require(times.min()) < .milliseconds(50) * Sanitizer.slowness)
            #expect(try #require(times.max()) < .seconds(2))
        }
    }

    @Test("Who waits for the next frame has its last byte within two milliseconds of the moment at which it is there")
    func waiting() async throws {
        try await serve { hub, server, source in
            let client = try server.connect()
            var sequence = 1
            func request() -> String { ByteSocket.head(.get, "/cam/demo/frame?after=\(sequence)&wait=10000") }
            var times: [Duration] = []
            for _ in 0..<200 {
                try client.send(request())
                // It waits when the hub has nothing left to do, and what came later was answered by both workers.
                for _ in 0..<4 { #expect(try server.ask("/settings").status == 200) }
                let start = ContinuousClock.now
                source.push(.frame(bytes: Self.frame))
                _ = try client.readHead()
                try client.skip(Self.frame.count)
                times.append(start.duration(to: .now))
                sequence += 1
            }
            // The median of the best of ten stretches: other programs may take the processor for a while.
            let medians = stride(from: 0, to: 200, by: 20).map { times[$0..<($0 + 20)].sorted()[10] }
            #expect(try #require(medians.min()) < .milliseconds(2) * Sanitizer.slowness)
        }
    }
}

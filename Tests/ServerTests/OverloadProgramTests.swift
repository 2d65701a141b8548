import Camera
import HTTP
import HubTesting
import Posix
import Testing

/// The built program when more is wanted than the machine can encode.
@Suite(.timeLimit(.minutes(10))) struct OverloadProgramTests {
    /// Far more than there are processors for.
    private static let ids = (0..<(6 * Processors.count)).map { "camera-\($0)" }

    private func start() throws -> RunningProgram {
        let folder = try TemporaryFolder()
        let cameras = Self.ids.enumerated().map { number, id in
            "  \(id): { test: {}, size: 1280x720, fps: \(number % 2 == 0 ? 90 : 120), pin: null }\n"
        }
        let file = try folder.write("camhub.yaml", Array("cameras:\n\(cameras.joined())".utf8))
        return try RunningProgram(["--listen", "127.0.0.1:0", "--config", file], in: folder)
    }

    private func sequences(_ client: ByteSocket) throws -> [Int] {
        let list = try client.ask(.get, "/cameras").json["cameras"]
        return try Self.ids.indices.map { Int(try #require(list?[$0]?["sequence"]?.number)) }
    }

    @Test("All cameras get fewer frames alike, whatever they want, and none gets older ones; the hub says so")
    func fairness() throws {
        let program = try start()
        let client = try ByteSocket(port: program.port())
        for id in Self.ids { #expect(try client.ask(.get, "/cam/\(id)/frame").status == 200) }
        var (first, ages): ([Int], [Int64]) = ([], [])
        // A round to warm up, and then for so long that each has had a number of turns.
        for round in 0..<11 {
            if round == 1 { first = try sequences(client) }
            for id in Self.ids {
                let last = try #require(client.ask(.head, "/cam/\(id)/frame").field("X-Frame-Sequence"))
                let reply = try client.ask(.get, "/cam/\(id)/frame?after=\(last)&wait=10000")
                let stamp = try #require(reply.field("X-Frame-Timestamp").flatMap { Int64($0) })
                ages.append(MonotonicTime.now.unixMilliseconds - stamp)
            }
        }
        let frames = try zip(sequences(client), first).map { $0 - $1 }
        let (fewest, most) = (try #require(frames.min()), try #require(frames.max()))
        #expect(fewest > 20 && Double(fewest) > 0.8 * Double(most), "\(frames)")
        #expect(try #require(ages.max()) < 1000 * Int64(Sanitizer.slowness), "\(ages)")
        let encoding = try client.ask(.get, "/status").json["encoding"]
        #expect(encoding?["isBehind"] == true && encoding?["skipped"]?.number ?? 0 > 0)
        for id in Self.ids {
            let status = try client.ask(.get, "/cam/\(id)/status").json
            #expect(status["isBehind"] == true && status["frames"]?["skipped"]?.number ?? 0 > 0)
        }
    }
}

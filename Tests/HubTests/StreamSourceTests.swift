import Camera
import Hub
import HubTesting
import Testing

/// Cameras whose frames are cut out of a stream of bytes: a command's, or a network's.
@Suite(.timeLimit(.minutes(1))) struct StreamSourceTests {
    private let demo = HubConfiguration(cameras: [ConfiguredCamera(id: "demo", source: .exec(["a"]))])

    private func tally(_ truncated: Int, _ padding: Int) -> StreamTally {
        var tally = StreamTally()
        tally.broken[.truncated] = truncated
        tally.anomalies[.padding] = padding
        return tally
    }

    @Test("What a stream has had is in the status, counted once, and counted on when the source is opened anew")
    func tallies() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo")
            for step in [tally(1, 0), tally(1, 2), tally(3, 2)] {
                source.push(.piece(step))
                await hub.time.settle()
            }
            let frames = { try await hub.client.get("/cam/demo/status").json["frames"] }
            #expect(try await frames()?["broken"] == ["truncated": 3])
            #expect(try await frames()?["anomalies"] == ["padding": 2])
            source.push(.fault(CaptureError(.failed, reason: "it has ended")))
            await hub.time.settle()
            await hub.time.advance(by: .seconds(1))
            let second = try await hub.stream("demo", .piece(tally(2, 5)))
            #expect(second !== source)
            #expect(try await frames()?["broken"] == ["truncated": 5])
            #expect(try await frames()?["anomalies"] == ["padding": 7])
        }
    }

    @Test("Any number of pieces in a row is no fault of the driver")
    func manyPieces() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo")
            for _ in 0..<500 { source.push(.piece(StreamTally())) }
            await hub.time.settle()
            #expect(source.isOpen && hub.condition("demo") == CameraCondition(.streaming))
        }
    }

    @Test("Pieces without a picture are no sign of life")
    func piecesAreNoPictures() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo")
            for _ in 0..<12 {
                await hub.time.advance(by: .seconds(0.1))
                source.push(.piece(StreamTally()))
                await hub.time.settle()
            }
            #expect(source.restarts == 1 && hub.condition("demo")?.state == .stalled)
        }
    }

    @Test("The log says that it is open when it shows a picture, and of one that always fails the reason alone, once")
    func log() async throws {
        try await withHub(demo) { hub in
            try await hub.ask("demo")
            #expect(hub.lines.containing("opened") == [])
            let source = try #require(hub.opener.source("demo"))
            source.push(.fault(CaptureError(.failed, reason: "it has ended")))
            await hub.time.settle()
            hub.opener.refuse("demo", with: CaptureError(.failed, reason: "it has ended"))
            for _ in 0..<4 {
                try await hub.ask("demo")
                await hub.time.advance(by: .seconds(1))
            }
            #expect(hub.lines.containing("it has ended").count == 1)
            #expect(hub.lines.containing("opened") == [] && hub.lines.containing("closed") == [])
            try await hub.stream("demo")
            await hub.time.settle()
            #expect(hub.lines.containing("opened: MJPG 1280x720").count == 1)
        }
    }
}

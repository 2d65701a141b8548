import Camera
import HTTP
import Hub
import HubTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct CaptureFaultTests {
    private let demo = HubConfiguration(cameras: [.test("demo")])
    private let broken = CaptureError(.failed, reason: "the cable is bad", hint: "replace it")

    /// Keeps the camera wanted while time passes.
    private func watch(_ hub: TestHub, for seconds: Int) async throws {
        for _ in 0..<seconds {
            try await hub.ask("demo")
            await hub.time.advance(by: .seconds(1))
        }
    }

    @Test("Silence: restarted, then reopened, then closed and tried again; all the time it says that it is stalled")
    func silence() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo")
            // Two intervals of 20 fps and a second.
            await hub.time.advance(by: .seconds(1.09))
            #expect(hub.condition("demo") == CameraCondition(.streaming))
            await hub.time.advance(by: .seconds(0.01))
            #expect(source.restarts == 1 && source.isOpen)
            #expect(hub.condition("demo")?.state == .stalled)
            #expect(try await hub.ask("demo").reply.status == 503)
            try await watch(hub, for: 5)
            #expect(!source.isOpen)
            let second = try #require(hub.opener.source("demo"))
            #expect(second !== source && second.isOpen)
            #expect(hub.condition("demo")?.state == .stalled)
            try await watch(hub, for: 5)
            #expect(!second.isOpen)
            #expect(hub.condition("demo")?.state == .stalled)
            try await watch(hub, for: 1)
            #expect(hub.opener.openings.count == 3)
        }
    }

    @Test("A frame after a silence makes it stream again, without another opening")
    func recovery() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo")
            await hub.time.advance(by: .seconds(2))
            #expect(hub.condition("demo")?.state == .stalled)
            source.push(.frame(bytes: [7]))
            await hub.time.settle()
            #expect(hub.condition("demo") == CameraCondition(.streaming))
            #expect(try await hub.ask("demo").reply.bytes == [7])
            #expect(hub.opener.openings.count == 1)
        }
    }

    @Test("Without a first frame the request that waits is answered when the camera counts as stalled")
    func noFirstFrame() async throws {
        try await withHub(demo) { hub in
            let asked = try await hub.ask("demo")
            await hub.time.advance(by: .seconds(5))
            #expect(try await asked.reply.json["state"] == "stalled")
            #expect(hub.opener.source("demo")?.restarts == 1)
        }
    }

    @Test("Broken frames are counted by their cause, are never served, and are no sign of life")
    func brokenFrames() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frame(bytes: [1]))
            for _ in 0..<10 { source.push(.broken(.truncated)) }
            source.push(.broken(.garbage), .broken(.markedBad), .frame(bytes: [2]), .broken(.truncated))
            await hub.time.settle()
            let counters = try #require(hub.snapshot("demo")?.counters)
            #expect(counters.broken == [.truncated: 11, .garbage: 1, .markedBad: 1])
            #expect(counters.captured == 2)
            #expect(try await hub.ask("demo").reply.bytes == [2])
            let status = try await hub.client.get("/cam/demo/status").json
            #expect(status["frames"]?["broken"] == ["truncated": 11, "garbage": 1, "markedBad": 1])
            #expect(status["frames"]?["captured"] == 2)
            for _ in 0..<11 {
                await hub.time.advance(by: .milliseconds(100))
                source.push(.broken(.truncated))
            }
            await hub.time.settle()
            #expect(hub.condition("demo")?.state == .stalled)
        }
    }

    @Test("Frames that the device dropped are counted, over several openings")
    func droppedFrames() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frameAfterDrops(3))
            source.push(.frameAfterDrops(2))
            await hub.time.settle()
            #expect(hub.snapshot("demo")?.counters.dropped == 5)
            await hub.time.advance(by: .seconds(11))
            try await hub.stream("demo", .frameAfterDrops(4))
            #expect(hub.snapshot("demo")?.counters.dropped == 9)
            #expect(hub.snapshot("demo")?.counters.captured == 3)
        }
    }

    @Test("A fault in mid-stream closes the source, tells everyone, and is tried again after half a second")
    func faultInMidStream() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .fault(broken))
            #expect(!source.isOpen)
            #expect(hub.condition("demo") == broken.condition)
            let reply = try await hub.ask("demo").reply
            #expect(reply.status == 503)
            #expect(try reply.json["error"] == "the cable is bad")
            await hub.time.advance(by: .milliseconds(499))
            #expect(hub.opener.openings.count == 1)
            await hub.time.advance(by: .milliseconds(1))
            #expect(hub.opener.openings.count == 2)
            hub.opener.source("demo")?.push(.frame())
            await hub.time.settle()
            #expect(hub.condition("demo") == CameraCondition(.streaming))
        }
    }

    @Test("A driver that reports frames and has none does not keep the hub busy: it is closed after a hundred")
    func emptyWakeUps() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo")
            source.setStuck()
            await hub.time.settle()
            #expect(!source.isOpen)
            #expect((100...110).contains(source.looks.count))
            #expect(hub.condition("demo")?.state == .failed)
            #expect(hub.condition("demo")?.hint?.contains("plug the camera out") == true)
        }
    }

    @Test("Some empty looks between frames are no fault")
    func someEmptyWakeUps() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo")
            for _ in 0..<30 {
                for _ in 0..<20 { source.push(.nothing) }
                source.push(.frame())
                await hub.time.settle()
                await hub.time.advance(by: .milliseconds(100))
            }
            #expect(source.isOpen)
            #expect(hub.condition("demo") == CameraCondition(.streaming))
        }
    }

    @Test("A source that cannot be restarted is closed and tried again")
    func restartFails() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo")
            source.failRestart(with: broken)
            await hub.time.advance(by: .seconds(1.1))
            #expect(!source.isOpen)
            #expect(hub.condition("demo") == broken.condition)
            await hub.time.advance(by: .milliseconds(500))
            #expect(hub.opener.openings.count == 2)
        }
    }

    @Test("A source that does not open is tried after 0.5, 1, 2, 4, 8 and every 10 seconds, and logged once")
    func backOff() async throws {
        try await withHub(demo) { hub in
            hub.opener.refuseAlways("demo", with: broken)
            try await watch(hub, for: 40)
            let times = hub.opener.openings.map(\.at)
            let gaps = zip(times, times.dropFirst()).map { $0.duration(to: $1) }
            #expect(gaps == [0.5, 1, 2, 4, 8, 10, 10].map { .seconds($0) })
            #expect(hub.lines.containing("the cable is bad").count == 1)
            #expect(hub.lines.containing("warning: demo: the cable is bad (replace it)").count == 1)
        }
    }

    @Test("A plug is tried at once, whatever went wrong before")
    func aPlugResetsTheBackOff() async throws {
        let node = VideoNode.usb(0, serial: "A")
        try await withHub(HubConfiguration(cameras: [.device("demo", serial: "A")])) { hub in
            hub.opener.refuseAlways("demo", with: broken)
            await hub.plug(node)
            try await watch(hub, for: 20)
            let before = hub.opener.openings.count
            await hub.unplug(node)
            hub.opener.refuseAlways("demo", with: nil)
            await hub.plug(node)
            #expect(hub.opener.openings.count == before + 1)
            hub.opener.source("demo")?.push(.frame())
            await hub.time.settle()
            #expect(hub.condition("demo") == CameraCondition(.streaming))
        }
    }

    @Test("Nothing is opened for nobody: a fault waits for the next request")
    func faultsWaitForViewers() async throws {
        try await withHub(demo) { hub in
            hub.opener.refuse("demo", with: broken)
            try await hub.ask("demo")
            await hub.time.advance(by: .seconds(3600))
            let openings = hub.opener.openings.count
            #expect(openings == 2)
            #expect(hub.condition("demo")?.state == .idle)
        }
    }

    @Test("Frames of another size than the source promised change the size once, not at every frame")
    func theSizeOfFramesCounts() async throws {
        try await withHub(demo) { hub in
            let turned = Size(width: 720, height: 1280)
            let source = try await hub.stream("demo", .frame(size: turned))
            let tag = hub.tag
            #expect(hub.snapshot("demo")?.delivery?.size == turned)
            for _ in 0..<10 {
                await hub.time.advance(by: .milliseconds(50))
                source.push(.frame(size: turned))
                await hub.time.settle()
                #expect(hub.snapshot("demo")?.delivery?.size == turned)
            }
            #expect(hub.tag == tag)
        }
    }

    @Test("A slower rate that the source follows gives it more time between frames")
    func paceFollowsSettings() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo")
            source.set(delivery: Delivery(format: .mjpeg, size: Size(width: 1280, height: 720), framesPerSecond: 0.5))
            await hub.follow(HubConfiguration(cameras: [.test("demo") { $0.fps = 1 }]))
            await hub.time.advance(by: .seconds(4.9))
            #expect(hub.condition("demo") == CameraCondition(.streaming))
            await hub.time.advance(by: .seconds(0.1))
            #expect(hub.condition("demo")?.state == .stalled)
            #expect(source.restarts == 1)
        }
    }
}

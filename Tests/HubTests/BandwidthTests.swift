import Camera
import Hub
import HubTesting
import Posix
import Testing

/// Cameras that get less of their USB bus than they want, and what becomes of that when another one stops.
@Suite(.timeLimit(.minutes(1))) struct BandwidthTests {
    private static let full = CaptureError(.noBandwidth, reason: "the bus is full", hint: "use another port")
    private let nodes = (0..<3).map { VideoNode.usb($0, serial: "\($0)") }
    private let cameras = HubConfiguration(
        cameras: [.device("a", serial: "0"), .device("b", serial: "1"), .device("c", serial: "2")])

    /// Who was opened, and who was open at that moment.
    private final class Openings: Sendable {
        private let list = Locked<[String]>([])

        func add(_ id: CameraID, beside open: Set<CameraID>) {
            list.withLock { $0.append("\(id) beside \(open.sorted().map(\.description).joined(separator: " "))") }
        }

        var all: [String] { list.withLock { $0 } }
    }

    /// Plugs all three in and makes those stream.
    private func begin(_ hub: TestHub, _ ids: [CameraID], room: Int = 1) async throws {
        hub.opener.set(room: room)
        for node in nodes { await hub.plug(node) }
        for id in ids { try await hub.stream(id) }
    }

    /// Lets the source that was opened last give a frame.
    private func frame(_ hub: TestHub, _ id: CameraID) async throws -> ScriptedSource {
        let source = try #require(hub.opener.source(id))
        source.push(.frame())
        await hub.time.settle()
        return source
    }

    @Test("A camera that gets less streams, and says why and what to do; the one before it goes on")
    func told() async throws {
        try await withHub(cameras) { hub in
            try await begin(hub, ["a", "b"])
            #expect(hub.condition("a") == CameraCondition(.streaming))
            let status = try await hub.client.get("/cam/b/status").json
            #expect(status["state"] == "streaming")
            let condition = try #require(hub.condition("b"))
            #expect(condition.reason?.contains("no bandwidth left for MJPG 1280x720") == true)
            #expect(condition.hint?.contains("when another camera on this bus stops") == true)
            #expect(hub.lines.containing("warning: b: the USB bus has no bandwidth left").count == 1)
            #expect(try await hub.ask("b").reply.status == 200)
        }
    }

    @Test("When one stops, the others try to get more one after the other, and each holds on to what it has meanwhile")
    func turns() async throws {
        try await withHub(cameras) { hub in
            try await begin(hub, ["a", "b", "c"])
            let openings = Openings()
            hub.opener.whileOpening { [opener = hub.opener] id in openings.add(id, beside: opener.open) }
            await hub.unplug(nodes[0])
            #expect(openings.all == ["b beside c", "c beside b"])
            #expect(try await frame(hub, "b").shortfall == nil)
            #expect(try await frame(hub, "c").shortfall != nil)
            #expect(hub.condition("b") == CameraCondition(.streaming))
            #expect(hub.condition("c")?.reason != nil)
            // Nobody tries again by itself.
            for _ in 0..<20 {
                for id in ["b", "c"] as [CameraID] { _ = try await frame(hub, id) }
                for id in ["b", "c"] as [CameraID] { try await hub.ask(id) }
                await hub.time.advance(by: .seconds(1))
            }
            #expect(openings.all.count == 2)
        }
    }

    @Test("A camera that nobody watches any more makes room, too")
    func idle() async throws {
        try await withHub(cameras) { hub in
            try await begin(hub, ["a", "b"])
            for _ in 0..<18 {
                await hub.time.advance(by: .seconds(1))
                for id in ["a", "b"] as [CameraID] where hub.opener.open.contains(id) { _ = try await frame(hub, id) }
                try await hub.ask("b")
            }
            #expect(hub.condition("a")?.state == .idle)
            #expect(try await frame(hub, "b").shortfall == nil)
            #expect(hub.opener.openings(of: "b").count == 2)
            // Who comes back is the one that steps down.
            try await hub.stream("a")
            #expect(hub.opener.source("a")?.shortfall != nil)
            #expect(hub.opener.openings(of: "b").count == 2)
        }
    }

    @Test("A camera that got nothing at all need not wait for its next try")
    func nothing() async throws {
        try await withHub(cameras) { hub in
            hub.opener.refuse("b", with: Self.full, Self.full, Self.full, Self.full)
            try await begin(hub, ["a"], room: 3)
            try await hub.ask("b")
            for _ in 0..<3 { await hub.time.advance(by: .seconds(2)) }
            #expect(hub.condition("b")?.state == .noBandwidth)
            let before = hub.opener.openings(of: "b").count
            try await hub.ask("b")
            await hub.unplug(nodes[0])
            #expect(hub.opener.openings(of: "b").count == before + 1)
        }
    }

    @Test("Cameras on another bus, and those that have all they want, are left alone")
    func others() async throws {
        let elsewhere = VideoNode(
            path: "/dev/video9", deviceNumber: UInt64(81 << 8 | 9), vendorID: "046d", productID: "0825", serial: "9",
            busPath: "pci-0000:00:14.0-usb-0:1:1.0", model: "Webcam C270", driver: "uvcvideo")
        var configuration = cameras
        configuration.cameras.append(.device("d", serial: "9"))
        try await withHub(configuration) { hub in
            await hub.plug(elsewhere)
            try await begin(hub, ["a", "b"], room: 2)
            try await hub.stream("d")
            #expect(hub.opener.source("d")?.shortfall != nil)
            await hub.unplug(nodes[0])
            #expect(hub.opener.openings(of: "d").count == 1 && hub.opener.openings(of: "b").count == 1)
        }
    }
}

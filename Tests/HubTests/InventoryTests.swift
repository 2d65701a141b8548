import Camera
import HTTP
@testable import Hub
import HubTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct InventoryTests {
    /// Something that happens to a camera that streams.
    struct Change: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let happen: @Sendable (TestHub, ScriptedSource) async throws -> Void

        init(_ name: String, _ happen: @escaping @Sendable (TestHub, ScriptedSource) async throws -> Void) {
            testDescription = name
            self.happen = happen
        }

        /// A new configuration of the camera.
        static func settings(
            _ name: String, _ change: @escaping @Sendable (inout CameraSettings) -> Void
        ) -> Change {
            Change(name) { hub, source in
                source.acceptAnySize()
                await hub.follow(HubConfiguration(cameras: [.test("demo", change)]))
            }
        }

        static func frame(_ name: String, _ step: ScriptedSource.Step) -> Change {
            Change(name) { hub, source in
                source.push(step)
                await hub.time.settle()
            }
        }
    }

    static let counted = [
        Change.settings("name") { $0.name = "Front door" },
        .settings("target fps") { $0.fps = 5 },
        .frame("size", .frame(size: Size(width: 10, height: 10))),
        .frame("state", .fault(CaptureError(.failed, reason: "broken"))),
        Change("format") { hub, source in
            source.set(delivery: Delivery(format: .yuyv, size: Size(width: 1280, height: 720), framesPerSecond: 20))
            source.push(.frame())
            await hub.time.settle()
        },
        Change("a camera more") { hub, _ in
            await hub.follow(HubConfiguration(cameras: [.test("demo"), .test("other")]))
        },
        Change("a camera less") { hub, _ in await hub.follow(HubConfiguration()) },
    ]

    static let notCounted = [
        Change.frame("frames", .frame(bytes: [9, 9, 9])),
        .frame("broken frames", .broken(.garbage)),
        .frame("dropped frames", .frameAfterDrops(7)),
        .settings("quality") { $0.quality = .fixed(10) },
        .settings("idleAfter") { $0.idleAfter = nil },
        Change("viewers") { hub, _ in
            for number in 0..<5 { try await hub.ask("demo", from: "192.0.2.\(number)") }
        },
        Change("time") { hub, _ in await hub.time.advance(by: .milliseconds(900)) },
        Change("the device's own rate") { hub, source in
            source.set(delivery: Delivery(format: .mjpeg, size: Size(width: 1280, height: 720), framesPerSecond: 12.5))
            source.push(.frame())
            await hub.time.settle()
        },
    ]

    private func tagChanges(after change: Change) async throws -> Bool {
        var hasChanged = false
        try await withHub(HubConfiguration(cameras: [.test("demo")])) { hub in
            let source = try await hub.stream("demo")
            let before = try await hub.client.get("/cameras")
            let tag = try #require(before.field("ETag"))
            #expect(tag.hasPrefix("W/"))
            try await change.happen(hub, source)
            let after = try await hub.client.get("/cameras", ["If-None-Match": tag])
            hasChanged = after.status == 200
            #expect(hasChanged == (after.field("ETag") != tag))
        }
        return hasChanged
    }

    @Test("The tag of /cameras changes with what pages show", arguments: counted)
    func theTagChanges(with change: Change) async throws { #expect(try await tagChanges(after: change)) }

    @Test("The tag of /cameras does not change with counters", arguments: notCounted)
    func theTagStays(with change: Change) async throws { #expect(try await !tagChanges(after: change)) }

    @Test("A reason that changes while the state stays is a change too")
    func reasonsCount() async throws {
        try await withHub(HubConfiguration(cameras: [.test("demo")])) { hub in
            hub.opener.refuse(
                "demo", with: CaptureError(.failed, reason: "one"), CaptureError(.failed, reason: "two"))
            try await hub.ask("demo")
            let tag = hub.tag
            await hub.time.advance(by: .seconds(1))
            #expect(hub.condition("demo")?.reason == "two")
            #expect(hub.tag != tag)
        }
    }

    @Test("A tag of an earlier run never fits")
    func tagsAreOfOneRun() {
        #expect(Inventory(boot: "a").listing.tag != Inventory(boot: "b").listing.tag)
    }

    @Test("Programs are told of cameras that come, change and go, and of nothing else")
    func events() async throws {
        try await withHub(HubConfiguration(cameras: [.test("demo")])) { hub in
            let reader = try StreamReader(hub.client.send(.get, "/events"))
            #expect(reader.read() == ": camhub\n\n")
            #expect(reader.read() == nil)
            let node = VideoNode.usb(0)
            await hub.plug(node)
            let id = hub.ids[1]
            #expect(reader.read() == "event: camera-added\ndata: {\"id\":\"\(id)\"}\n\n")
            try await hub.stream("demo")
            let changed = "event: camera-changed\ndata: {\"id\":\"demo\"}\n\n"
            // Starting, its delivery, streaming.
            #expect(reader.read()?.replacing(changed, with: "") == "")
            hub.opener.source("demo")?.push(.frame())
            await hub.time.settle()
            #expect(reader.read() == nil)
            await hub.follow(HubConfiguration())
            #expect(reader.read()?.contains("event: camera-removed\ndata: {\"id\":\"demo\"}\n\n") == true)
            reader.close()
        }
    }

    @Test("A camera that gets another source under its old id has changed")
    func replacedCameras() async throws {
        try await withHub(HubConfiguration(cameras: [.test("demo")])) { hub in
            let reader = try StreamReader(hub.client.send(.get, "/events"))
            _ = reader.read()
            let camera = ConfiguredCamera(id: "demo", source: .replay("x.jpg"))
            await hub.follow(HubConfiguration(cameras: [camera]))
            #expect(reader.read()?.contains("event: camera-changed\ndata: {\"id\":\"demo\"}\n\n") == true)
            reader.close()
        }
    }

    @Test("Every fifteen seconds there is a ping")
    func pings() async throws {
        try await withHub { hub in
            let reader = try StreamReader(hub.client.send(.get, "/events"))
            _ = reader.read()
            await hub.time.advance(by: .seconds(14.9))
            #expect(reader.read() == nil)
            await hub.time.advance(by: .seconds(0.1))
            #expect(reader.read() == "event: ping\ndata: {}\n\n")
            await hub.time.advance(by: .seconds(15))
            #expect(reader.read() == "event: ping\ndata: {}\n\n")
            reader.close()
        }
    }

    @Test("When the hub ends, so do the streams")
    func streamsEnd() async throws {
        let hub = try TestHub()
        await hub.start()
        let reader = try StreamReader(hub.client.send(.get, "/events"))
        _ = reader.read()
        #expect(await hub.stop() == [])
        #expect(reader.read() == nil && reader.isEnded)
        reader.close()
    }

    @Test("A client that does not read is let go before it costs much memory")
    func feedsAreBounded() {
        let inventory = Inventory(boot: "boot")
        let feed = EventFeed(inventory, RouteMeter())
        inventory.subscribe(feed)
        for _ in 0..<10_000 { inventory.ping() }
        var buffer = [UInt8](repeating: 0, count: 1_000_000)
        let read = buffer.withUnsafeMutableBytes { feed.read(into: $0, wake: {}) }
        #expect(read == .end)
        feed.close()
    }

    @Test("A client that has gone is not told any more, and is forgotten")
    func goneClients() async throws {
        let inventory = Inventory(boot: "boot")
        var feed: EventFeed? = EventFeed(inventory, RouteMeter())
        weak let remembered = feed
        inventory.subscribe(try #require(feed))
        feed?.close()
        feed = nil
        #expect(remembered == nil)
        inventory.ping()
    }
}

/// Reads a stream as a server does, and notes when it is woken.
final class StreamReader {
    private let stream: any BodyStream
    private(set) var isEnded = false

    init(_ asked: Asked) throws { stream = try #require(asked.stream) }

    /// All that is there; nil if there is nothing.
    func read() -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 100)
        while true {
            switch buffer.withUnsafeMutableBytes({ stream.read(into: $0, wake: {}) }) {
            case .bytes(let count): bytes += buffer.prefix(count)
            case .later: return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
            case .end:
                isEnded = true
                return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    func close() { stream.close() }
}

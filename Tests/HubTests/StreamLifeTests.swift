import Access
import Camera
import HTTP
import Hub
import HubTesting
import Testing

/// How long a stream lasts, and what it keeps awake.
@Suite(.timeLimit(.minutes(1))) struct StreamLifeTests {
    private let demo = HubConfiguration(cameras: [.test("demo")])

    private func watch(_ hub: TestHub, _ fields: KeyValuePairs<String, String> = [:]) throws -> Spectator {
        let spectator = Spectator(try #require(try hub.client.send(.get, "/cam/demo/stream", fields).parts))
        #expect(spectator.take() == Array("--camhubframe\r\n".utf8))
        return spectator
    }

    @Test("As long as a stream is open its viewer watches and the camera stays open; after it, idleAfter counts")
    func idleAfter() async throws {
        try await withHub(demo) { hub in
            let spectator = try watch(hub)
            await hub.time.settle()
            let source = try #require(hub.opener.source("demo"))
            for _ in 0..<60 {
                source.push(.frame())
                await hub.time.advance(by: .seconds(1))
            }
            #expect(source.isOpen && source.looks.allSatisfy { $0 })
            #expect(hub.snapshot("demo")?.viewers.count == 1)
            spectator.close()
            for _ in 0..<9 {
                source.push(.frame())
                await hub.time.advance(by: .seconds(1))
            }
            #expect(source.isOpen && hub.snapshot("demo")?.viewers.isEmpty == true)
            await hub.time.advance(by: .seconds(1))
            #expect(!source.isOpen && hub.condition("demo") == CameraCondition(.idle))
        }
    }

    @Test("HEAD, and a client that has gone before the header, open no stream")
    func neverOpened() async throws {
        try await withHub(demo) { hub in
            try await hub.stream("demo")
            for method in [Method.head, .get] {
                let asked = try hub.client.send(method, "/cam/demo/stream")
                #expect(await asked.reply.status == 200)
                asked.parts?.close()
            }
            await hub.time.advance(by: .seconds(11))
            #expect(hub.condition("demo") == CameraCondition(.idle))
        }
    }

    @Test("A stream opens a camera that rests")
    func opening() async throws {
        try await withHub(demo) { hub in
            let spectator = try watch(hub)
            #expect(spectator.take() == nil)
            await hub.time.settle()
            #expect(hub.opener.source("demo")?.isOpen == true)
            spectator.close()
        }
    }

    private func locked(_ pin: String) -> HubConfiguration {
        HubConfiguration(cameras: [ConfiguredCamera(id: "demo", source: .test, pin: .secret(Secret(pin)))])
    }

    @Test("When its PIN is changed a stream ends, and one with the admin's password goes on")
    func pinChange() async throws {
        try await withHub(locked("1357"), isOpen: false) { hub in
            for secret in [String.basic("camhub", "1357"), .basic("admin", "correct horse")] {
                // Checked once, and known from then on.
                _ = try await hub.client.send(.get, "/cam/demo/settings", ["Authorization": secret]).reply
            }
            let viewer = try watch(hub, ["Authorization": .basic("camhub", "1357")])
            let admin = try watch(hub, ["Authorization": .basic("admin", "correct horse")])
            await hub.time.settle()
            try #require(hub.opener.source("demo")).push(.frame())
            await hub.time.settle()
            #expect(viewer.take() != nil && admin.take() != nil)
            #expect(viewer.take() == nil && admin.take() == nil)
            let before = viewer.wakeCount
            await hub.follow(locked("2468"))
            #expect(viewer.isOver && viewer.hasEnded && viewer.wakeCount > before)
            #expect(!admin.isOver && !admin.hasEnded)
            #expect(try await hub.client.get("/cam/demo/stream").status == 401)
            viewer.close()
            admin.close()
        }
    }

    @Test("A stream that is opened while its PIN is being changed ends at once")
    func pinChangeInBetween() async throws {
        try await withHub(locked("1357"), isOpen: false) { hub in
            let basic: KeyValuePairs = ["Authorization": String.basic("camhub", "1357")]
            _ = try await hub.client.send(.get, "/cam/demo/settings", basic).reply
            let asked = try hub.client.send(.get, "/cam/demo/stream", basic)
            await hub.follow(locked("2468"))
            let spectator = Spectator(try #require(asked.parts))
            #expect(spectator.isOver && spectator.hasEnded && spectator.wakeCount == 1)
            spectator.close()
        }
    }

    @Test("When its camera leaves the configuration a stream ends, and so does one that comes too late")
    func removal() async throws {
        try await withHub(demo) { hub in
            try await hub.stream("demo")
            let late = try hub.client.send(.get, "/cam/demo/stream")
            let spectator = try watch(hub)
            #expect(spectator.take() != nil)
            await hub.follow(HubConfiguration())
            #expect(spectator.isOver && spectator.hasEnded)
            let second = Spectator(try #require(late.parts))
            _ = second.take()
            #expect(second.hasEnded)
            spectator.close()
            second.close()
        }
    }

    @Test("When the hub stops all streams end")
    func stopping() async throws {
        try await withHub(demo) { hub in
            try await hub.stream("demo")
            let spectators = try (0..<10).map { _ in try watch(hub) }
            hub.inventory.close()
            #expect(spectators.allSatisfy { $0.isOver && $0.hasEnded && $0.wakeCount > 0 })
            for spectator in spectators { spectator.close() }
        }
    }

    @Test("Other web sites may read a stream as they may read frames")
    func crossOrigin() async throws {
        try await withHub(locked("1357"), isOpen: false) { hub in
            let basic = String.basic("camhub", "1357")
            let reply = try await hub.client.get("/cam/demo/stream", ["Authorization": basic])
            #expect(reply.field("Access-Control-Allow-Origin") == "*")
            #expect(try await hub.client.get("/cam/demo/stream").field("Access-Control-Allow-Origin") == "*")
            let preflight = try await hub.client.send(.options, "/cam/demo/stream").reply
            #expect(preflight.field("Access-Control-Allow-Headers")?.contains("Authorization") == true)
        }
    }
}

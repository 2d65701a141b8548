import Camera
import HTTP
import Hub
import HubTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct ReloadTests {
    private let first = VideoNode.usb(0, serial: "A")
    private let second = VideoNode.usb(1, serial: "B")

    @Test("A camera that is added is there, one that is taken away is gone, and the others do not notice")
    func addAndRemove() async throws {
        try await withHub(HubConfiguration(cameras: [.test("one"), .test("two")])) { hub in
            let (one, two) = (try await hub.stream("one"), try await hub.stream("two"))
            let live = hub.inventory.camera("one")
            await hub.follow(HubConfiguration(cameras: [.test("one"), .test("three")]))
            #expect(hub.ids == ["one", "three"])
            #expect(hub.inventory.camera("one") === live)
            #expect(one.isOpen && !two.isOpen)
            #expect(one.settings == CameraSettings())
            try await hub.stream("three")
            #expect(hub.condition("three") == CameraCondition(.streaming))
        }
    }

    @Test("Who waits for a camera that is taken away is told so at once")
    func waitersOfARemovedCamera() async throws {
        try await withHub(HubConfiguration(cameras: [.test("one")])) { hub in
            let asked = try await hub.ask("one")
            #expect(!asked.isAnswered)
            await hub.follow(HubConfiguration())
            #expect(await asked.reply.status == 503)
            #expect(try await asked.reply.json["reason"] == "the camera was removed")
            #expect(try await hub.client.get("/cam/one/frame").status == 404)
        }
    }

    @Test("The same configuration again changes nothing")
    func nothingNew() async throws {
        let configuration = HubConfiguration(cameras: [.test("one"), .device("front", serial: "A")])
        try await withHub(configuration) { hub in
            await hub.plug(first, second)
            let source = try await hub.stream("front")
            let (tag, ids) = (hub.tag, hub.ids)
            await hub.follow(configuration)
            #expect(hub.ids == ids && hub.tag == tag)
            #expect(source.isOpen && hub.opener.openings.count == 1)
        }
    }

    @Test("A camera that gets another source is another camera under the old id")
    func anotherSource() async throws {
        try await withHub(HubConfiguration(cameras: [.test("one")])) { hub in
            let old = try await hub.stream("one")
            let tag = hub.tag
            let camera = ConfiguredCamera(id: "one", source: .replay("/frames/*.jpg"))
            await hub.follow(HubConfiguration(cameras: [camera]))
            #expect(!old.isOpen)
            #expect(hub.tag != tag)
            #expect(hub.snapshot("one")?.kind == .replay)
            try await hub.stream("one")
            #expect(hub.opener.openings.last?.description == .configured(.replay("/frames/*.jpg")))
            #expect(hub.condition("one") == CameraCondition(.streaming))
        }
    }

    @Test("Network cameras and commands come, go and change while all others stream on")
    func networkAndCommands() async throws {
        func camera(_ id: CameraID, _ source: ConfiguredSource, fps: Int = 20) -> ConfiguredCamera {
            var settings = CameraSettings()
            settings.fps = fps
            return ConfiguredCamera(id: id, source: source, settings: settings)
        }
        let (gate, other) = try (
            #require(CameraURL("http://192.0.2.80/video")), #require(CameraURL("http://192.0.2.81/video"))
        )
        let before = [
            camera("gate", .network(gate)), camera("yard", .network(gate)), camera("tool", .exec(["a", "b"])),
            camera("lamp", .exec(["c"])), .test("one"),
        ]
        let after = [
            camera("gate", .network(gate), fps: 5), camera("yard", .network(other)), camera("tool", .exec(["a", "b"])),
            camera("pond", .exec(["d"])), .test("one"),
        ]
        try await withHub(HubConfiguration(cameras: before)) { hub in
            var sources: [CameraID: ScriptedSource] = [:]
            for camera in before { sources[camera.id] = try await hub.stream(camera.id) }
            await hub.follow(HubConfiguration(cameras: after))
            #expect(hub.ids == ["gate", "yard", "tool", "pond", "one"])
            #expect(sources.filter { $0.value.isOpen }.map(\.key.description).sorted() == ["gate", "one", "tool"])
            #expect(sources["gate"]?.settings.fps == 5 && hub.opener.openings.count == 5)
            let yard = try await hub.stream("yard")
            #expect(hub.opener.openings.last?.description == .configured(.network(other)) && yard.isOpen)
            try await hub.stream("pond")
            #expect(hub.opener.openings.last?.description == .configured(.exec(["d"])))
        }
    }

    @Test("Settings reach an open camera without closing it")
    func settingsFollow() async throws {
        try await withHub(HubConfiguration(cameras: [.test("one"), .test("two")])) { hub in
            let (one, two) = (try await hub.stream("one"), try await hub.stream("two"))
            let changed = ConfiguredCamera.test("one") { settings in
                settings.fps = 5
                settings.name = "Front door"
            }
            await hub.follow(HubConfiguration(cameras: [changed, .test("two")]))
            #expect(one.isOpen && one.settings.fps == 5)
            #expect(two.settings.fps == 20)
            #expect(hub.opener.openings.count == 2)
            #expect(try await hub.client.get("/cam/one/settings").json["name"] == "Front door")
            #expect(try await hub.client.get("/cam/one/settings").json["targetFPS"] == 5)
        }
    }

    @Test("Settings that the source cannot follow open it anew, with the time of a first frame")
    func settingsReopen() async throws {
        try await withHub(HubConfiguration(cameras: [.test("one")])) { hub in
            let old = try await hub.stream("one")
            let small = ConfiguredCamera.test("one") { $0.size = Size(width: 640, height: 480) }
            await hub.follow(HubConfiguration(cameras: [small]))
            #expect(!old.isOpen)
            #expect(hub.opener.openings.last?.settings.size == Size(width: 640, height: 480))
            #expect(hub.condition("one")?.state == .starting)
            // A frame of the old size is not shown any more.
            #expect(try !hub.client.send(.get, "/cam/one/frame").isAnswered)
            await hub.time.advance(by: .seconds(4.9))
            #expect(hub.condition("one")?.state == .starting)
            try await hub.stream("one")
            #expect(hub.snapshot("one")?.delivery?.size == Size(width: 640, height: 480))
        }
    }

    @Test("Defaults reach the cameras that no key names")
    func defaultsFollow() async throws {
        try await withHub { hub in
            await hub.plug(first)
            let id = hub.inventory.listing.cameras[0].id
            let source = try await hub.stream(id)
            var defaults = CameraDefaults()
            defaults.settings.fps = 7
            await hub.follow(HubConfiguration(defaults: defaults))
            #expect(source.settings.fps == 7)
            #expect(try await hub.client.get("/settings").json == ["targetFPS": 7])
        }
    }

    @Test("A camera that is not enabled is left alone; enabled again it is back without a plug")
    func disable() async throws {
        let enabled = HubConfiguration(cameras: [.device("front", serial: "A")])
        try await withHub(enabled) { hub in
            await hub.plug(first, second)
            let source = try await hub.stream("front")
            await hub.follow(HubConfiguration(cameras: [.device("front", serial: "A", isEnabled: false)]))
            #expect(!source.isOpen)
            #expect(hub.ids.count == 1 && !hub.ids.contains("front"))
            await hub.follow(enabled)
            #expect(hub.ids.count == 2 && hub.ids.first == "front")
            try await hub.stream("front")
            #expect(hub.condition("front") == CameraCondition(.streaming))
        }
    }

    @Test("A key that comes to mean a device gives it its name; without the key it has its own again")
    func rename() async throws {
        try await withHub { hub in
            await hub.plug(first)
            let own = hub.ids
            await hub.follow(HubConfiguration(cameras: [.device("front", serial: "A")]))
            #expect(hub.ids == ["front"])
            try await hub.stream("front")
            await hub.follow(HubConfiguration())
            #expect(hub.ids == own)
        }
    }

    @Test("Two keys that swap their devices swap their cameras")
    func swap() async throws {
        let before = HubConfiguration(cameras: [.device("a", serial: "A"), .device("b", serial: "B")])
        let after = HubConfiguration(cameras: [.device("a", serial: "B"), .device("b", serial: "A")])
        try await withHub(before) { hub in
            await hub.plug(first, second)
            try await hub.stream("a")
            await hub.follow(after)
            #expect(hub.ids == ["a", "b"])
            #expect(hub.snapshot("a")?.node == second)
            #expect(hub.snapshot("b")?.node == first)
            for id in [CameraID("a"), "b"] {
                try await hub.stream(id)
                #expect(hub.condition(id) == CameraCondition(.streaming))
            }
        }
    }

    @Test("A key without a device shows a camera that was not found, until its device comes")
    func configuredButAbsent() async throws {
        try await withHub(HubConfiguration(cameras: [.device("front", serial: "A")])) { hub in
            #expect(hub.ids == ["front"])
            #expect(hub.condition("front")?.state == .offline)
            #expect(hub.condition("front")?.hint?.contains("camhub cameras") == true)
            await hub.plug(first)
            #expect(hub.ids == ["front"])
            #expect(hub.condition("front") == CameraCondition(.idle))
            await hub.unplug(first)
            await hub.follow(HubConfiguration())
            #expect(!hub.ids.contains("front"))
        }
    }
}

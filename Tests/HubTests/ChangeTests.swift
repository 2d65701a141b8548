import Access
import Camera
import HTTP
import Hub
import HubTesting
import Testing

/// What an admin changes while the hub runs.
@Suite(.timeLimit(.minutes(1))) struct ChangeTests {
    private let demo = HubConfiguration(cameras: [.test("demo") { $0.name = "Front door" }])
    private let admin: KeyValuePairs = [
        "Authorization": String.basic("admin", "correct horse"), "Content-Type": "application/json",
    ]

    private func patch(_ hub: TestHub, _ json: String, of id: CameraID = "demo") async throws -> Reply {
        try await hub.client.send(.patch, "/cam/\(id)/settings", admin, body: json).reply
    }

    @Test("Every setting can be changed; the answer and all that is asked later say so, and a restart keeps it")
    func everySetting() async throws {
        let store = MemoryStore()
        let changed = JSONValue.object([
            "targetFPS": 5, "name": "Back door", "quality": 40, "rotate": 180, "flip": "horizontal",
        ])
        try await withHub(demo, store: store) { hub in
            let source = try await hub.stream("demo")
            let tag = hub.tag
            let reply = try await patch(
                hub, #"{"targetFPS": 5, "name": "Back door", "quality": 40, "rotate": 180, "flip": "horizontal"}"#)
            #expect(try reply.status == 200 && reply.json == changed)
            #expect(try await hub.client.get("/cam/demo/settings").json == changed)
            #expect(hub.tag != tag)
            await hub.time.settle()
            #expect(source.settings.fps == 5 && source.settings.quality == .fixed(40))
            #expect(hub.opener.openings.count == 1)
        }
        try await withHub(demo, store: store) { hub in
            #expect(try await hub.client.get("/cam/demo/settings").json == changed)
            let reply = try await patch(hub, #"{"name": null, "quality": "auto"}"#)
            #expect(try reply.json["name"] == "demo" && reply.json["quality"] == "auto")
        }
    }

    @Test("A turned picture is what everyone gets as soon as the change is answered, with its size everywhere")
    func turnIsInForceAtOnce() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo")
            let size = { try await hub.client.get("/cam/demo/status").json["width"] }
            #expect(try await size() == 1280)
            let tag = hub.tag
            #expect(try await patch(hub, #"{"rotate": 90}"#).status == 200)
            #expect(try await size() == 720 && hub.tag != tag)
            #expect(try await hub.client.get("/cameras").json["cameras"]?[0]?["height"] == 1280)
            // The picture from before is there, and nobody gets it.
            let asked = try await hub.ask("demo")
            #expect(!asked.isAnswered)
            source.push(.frame(bytes: [9]))
            let reply = await asked.reply
            #expect(reply.bytes == [9] && reply.field("X-Frame-Width") == "720")
            #expect(reply.field("X-Frame-Height") == "1280" && hub.opener.openings.count == 1)
            await hub.time.settle()
            #expect(try await size() == 720)
        }
    }

    @Test("Once the file says something else than it did then, the file counts; what it leaves alone stays changed")
    func newestWordCounts() async throws {
        try await withHub(demo) { hub in
            _ = try await patch(hub, #"{"targetFPS": 5, "quality": 40}"#)
            await hub.follow(demo)
            #expect(try await hub.client.get("/cam/demo/settings").json["targetFPS"] == 5)
            await hub.follow(HubConfiguration(cameras: [.test("demo") { $0.fps = 10 }]))
            let settings = try await hub.client.get("/cam/demo/settings").json
            #expect(settings["targetFPS"] == 10 && settings["quality"] == 40)
            await hub.follow(demo)
            #expect(try await hub.client.get("/cam/demo/settings").json["targetFPS"] == 20)
        }
    }

    @Test("A change that cannot be kept is in force, and is not said to be done")
    func notKept() async throws {
        let store = MemoryStore()
        try await withHub(demo, store: store) { hub in
            store.isFull = true
            let reply = try await patch(hub, #"{"targetFPS": 5}"#)
            #expect(try reply.status == 500 && reply.json["code"] == "not-kept")
            #expect(try await hub.client.get("/cam/demo/settings").json["targetFPS"] == 5)
            store.isFull = false
            #expect(try await patch(hub, #"{"targetFPS": 6}"#).status == 200)
            #expect(store.state.changes.count == 1)
        }
    }

    @Test(
        "What cannot be is refused whole, and what was sent is not repeated",
        arguments: [
            "", "[]", "7", #"{"targetFPS": 0}"#, #"{"targetFPS": 121}"#, #"{"targetFPS": 1.5}"#, #"{"targetFPS": "5"}"#,
            #"{"targetFPS": null}"#, #"{"name": ""}"#, #"{"name": "a\nb"}"#, #"{"quality": 0}"#, #"{"quality": 101}"#,
            #"{"quality": "best"}"#, #"{"rotate": 45}"#, #"{"flip": "both"}"#, #"{"pin": "123"}"#, #"{"pin": 13579}"#,
            #"{"pin": "1357924680135"}"#, #"{"pin": "$y$short"}"#, #"{"pin": "12 34"}"#, #"{"fps": 5}"#,
            #"{"targetFPS": 5, "password": "13579"}"#, #"{"targetFPS": 5, "pin": ""}"#,
        ])
    func refused(json: String) async throws {
        try await withHub(demo) { hub in
            let reply = try await patch(hub, json)
            #expect(reply.status == 400)
            #expect(try reply.json["code"] == "bad-settings" && reply.json["hint"] != nil)
            #expect(!reply.text.contains("13579") && !reply.text.contains("$y$short"))
            #expect(try await hub.client.get("/cam/demo/settings").json["targetFPS"] == 20)
        }
    }

    @Test("Only the admin changes anything; a PIN is not enough, and an open camera is not open to changes")
    func onlyTheAdmin() async throws {
        try await withHub(demo) { hub in
            let json: KeyValuePairs = ["Content-Type": "application/json"]
            for address in ["192.0.2.7", "127.0.0.1"] {
                let asked = try hub.client.send(
                    .patch, "/cam/demo/settings", json, body: #"{"targetFPS": 5}"#, from: address, to: address)
                #expect(await asked.reply.status == 401)
                let forgetting = try hub.client.send(.delete, "/cameras/demo", json, from: address, to: address)
                #expect(await forgetting.reply.status == 401)
            }
            let pin: KeyValuePairs = [
                "Content-Type": "application/json", "Authorization": String.basic("camhub", "246810"),
            ]
            let asked = try hub.client.send(.patch, "/cam/demo/settings", pin, body: #"{"targetFPS": 5}"#)
            #expect(await asked.reply.status == 401)
            #expect(try await hub.client.get("/cam/demo/settings").json["targetFPS"] == 20)
        }
    }

    @Test("A changed PIN ends the sessions and the waiting requests that it no longer lets in, and no others")
    func changedPin() async throws {
        let house = HubConfiguration(cameras: [
            ConfiguredCamera(id: "demo", source: .test, pin: .secret(Secret("1357"))),
            ConfiguredCamera(id: "other", source: .test, pin: .secret(Secret("2468"))),
        ])
        try await withHub(house, isOpen: false) { hub in
            let (browser, other, chief) = (TestBrowser(hub), TestBrowser(hub), TestBrowser(hub))
            try await browser.logIn("1357", to: "demo")
            try await other.logIn("2468", to: "other")
            try await chief.change(.post, "/login", #"{"password": "correct horse"}"#)
            let waits = try [browser.ask(.get, "/cam/demo/frame"), chief.ask(.get, "/cam/demo/frame")]
            let elsewhere = try other.ask(.get, "/cam/other/frame")
            await hub.time.settle()
            #expect(waits.allSatisfy { !$0.isAnswered } && !elsewhere.isAnswered)
            #expect(try await chief.change(.patch, "/cam/demo/settings", #"{"pin": "8642"}"#).status == 200)
            // No clock has moved: it ends at once.
            #expect(waits[0].isAnswered && !waits[1].isAnswered && !elsewhere.isAnswered)
            #expect(await waits[0].reply.status == 401)
            #expect(try await browser.status(of: "/cam/demo/frame") == 401)
            #expect(try await browser.logIn("1357", to: "demo").status == 401)
            #expect(try await browser.logIn("8642", to: "demo").status == 204)
            hub.opener.source("demo")?.push(.frame())
            hub.opener.source("other")?.push(.frame())
            await hub.time.settle()
            #expect(await waits[1].reply.status == 200)
            #expect(await elsewhere.reply.status == 200)
        }
    }

    @Test("A PIN can be taken away on purpose, and put back")
    func openedAndClosed() async throws {
        try await withHub(demo, isOpen: false) { hub in
            #expect(try await hub.client.get("/cam/demo/settings").status == 401)
            _ = try await patch(hub, #"{"pin": null}"#)
            #expect(try await hub.client.get("/cam/demo/settings").status == 200)
            _ = try await patch(hub, #"{"pin": "1357"}"#)
            #expect(try await hub.client.get("/cam/demo/settings").status == 401)
            let basic: KeyValuePairs = ["Authorization": String.basic("camhub", "1357")]
            #expect(try await hub.client.get("/cam/demo/settings", basic).status == 200)
        }
    }

    @Test("A PIN that the configuration changes counts from the reload on, whatever was set before")
    func reloadedPin() async throws {
        try await withHub(demo, isOpen: false) { hub in
            _ = try await patch(hub, #"{"pin": "1357"}"#)
            let browser = TestBrowser(hub)
            try await browser.logIn("1357", to: "demo")
            await hub.follow(demo)
            #expect(try await browser.status(of: "/cam/demo/settings") == 200)
            var other = demo
            other.cameras[0].pin = .secret(Secret("8642"))
            await hub.follow(other)
            #expect(try await browser.status(of: "/cam/demo/settings") == 401)
            #expect(try await browser.logIn("8642", to: "demo").status == 204)
        }
    }

    // MARK: - PINs and devices

    @Test("A camera never seen before has the default PIN, and a PIN stays with its device in any port and order")
    func pinsOfDevices() async throws {
        let store = MemoryStore()
        let (first, second) = (VideoNode.usb(0, serial: "A"), VideoNode.usb(1, serial: "B"))
        try await withHub(store: store, isOpen: false) { hub in
            await hub.plug(first)
            let id = try hub.onlyID
            #expect(try await hub.client.get("/cam/\(id)/settings").status == 401)
            _ = try await patch(hub, #"{"pin": "1357"}"#, of: id)
            await hub.unplug(first)
            await hub.plug(second, .usb(2, serial: "A", port: 9))
            try await expect(hub, opens: ["1357": ["\(id)"], "246810": Set(hub.ids).subtracting(["\(id)"])])
        }
        try await withHub(store: store, isOpen: false) { hub in
            await hub.plug(.usb(7, serial: "B", port: 1), .usb(8, serial: "A", port: 2))
            #expect(hub.ids.count == 2)
            try await expect(hub, opens: ["1357": [hub.ids[0]], "246810": [hub.ids[1]]])
        }
    }

    @Test(
        "A twin with the same serial number has the default PIN and not that of the first, once both are known for good"
    )
    func pinsOfTwins() async throws {
        try await withHub(isOpen: false) { hub in
            let (one, two) = (VideoNode.usb(0, serial: "S", port: 1), VideoNode.usb(1, serial: "S", port: 2))
            await hub.plug(one)
            let id = try hub.onlyID
            _ = try await patch(hub, #"{"pin": "1357"}"#, of: id)
            await hub.plug(two)
            let twin = try #require(hub.ids.first { $0 != "\(id)" })
            try await expect(hub, opens: ["1357": ["\(id)"], "246810": [twin]])
            await hub.unplug(one)
            await hub.unplug(two)
            await hub.plug(two)
            #expect(hub.condition(id)?.state == .offline)
            await hub.plug(one)
            try await expect(hub, opens: ["1357": ["\(id)"], "246810": [twin]])
        }
    }

    /// Each PIN opens exactly these cameras.
    private func expect(_ hub: TestHub, opens table: [String: Set<String>]) async throws {
        for (pin, ids) in table {
            let reply = try await hub.client.get("/cameras", ["Authorization": .basic("camhub", pin)])
            let cameras = try #require(try reply.json["cameras"])
            var open: Set<String> = []
            for place in 0..<cameras.count where cameras[place]?["authorized"] == true {
                if case .text(let id) = cameras[place]?["id"] { open.insert(id) }
            }
            #expect(open == ids, "\(pin)")
        }
    }

    // MARK: - Forgetting

    @Test("An offline camera can be forgotten with all that was changed about it; it comes back as a new one")
    func forgotten() async throws {
        let store = MemoryStore()
        try await withHub(store: store, isOpen: false) { hub in
            let node = VideoNode.usb(0, serial: "A")
            await hub.plug(node)
            let id = try hub.onlyID
            _ = try await patch(hub, #"{"pin": null, "name": "Workshop"}"#, of: id)
            let present = try await hub.client.send(.delete, "/cameras/\(id)", admin).reply
            #expect(try present.status == 409 && present.json["code"] == "camera-present")
            await hub.unplug(node)
            #expect(try await hub.client.send(.delete, "/cameras/\(id)", admin).reply.status == 204)
            #expect(hub.ids == [] && store.state.cameras.records.isEmpty && store.state.changes.isEmpty)
            #expect(try await hub.client.send(.delete, "/cameras/\(id)", admin).reply.status == 404)
            await hub.plug(node)
            #expect(try await hub.client.get("/cam/\(hub.onlyID)/frame").status == 401)
        }
    }

    @Test("A camera that the configuration describes cannot be forgotten, and the answer says what to do")
    func configured() async throws {
        try await withHub(demo) { hub in
            let reply = try await hub.client.send(.delete, "/cameras/demo", admin).reply
            #expect(try reply.status == 409 && reply.json["code"] == "camera-configured")
            #expect(hub.ids == ["demo"])
        }
    }
}

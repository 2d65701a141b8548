import Access
import Camera
import HTTP
import Hub
import HubTesting
import Testing

/// Cameras that an admin adds to the running hub, and removes.
@Suite(.timeLimit(.minutes(1))) struct AddedCameraTests {
    private static let admin: KeyValuePairs = [
        "Authorization": String.basic("admin", "correct horse"), "Content-Type": "application/json",
    ]
    private let gate = #"{"id": "gate", "url": "http://u:secret@192.0.2.80/video", "name": "Gate", "fps": 5}"#

    private func add(_ hub: TestHub, _ json: String) async throws -> Reply {
        try await hub.client.send(.post, "/cameras", Self.admin, body: json).reply
    }

    private func remove(_ hub: TestHub, _ id: String) async throws -> Int {
        try await hub.client.send(.delete, "/cameras/\(id)", Self.admin).reply.status
    }

    @Test("It is a camera like any other at once, says nothing of its password, and a restart keeps it")
    func added() async throws {
        let store = MemoryStore()
        try await withHub(HubConfiguration(cameras: [.test("one")]), store: store) { hub in
            let one = try await hub.stream("one")
            let reply = try await add(hub, gate)
            #expect(try reply.status == 201 && reply.json["name"] == "Gate" && reply.json["kind"] == "network")
            #expect(reply.field("Location") == "cam/gate" && !reply.text.contains("secret"))
            #expect(hub.ids == ["one", "gate"] && one.isOpen)
            await hub.time.settle()
            let source = try await hub.stream("gate")
            #expect(source.settings.fps == 5 && !source.settings.mayConnectLocally)
            #expect(hub.condition("gate") == CameraCondition(.streaming))
            #expect(hub.lines.containing("secret") == [])
        }
        try await withHub(HubConfiguration(cameras: [.test("one")]), store: store) { hub in
            #expect(hub.ids == ["one", "gate"])
            try await hub.stream("gate")
            #expect(
                hub.opener.openings.last?.description
                    == .configured(.network(try #require(CameraURL("http://u:secret@192.0.2.80/video")))))
        }
    }

    @Test("Removed, it is gone, also after a restart, and the others do not notice")
    func removed() async throws {
        let store = MemoryStore()
        try await withHub(HubConfiguration(cameras: [.test("one")]), store: store) { hub in
            let one = try await hub.stream("one")
            _ = try await add(hub, gate)
            let source = try await hub.stream("gate")
            #expect(try await remove(hub, "gate") == 204)
            await hub.time.settle()
            #expect(hub.ids == ["one"] && one.isOpen && !source.isOpen)
            #expect(try await remove(hub, "gate") == 404)
            #expect(try await remove(hub, "one") == 409)
            #expect(store.state.added == [])
        }
        try await withHub(HubConfiguration(cameras: [.test("one")]), store: store) { #expect($0.ids == ["one"]) }
    }

    @Test("A reload leaves it as it is; it follows the defaults, and a key of the file takes its place")
    func reload() async throws {
        let store = MemoryStore()
        try await withHub(store: store) { hub in
            _ = try await add(hub, #"{"id": "gate", "url": "http://192.0.2.80/video"}"#)
            let source = try await hub.stream("gate")
            var other = HubConfiguration(cameras: [.test("one")])
            other.defaults.settings.fps = 9
            other.allowsLocalCameras = true
            await hub.follow(other)
            #expect(hub.ids == ["one", "gate"] && source.isOpen)
            #expect(source.settings.fps == 9 && source.settings.mayConnectLocally)
            await hub.follow(HubConfiguration(cameras: [.test("gate")]))
            #expect(!source.isOpen && hub.snapshot("gate")?.kind == .test && store.state.added == [])
        }
    }

    @Test("Its PIN is kept as a hash and opens it; it can be changed like any other's")
    func pin() async throws {
        let store = MemoryStore()
        try await withHub(store: store) { hub in
            let reply = try await add(hub, #"{"id": "gate", "url": "http://192.0.2.80/", "pin": "135790"}"#)
            #expect(try reply.json["locked"] == true && reply.json["authorized"] == true)
            let kept = try #require(store.state.added.first?.keys["pin"])
            #expect(kept != .text("135790"))
            #expect(try await hub.client.get("/cam/gate/status").status == 401)
            let browser = TestBrowser(hub)
            #expect(try await browser.logIn("135790", to: "gate").status == 204)
            #expect(try await browser.send(.get, "/cam/gate/status").status == 200)
            let patch = try await hub.client.send(.patch, "/cam/gate/settings", Self.admin, body: #"{"pin": null}"#)
                .reply
            #expect(patch.status == 200)
            #expect(try await hub.client.get("/cam/gate/status").status == 200)
        }
    }

    @Test(
        "This machine and its own cable are refused in any form, unless the configuration allows them",
        arguments: [
            "http://127.0.0.1/", "http://127.1.2.3:81/a", "https://[::1]/", "http://localhost:8080/",
            "http://a.LocalHost",
            "http://169.254.169.254/meta", "http://[fe80::1]/", "http://[::ffff:127.0.0.1]/", "http://0.0.0.0/",
            "http://user@127.0.0.1/",
        ])
    func localAddresses(url: String) async throws {
        try await withHub { hub in
            let reply = try await add(hub, #"{"id": "gate", "url": "\#(url)"}"#)
            #expect(try reply.status == 400 && reply.json["code"] == "bad-camera")
            #expect(reply.text.contains("admin.localCameras") && hub.ids == [])
        }
        var open = HubConfiguration()
        open.allowsLocalCameras = true
        try await withHub(open) { hub in
            let reply = try await add(hub, #"{"id": "gate", "url": "\#(url)"}"#)
            #expect(reply.status == 201)
            #expect(hub.ids == ["gate"])
        }
    }

    @Test(
        "What cannot be is refused with the reason",
        arguments: [
            ("[]", 400, "bad-camera"), ("{", 400, "bad-camera"), (#"{"url": "http://a/"}"#, 400, "bad-camera"),
            (#"{"id": "A b", "url": "http://a/"}"#, 400, "bad-camera"), (#"{"id": "x"}"#, 400, "bad-camera"),
            (#"{"id": "x", "exec": ["sh"]}"#, 400, "bad-camera"),
            (#"{"id": "one", "url": "http://a/"}"#, 409, "id-taken"),
        ])
    func refused(body: String, status: Int, code: JSONValue) async throws {
        let store = MemoryStore()
        try await withHub(HubConfiguration(cameras: [.test("one")]), store: store) { hub in
            let reply = try await add(hub, body)
            #expect(try reply.status == status && reply.json["code"] == code)
            #expect(hub.ids == ["one"] && store.state.added == [])
        }
    }

    @Test("Only the admin adds, and there is an end to how many")
    func limits() async throws {
        try await withHub(isOpen: false) { hub in
            let stranger: KeyValuePairs = ["Content-Type": "application/json"]
            let locked = try await hub.client.send(.post, "/cameras", stranger, body: gate).reply
            let untyped = try await hub.client.send(.post, "/cameras", [:], body: gate).reply
            #expect(locked.status == 401 && untyped.status == 415)
            for number in 0..<64 {
                #expect(try await add(hub, #"{"id": "c\#(number)", "url": "http://a/"}"#).status == 201)
            }
            #expect(try await add(hub, gate).json["code"] == "too-many-cameras")
            #expect(hub.ids.count == 64)
        }
    }

    @Test("What cannot be kept is there, and is not said to be done")
    func notKept() async throws {
        let store = MemoryStore()
        try await withHub(store: store) { hub in
            store.isFull = true
            let reply = try await add(hub, gate)
            #expect(reply.status == 500)
            #expect(hub.ids == ["gate"])
        }
    }
}

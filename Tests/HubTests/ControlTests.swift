import Camera
import HTTP
import Hub
import HubTesting
import Testing

/// A camera's controls over the routes, with its device at rest and while it streams.
@Suite(.timeLimit(.minutes(1))) struct ControlTests: ControlSuite {
    let node = VideoNode.usb(0, serial: "A")
    let controls = ScriptedControls()

    // MARK: - Asking

    @Test("Each control is told with type, range, default, value, menu and flags")
    func report() async throws {
        try await withCamera { hub in
            let reply = try await hub.client.get("/cam/front/controls")
            #expect(reply.status == 200 && reply.field("Cache-Control") == "no-cache")
            let json = try reply.json
            #expect(json.count == 5)
            #expect(
                json[2] == [
                    "name": "auto_exposure", "label": "Auto Exposure", "id": 0x9A_0901, "type": "menu", "min": 0,
                    "max": 3, "step": 1, "default": 3, "value": 3, "flags": ["update"],
                    "menu": [
                        ["value": 1, "name": "Manual Mode"], ["value": 3, "name": "Aperture Priority Mode"],
                    ],
                ])
            #expect(json[1]?["flags"] == ["inactive"] && json[1]?["menu"] == .null)
            #expect(json[3]?["value"] == false && json[3]?["default"] == false && json[3]?["type"] == "boolean")
            #expect(json[4]?["value"] == .null && json[4]?["default"] == .null && json[4]?["type"] == "button")
        }
    }

    @Test("A device at rest is opened for the question and closed again; the camera stays idle")
    func atRest() async throws {
        try await withCamera { hub in
            for round in 1...2 {
                let reply = try await hub.client.get("/cam/front/controls")
                #expect(reply.status == 200)
                #expect(hub.opener.controlOpenings == round && hub.opener.openings.isEmpty)
                #expect(hub.opener.complaints.isEmpty)
            }
            #expect(hub.condition("front") == CameraCondition(.idle))
        }
    }

    @Test("While it streams nothing else is opened, and the stream goes on")
    func whileStreaming() async throws {
        try await withCamera { hub in
            let source = try await hub.stream("front")
            #expect(try await hub.client.get("/cam/front/controls").status == 200)
            #expect(try await patch(hub, #"{"brightness": 7}"#).status == 200)
            #expect(hub.opener.controlOpenings == 0 && hub.opener.openings.count == 1 && source.isOpen)
        }
    }

    @Test("All who ask at the same time are answered by one look at the device")
    func oneLook() async throws {
        try await withCamera { hub in
            let gate = Gate()
            controls.whileLooking { gate.wait() }
            let first = try hub.client.send(.get, "/cam/front/controls")
            await gate.whenReached()
            controls.whileLooking(nil)
            let others = try (0..<20).map { _ in try hub.client.send(.get, "/cam/front/controls") }
            // It comes behind them through the registry, which answers it.
            let last = try hub.client.send(.delete, "/cameras/front", admin)
            #expect(await last.reply.status == 409)
            #expect(!first.isAnswered)
            gate.open()
            for asked in [first] + others { #expect(await asked.reply.status == 200) }
            #expect(controls.looks == 2)
        }
    }

    @Test("A device that hangs keeps neither the HTTP threads nor the client for ever")
    func hanging() async throws {
        try await withCamera { hub in
            let gate = Gate()
            controls.whileLooking { gate.wait() }
            let asked = try hub.client.send(.get, "/cam/front/controls")
            await gate.whenReached()
            #expect(try await hub.client.get("/cam/front/status").status == 200)
            #expect(asked.patience == .seconds(10))
            asked.expire()
            #expect(try await asked.reply.json["code"] == "busy")
            controls.whileLooking(nil)
            gate.open()
        }
    }

    @Test("What is no V4L2 device has no controls: an empty list, and nothing that could be changed")
    func otherKinds() async throws {
        try await withHub(HubConfiguration(cameras: [.test("front")])) { hub in
            #expect(try await hub.client.get("/cam/front/controls").json == [])
            let reply = try await patch(hub, #"{"brightness": 7}"#)
            #expect(try reply.status == 400 && reply.json["code"] == "bad-controls")
            #expect(try reply.json["error"] == "brightness: this camera has no controls")
            try await hub.stream("front")
            #expect(try await patch(hub, #"{"brightness": 7}"#).status == 400)
            #expect(try await patch(hub, "{}").json == [])
        }
    }

    @Test("A device that is not there, or cannot be opened, is said to be so, and nothing is kept")
    func notThere() async throws {
        let store = MemoryStore()
        try await withCamera(store: store) { hub in
            controls.fail(with: CaptureError(.denied, reason: "not allowed", hint: "join video"))
            let denied = try await hub.client.get("/cam/front/controls")
            #expect(try denied.status == 503 && denied.json["code"] == "no-device" && denied.json["state"] == "denied")
            #expect(try denied.json["hint"] == "join video" && denied.field("Retry-After") == "1")
            controls.fail(with: nil)
            await hub.unplug(node)
            #expect(try await hub.client.get("/cam/front/controls").json["state"] == "offline")
            #expect(try await patch(hub, #"{"brightness": 7}"#).status == 503)
            #expect(store.state.changes.isEmpty)
        }
    }

    @Test("A device that goes while it is asked ends the stream as any other fault does")
    func goneWhileStreaming() async throws {
        try await withCamera { hub in
            let source = try await hub.stream("front")
            controls.fail(with: CaptureError(.offline, reason: "gone"))
            #expect(try await hub.client.get("/cam/front/controls").json["reason"] == "gone")
            await hub.time.settle()
            #expect(!source.isOpen && hub.condition("front")?.state == .offline)
        }
    }

    @Test("Who has opened the camera may look, and only the admin may change")
    func access() async throws {
        try await withCamera(isOpen: false) { hub in
            #expect(try await hub.client.get("/cam/front/controls").status == 401)
            let pin: KeyValuePairs = [
                "Authorization": String.basic("camhub", "246810"), "Content-Type": "application/json",
            ]
            #expect(try await hub.client.get("/cam/front/controls", pin).status == 200)
            let asked = try hub.client.send(.patch, "/cam/front/controls", pin, body: #"{"brightness": 7}"#)
            #expect(await asked.reply.status == 401)
            #expect(controls.events == [] && hub.opener.controlOpenings == 1)
            #expect(try await hub.client.get("/cam/nobody/controls").status == 404)
        }
    }
}

import Camera
import HTTP
import Hub
import HubTesting
import Testing

/// What becomes of a camera's controls: by the configuration, by an admin, over restarts and plugs.
@Suite(.timeLimit(.minutes(1))) struct ControlChangeTests: ControlSuite {
    let node = VideoNode.usb(0, serial: "A")
    let controls = ScriptedControls()

    // MARK: - By the configuration

    @Test("What the file wants is set before the frames flow and after the first one, automatic ones first, once each")
    func aroundTheStart() async throws {
        let wishes: [String: ControlValue] = [
            "exposure_time_absolute": .number(100), "auto_exposure": .word("Manual Mode"), "lamp": .flag(true),
        ]
        let all = ["auto_exposure=1", "exposure_time_absolute=100", "lamp=1"]
        try await withCamera(wishes) { hub in
            let asked = try await hub.ask("front")
            #expect(controls.events == all + ["start"])
            let source = try #require(hub.opener.source("front"))
            source.push(.frame())
            #expect(await asked.reply.status == 200)
            await hub.time.settle()
            #expect(controls.events == all + ["start"] + all)
            source.push(.frame())
            source.push(.frame())
            await hub.time.settle()
            #expect(controls.events.count == 7)
        }
    }

    @Test("After every opening and every restart of the flow they are set again, also if nobody looks at the frames")
    func again() async throws {
        try await withHub(
            HubConfiguration(cameras: [
                .device("front", serial: "A") {
                    $0.controls = ["brightness": .number(7)]
                    $0.idleAfter = nil
                }
            ])
        ) { hub in
            hub.opener.give(controls, to: node)
            await hub.plug(node)
            let source = try #require(hub.opener.source("front"))
            #expect(controls.events == ["brightness=7", "start"])
            source.push(.frame())
            await hub.time.settle()
            #expect(controls.events == ["brightness=7", "start", "brightness=7"])
            await hub.time.advance(by: .seconds(5))
            #expect(source.restarts == 1)
            source.push(.frame())
            await hub.time.settle()
            #expect(controls.events.count == 4)
            await hub.unplug(node)
            controls.forgetEvents()
            await hub.plug(node)
            #expect(controls.events == ["brightness=7", "start"])
        }
    }

    @Test("What the camera does not have or take is a warning with a hint, said once, and the camera works")
    func warnings() async throws {
        controls.refuse("lamp", with: ControlFault("lamp", .refused, "not now", hint: "later"))
        try await withCamera(["brightnes": .number(1), "brightness": .number(300), "lamp": .flag(true)]) { hub in
            for _ in 1...2 {
                try await hub.stream("front")
                #expect(hub.condition("front") == CameraCondition(.streaming))
                await hub.time.advance(by: .seconds(10))
            }
            #expect(hub.opener.openings.count >= 2)
            #expect(
                hub.lines.containing("warning: front: control ") == [
                    "warning: front: control brightnes: this camera has no such control (it has brightness)",
                    "warning: front: control brightness: it cannot be 300 (allowed: a whole number from 0 to 255)",
                    "warning: front: control lamp: not now (later)",
                ])
        }
    }

    @Test("A changed file is followed while the camera streams, without another opening")
    func reload() async throws {
        try await withCamera(["brightness": .number(7)]) { hub in
            try await hub.stream("front")
            controls.forgetEvents()
            await hub.follow(house(["brightness": .number(9)]))
            #expect(controls.events == ["brightness=9"] && hub.opener.openings.count == 1)
            await hub.follow(house(["brightness": .number(9)]))
            #expect(controls.events.count == 1)
        }
    }

    // MARK: - By an admin

    @Test("What is changed is answered as the device has it, and kept over restarts and openings")
    func kept() async throws {
        let store = MemoryStore()
        try await withCamera(store: store) { hub in
            let reply = try await patch(
                hub, #"{"exposure_time_absolute": 100, "auto_exposure": "manual mode", "lamp": true}"#)
            #expect(reply.status == 200)
            let json = try reply.json
            #expect(json[1]?["value"] == 100 && json[1]?["flags"] == [])
            #expect(json[2]?["value"] == 1 && json[3]?["value"] == true)
            #expect(controls.events == ["auto_exposure=1", "exposure_time_absolute=100", "lamp=1"])
            controls.forgetEvents()
            try await hub.ask("front")
            #expect(controls.events == ["auto_exposure=1", "exposure_time_absolute=100", "lamp=1", "start"])
        }
        controls.forgetEvents()
        try await withCamera(store: store) { hub in
            try await hub.ask("front")
            #expect(controls.events == ["auto_exposure=1", "exposure_time_absolute=100", "lamp=1", "start"])
        }
    }

    @Test("While it streams a change is set at once, once, and not again by what is kept of it")
    func live() async throws {
        try await withCamera(["lamp": .flag(true)]) { hub in
            try await hub.stream("front")
            controls.forgetEvents()
            try await patch(hub, #"{"brightness": 7}"#)
            #expect(controls.events == ["brightness=7"])
        }
    }

    @Test("The automatic one switched off, what it has ruled becomes what it was meant to be")
    func released() async throws {
        try await withCamera(["exposure_time_absolute": .number(100)]) { hub in
            try await hub.stream("front")
            #expect(controls.events == ["start"])
            let reply = try await patch(hub, #"{"auto_exposure": 1}"#)
            #expect(controls.events == ["start", "auto_exposure=1", "exposure_time_absolute=100"])
            #expect(try reply.json[1]?["value"] == 100)
        }
    }

    @Test("A button is pressed and not kept")
    func button() async throws {
        let store = MemoryStore()
        try await withCamera(store: store) { hub in
            let reply = try await patch(hub, #"{"reset": true}"#)
            #expect(reply.status == 200)
            #expect(controls.events == ["reset=1"] && store.state.changes.isEmpty)
        }
    }

    @Test("Null gives a control back to the file, and where that says nothing to the device's default")
    func null() async throws {
        let store = MemoryStore()
        try await withCamera(["lamp": .flag(true)], store: store) { hub in
            try await patch(hub, #"{"lamp": false, "brightness": 7}"#)
            #expect(store.state.changes.count == 1)
            #expect(try await patch(hub, #"{"lamp": null, "brightness": null}"#).status == 200)
            #expect(controls["lamp"] == 1 && controls["brightness"] == 128)
            #expect(store.state.changes.isEmpty)
        }
    }

    @Test("Once the file says something else of a control than it did then, the file counts; the others stay changed")
    func newestWordCounts() async throws {
        try await withCamera(["lamp": .flag(true)]) { hub in
            try await patch(hub, #"{"lamp": false, "brightness": 7}"#)
            await hub.follow(house(["lamp": .flag(true)]))
            try await hub.stream("front")
            #expect(controls["lamp"] == 0 && controls["brightness"] == 7)
            await hub.follow(house(["lamp": .number(1)]))
            #expect(controls["lamp"] == 1 && controls["brightness"] == 7)
            await hub.follow(house(["lamp": .number(1), "brightness": .number(9)]))
            #expect(controls["brightness"] == 9)
        }
    }

    @Test("A change that cannot be kept is in force, and is not said to be done")
    func notKept() async throws {
        let store = MemoryStore()
        try await withCamera(store: store) { hub in
            store.isFull = true
            let reply = try await patch(hub, #"{"brightness": 7}"#)
            #expect(try reply.status == 500 && reply.json["code"] == "not-kept" && controls["brightness"] == 7)
        }
    }

    @Test(
        "What cannot be is refused whole, with what is allowed",
        arguments: [
            ("", 400, "the body is no JSON object"), ("[]", 400, "the body is no JSON object"),
            (#"{"brightness": [1]}"#, 400, "the body is no JSON object"),
            (#"{"brightness": 1.5}"#, 400, "the body is no JSON object"),
            (#"{"lamp": true, "zoom": 1}"#, 400, "zoom: this camera has no such control"),
            (#"{"lamp": true, "brightness": 256}"#, 400, "brightness: it cannot be 256"),
            (#"{"lamp": true, "brightness": true}"#, 400, "brightness: it cannot be true"),
            (#"{"lamp": true, "auto_exposure": "Night"}"#, 400, "auto_exposure: it cannot be \"Night\""),
            (#"{"lamp": true, "exposure_time_absolute": 100}"#, 409, "exposure_time_absolute: it is inactive"),
        ])
    func refused(json: String, status: Int, words: String) async throws {
        let store = MemoryStore()
        try await withCamera(store: store) { hub in
            let reply = try await patch(hub, json)
            #expect(reply.status == status)
            guard case .text(let error) = try reply.json["error"] else { throw NoError() }
            #expect(try error.hasPrefix(words) && reply.json["hint"] != nil)
            #expect(try reply.json["code"] == (status == 400 ? "bad-controls" : "control-refused"))
            #expect(controls["lamp"] == 0 && controls["brightness"] == 128 && store.state.changes.isEmpty)
        }
    }

    private struct NoError: Error {}

    @Test("What the device does not take is said as such, and what was set before it is put back")
    func refusedByTheDevice() async throws {
        controls.refuse("lamp", with: ControlFault("lamp", .refused, "not now", hint: "later"))
        try await withCamera { hub in
            let reply = try await patch(hub, #"{"brightness": 7, "lamp": true}"#)
            #expect(try reply.status == 409 && reply.json["error"] == "lamp: not now" && reply.json["hint"] == "later")
            #expect(controls["brightness"] == 128)
        }
    }

    @Test("A camera that is forgotten takes its controls along, and one that goes while it is asked is answered")
    func forgotten() async throws {
        let store = MemoryStore()
        try await withHub(store: store) { hub in
            hub.opener.give(controls, to: node)
            await hub.plug(node)
            let id = try hub.onlyID
            _ = try await hub.client.send(.patch, "/cam/\(id)/controls", admin, body: #"{"lamp": true}"#).reply
            #expect(store.state.changes.count == 1)
            await hub.unplug(node)
            #expect(try await hub.client.send(.delete, "/cameras/\(id)", admin).reply.status == 204)
            #expect(store.state.changes.isEmpty)
        }
    }
}

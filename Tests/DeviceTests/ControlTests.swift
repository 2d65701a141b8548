import Camera
import Testing

extension DeviceTests {
    /// Controls as the kernel's drivers have them.
    @Suite struct ControlTests {
        @Test("Every control of a USB camera and of vivid is listed by v4l2-ctl's name, with its range and value")
        func asV4l2CtlHasThem() throws {
            try Stage.play { stage in
                try stage.load("vivid n_devs=1")
                try stage.plug(1)
                _ = try stage.hub.camera(in: 0)
                try eventually("vivid's camera is listed") { try stage.hub.client.cameras().count == 2 }
                for camera in try stage.hub.client.cameras() {
                    let node = try #require(camera.device?.path)
                    let controls = try stage.hub.client.controls(of: camera.id)
                    let lines = try stage.guest.run("v4l2-ctl -d \(node) -L").split(separator: "\n")
                    let expected = lines.compactMap { Listed($0) }
                    print(node, controls.count, "controls")
                    let listed = controls.map { Listed($0) }
                    #expect(controls.count > 8 && listed == expected, "\(listed.difference(from: expected))")
                    #expect(controls.allSatisfy { ($0.menu != nil) == $0.type.hasSuffix("menu") })
                }
            }
        }

        @Test("A camera at rest and one that streams are set at once, and keep it over a replug and a restart")
        func setAndKept() throws {
            try Stage.play(configuration: Hub.administered) { stage in
                try stage.plug(1)
                let id = try stage.hub.camera(in: 0).id
                let path = "/cam/\(id)/controls"
                let json = #"{"exposure_time_absolute": 100, "auto_exposure": "Manual Mode", "brightness": 200}"#
                let answer = try stage.hub.client.patch(path, json)
                #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
                try expect(stage, "brightness=200", "exposure-mode=1", "exposure-time=100")
                #expect(try stage.hub.client.status(of: id).state == "idle")
                let exposure = try stage.hub.client.controls(of: id).first { $0.name == "exposure_time_absolute" }
                #expect(exposure?.value == 100 && exposure?.flags.contains("inactive") == false)

                let poller = try stage.watch(id)
                try poller.wait(for: "ten frames") { $0.served.count >= 10 }
                #expect(try stage.hub.client.patch(path, #"{"brightness": 10}"#).status == 200)
                try expect(stage, "brightness=10")
                let served = poller.history.served.count
                try poller.wait(for: "ten more") { $0.served.count >= served + 10 }
                #expect(try poller.finish().broken() == [])

                // A camera that is plugged in begins with its defaults.
                try stage.pull(1)
                try stage.plug(1)
                _ = try stage.hub.camera(in: 0)
                #expect(try stage.hub.client.get("/cam/\(id)/frame").status == 200)
                try expect(stage, "brightness=10", "exposure-mode=1", "exposure-time=100")
                try stage.pull(1)
                try stage.restartHub(configuration: Hub.administered)
                try stage.plug(1)
                _ = try stage.hub.camera(in: 0)
                #expect(try stage.hub.client.get("/cam/\(id)/frame").status == 200)
                try expect(stage, "brightness=10", "exposure-mode=1", "exposure-time=100")
            }
        }

        @Test("What cannot be is refused in words, and nothing else of the request is done")
        func refused() throws {
            try Stage.play(configuration: Hub.administered) { stage in
                try stage.plug(1)
                let path = "/cam/\(try stage.hub.camera(in: 0).id)/controls"
                let cases = [
                    (#"{"brightness": 200, "contrast": 256}"#, 400, "allowed: a whole number from 0 to 255"),
                    (#"{"brightness": 200, "zoom": 1}"#, 400, "it has "),
                    (#"{"brightness": 200, "auto_exposure": 0}"#, 400, "1 (Manual Mode)"),
                    (#"{"brightness": 200, "exposure_time_absolute": 100}"#, 409, "set auto_exposure to manual first"),
                    (#"{"brightness": 200, "focus_absolute": 5}"#, 409, "focus_automatic_continuous"),
                ]
                for (json, status, words) in cases {
                    let answer = try stage.hub.client.patch(path, json)
                    let text = String(decoding: answer.body, as: UTF8.self)
                    #expect(answer.status == status && text.contains(words), "\(json): \(text)")
                    try expect(stage, "brightness=128")
                }
            }
        }

        @Test("A camera that forgets its controls when it begins to stream has them again after its first frame")
        func forgetful() throws {
            let controls =
                "controls: { brightness: 200, white_balance_automatic: false, white_balance_temperature: 5000 }"
            try Stage.play(configuration: "defaults: { pin: null, fps: 30, \(controls) }") { stage in
                try stage.plug(1, "--behave 'forget-controls on'")
                let id = try stage.hub.camera(in: 0).id
                #expect(try stage.hub.client.get("/cam/\(id)/frame").status == 200)
                try expect(stage, "brightness=200", "white-balance-by-itself=0", "white-balance=5000")
                #expect(!stage.guest.log(of: Hub.job).contains("warning: \(id): control"))
            }
        }

        /// What the camera itself says that it is set to, within a second.
        private func expect(_ stage: Stage, _ lines: String...) throws {
            var status = ""
            try eventually("the camera has \(lines)", seconds: 2) {
                status = try stage.guest.run("usbcamera tell 1 status")
                let found = Set(status.split(separator: "\n").map(String.init))
                return lines.allSatisfy(found.contains)
            } else: {
                status
            }
        }
    }
}

/// What `v4l2-ctl` and the hub both say of a control.
private struct Listed: Equatable {
    var name: String
    var id: UInt32
    /// Nil also for what changes by itself, and may have changed between the two looks.
    var value: Int?

    init(_ report: ControlReport) {
        (name, id) = (report.name, report.id)
        if !report.flags.contains("volatile") { value = report.value?.number }
    }

    /// From a line like `brightness 0x00980900 (int)    : min=0 max=255 step=1 default=128 value=128`; nil for a
    /// heading, a menu's choice, and the types that the hub leaves out.
    init?(_ line: Substring) {
        guard let found = line.firstMatch(of: /^ *(\w+) 0x([0-9a-f]{8}) \((\w+)\) *:(.*)$/),
            ["int", "int64", "bool", "menu", "intmenu", "button", "bitmask"].contains(found.3),
            !line.contains("has-payload")
        else { return nil }
        name = String(found.1)
        id = UInt32(found.2, radix: 16) ?? 0
        guard !line.contains("volatile"), found.3 != "button" else { return }
        let number = found.4.firstMatch(of: /value=(-?[0-9]+)/).flatMap { Int($0.1) }
        // It writes bit 31 of a mask as a sign.
        value = found.3 == "bitmask" ? number.map { $0 & 0xFFFF_FFFF } : number
    }
}

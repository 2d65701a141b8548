import Camera
import Testing

/// The keys of the configuration name devices before the hub does.
@Suite struct ConfiguredIdentityTests {
    private let single = Bench.Device(label: "single", serial: "A1B2")
    private let other = Bench.Device(label: "other", serial: "C3D4")
    private let first = "platform-usb-0:1.2:1.0"
    private let second = "platform-usb-0:1.3:1.0"

    private func key(_ id: String, _ match: DeviceMatch?) -> ConfiguredCamera {
        ConfiguredCamera(id: CameraID(id)!, match: match)
    }

    @Test(
        "A match means a device if every part that it gives fits",
        arguments: [
            (DeviceMatch(serial: "A1B2"), true), (DeviceMatch(serial: "a1b2"), false),
            (DeviceMatch(path: "platform-usb-0:1.2:1.0"), true), (DeviceMatch(path: "platform-usbv3-0:1.2:1.0"), true),
            (DeviceMatch(path: "/dev/v4l/by-path/platform-usb-0:1.2:1.0-video-index0"), true),
            (DeviceMatch(path: "/dev/v4l/by-path/platform-usb-0:1.2:1.0-video-index1"), false),
            (DeviceMatch(model: "Webcam C270"), true), (DeviceMatch(model: "Webcam"), false),
            (DeviceMatch(serial: "A1B2", model: "Webcam C270"), true),
            (DeviceMatch(serial: "A1B2", path: "elsewhere"), false), (DeviceMatch(), false),
        ])
    func whatFits(match: DeviceMatch, fits: Bool) {
        var bench = Bench()
        bench.configured = [key("door", match)]
        #expect((bench.plug(single, port: first).description == "door") == fits)
    }

    @Test("The first key that fits names the device, and a key names one present device at a time")
    func oneDevicePerKey() {
        var bench = Bench()
        bench.configured = [
            key("one", DeviceMatch(model: "Webcam C270")), key("two", DeviceMatch(model: "Webcam C270")),
        ]
        #expect(bench.plug(single, port: first).description == "one")
        #expect(bench.plug(other, port: second).description == "two")
        let third = bench.plug(Bench.Device(label: "third", serial: "E5"), port: "platform-usb-0:1.4:1.0")
        #expect(third.description.hasPrefix("webcam-c270-"))
    }

    @Test("Twins that two keys tell apart by path keep the keys' ids in either order")
    func configuredTwins() {
        let left = Bench.Device(label: "left", serial: "SN0001")
        let right = Bench.Device(label: "right", serial: "SN0001")
        var bench = Bench()
        bench.configured = [key("left", DeviceMatch(path: first)), key("right", DeviceMatch(path: second))]
        bench.plug(right, port: second)
        bench.plug(left, port: first)
        #expect(bench.ids.mapValues(\.description) == [left: "left", right: "right"])
        bench.restart(finding: [left, right], memory: bench.memory)
        #expect(bench.ids.mapValues(\.description) == [left: "left", right: "right"])
    }

    @Test("A device that loses its key has the id again that it would have had")
    func theKeyIsRemoved() {
        var bench = Bench()
        let id = bench.plug(single, port: first)
        bench.reload([key("door", DeviceMatch(serial: "A1B2"))])
        #expect(bench.ids[single]?.description == "door")
        bench.reload([])
        #expect(bench.ids[single] == id)
    }

    @Test("A key that names the hub's own id without a match means that device")
    func aKeyForTheHubsOwnId() {
        var bench = Bench()
        let id = bench.plug(single, port: first)
        bench.reload([key(id.description, nil)])
        #expect(bench.ids[single] == id)
    }

    @Test("The present holder of a key keeps it over a reload, and absent devices are named too")
    func reloadKeepsHolders() {
        var bench = Bench()
        let door = [key("door", DeviceMatch(model: "Webcam C270"))]
        bench.reload(door)
        bench.plug(other, port: second)
        bench.plug(single, port: first)
        bench.reload(door)
        #expect(bench.ids[other]?.description == "door")
        bench.pull(other)
        bench.pull(single)
        bench.reload([key("door", DeviceMatch(serial: "A1B2")), key("shed", DeviceMatch(serial: "C3D4"))])
        #expect(Set(bench.memory.records.map(\.id.description)) == ["door", "shed"])
    }

    @Test("When the key's id moves to another device, the first has an id of its own again")
    func theKeyMeansAnother() {
        var bench = Bench()
        bench.configured = [key("door", DeviceMatch(model: "Webcam C270"))]
        bench.plug(single, port: first)
        bench.pull(single)
        bench.plug(other, port: second)
        #expect(bench.ids[other]?.description == "door")
        #expect(bench.plug(single, port: first).description == "webcam-c270-7cc8")
    }

    @Test("An id that the hub made and a key now takes for another camera is made anew")
    func aKeyTakesTheHubsId() {
        var bench = Bench()
        let id = bench.plug(single, port: first)
        bench.reload([key(id.description, DeviceMatch(serial: "C3D4"))])
        #expect(bench.ids[single] != id)
        #expect(bench.plug(other, port: second) == id)
    }
}

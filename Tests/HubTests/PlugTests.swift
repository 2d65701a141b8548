import Camera
import Hub
import HubTesting
import Posix
import Testing

@Suite(.timeLimit(.minutes(1))) struct PlugTests {
    private let single = VideoNode.usb(0, serial: "A1B2")

    @Test("A device that is plugged in becomes a camera, at rest until somebody asks")
    func plug() async throws {
        try await withHub { hub in
            #expect(hub.ids == [])
            await hub.plug(single)
            let id = try hub.onlyID
            #expect(hub.condition(id) == CameraCondition(.idle))
            #expect(hub.snapshot(id)?.node == single)
            #expect(hub.snapshot(id)?.kind == .v4l2)
            #expect(hub.opener.openings.isEmpty)
            try await hub.stream(id)
            #expect(hub.condition(id) == CameraCondition(.streaming))
            let modes = ScriptedInspector.modes
            #expect(hub.opener.openings.map(\.description) == [.device(single, modes: modes)])
        }
    }

    @Test("Devices that were plugged in before the start are found by the scan")
    func scan() async throws {
        try await withHub(prepare: { $0.devices.plug(single) }) { hub in
            let id = try hub.onlyID
            #expect(hub.condition(id) == CameraCondition(.idle))
        }
    }

    @Test("A node that the scan and the monitor both tell of is looked at once, and is one camera")
    func scanAndEventMerge() async throws {
        try await withHub(prepare: { $0.devices.plug(single) }) { hub in
            let id = try hub.onlyID
            let source = try await hub.stream(id)
            hub.devices.plug(single, told: 3)
            await hub.time.settle()
            #expect(try hub.onlyID == id)
            #expect(hub.inspector.looks == [single])
            #expect(source.isOpen)
        }
    }

    @Test("Pulled out: offline with a reason, its device is closed, and it stays listed")
    func unplug() async throws {
        try await withHub { hub in
            await hub.plug(single)
            let id = try hub.onlyID
            let source = try await hub.stream(id)
            await hub.unplug(single)
            #expect(!source.isOpen)
            #expect(try hub.onlyID == id)
            #expect(
                hub.condition(id) == CameraCondition(.offline, reason: "the camera is unplugged", hint: "plug it in"))
            #expect(try await hub.client.get("/cam/\(id)/frame").status == 503)
        }
    }

    @Test("Viewers are told that a camera is gone before its device is closed: the kernel can take long for that")
    func toldBeforeClosing() async throws {
        try await withHub { hub in
            await hub.plug(single)
            let id = try hub.onlyID
            let told = Locked<[CameraState?]>([])
            hub.opener.whileClosing { [inventory = hub.inventory, time = hub.time] id in
                let snapshot = inventory.camera(id.description)?.snapshot(now: time.now)
                told.withLock { $0.append(snapshot?.condition.state) }
            }
            try await hub.stream(id).push(.fault(CaptureError(.failed, reason: "it broke")))
            await hub.time.settle()
            await hub.unplug(single)
            await hub.plug(single)
            try await hub.stream(id)
            await hub.unplug(single)
            #expect(told.withLock { $0 } == [.failed, .offline])
        }
    }

    @Test("Plugged in again, also elsewhere and under another number, a camera with a serial is the same one")
    func replugWithSerial() async throws {
        try await withHub { hub in
            await hub.plug(single)
            let id = try hub.onlyID
            try await hub.stream(id)
            await hub.unplug(single)
            let moved = VideoNode.usb(4, serial: "A1B2")
            await hub.plug(moved)
            #expect(try hub.onlyID == id)
            #expect(hub.snapshot(id)?.node == moved)
            try await hub.stream(id)
            #expect(hub.condition(id) == CameraCondition(.streaming))
            #expect(
                hub.opener.openings(of: id).map(\.description).last == .device(moved, modes: ScriptedInspector.modes))
        }
    }

    @Test("Without a serial number a camera is the port that it is in")
    func replugWithoutSerial() async throws {
        try await withHub { hub in
            await hub.plug(.usb(0, port: 1))
            let id = try hub.onlyID
            await hub.unplug(.usb(0, port: 1))
            await hub.plug(.usb(3, port: 1))
            #expect(try hub.onlyID == id)
            await hub.plug(.usb(4, port: 2))
            #expect(hub.ids.count == 2)
            #expect(hub.snapshot(id)?.node?.path == "/dev/video3")
        }
    }

    @Test("Twins with one serial number are two cameras, and each keeps its id in its port over replug")
    func twins() async throws {
        try await withHub { hub in
            let (left, right) = (VideoNode.usb(0, serial: "SN1", port: 1), VideoNode.usb(1, serial: "SN1", port: 2))
            await hub.plug(left, right)
            let ids = hub.inventory.listing.cameras.map(\.id)
            #expect(ids.count == 2)
            await hub.unplug(left)
            await hub.unplug(right)
            await hub.plug(.usb(0, serial: "SN1", port: 2), .usb(1, serial: "SN1", port: 1))
            #expect(hub.inventory.listing.cameras.map(\.id) == ids)
            #expect(ids.map { hub.snapshot($0)?.node?.path } == ["/dev/video1", "/dev/video0"])
        }
    }

    @Test("Another device under the number of one that is still known takes its place")
    func numberReuse() async throws {
        try await withHub { hub in
            await hub.plug(single)
            let id = try hub.onlyID
            let source = try await hub.stream(id)
            await hub.plug(.usb(0, serial: "C3D4"))
            #expect(!source.isOpen)
            #expect(hub.ids.count == 2)
            #expect(hub.condition(id)?.state == .offline)
        }
    }

    @Test("A node that is no camera is left out, and the log says why")
    func excluded() async throws {
        try await withHub { hub in
            hub.inspector.find(.excluded(reason: "it carries data about pictures"), behind: single)
            await hub.plug(single)
            #expect(hub.ids == [])
            #expect(hub.lines.containing("/dev/video0: left out: it carries data about pictures").count == 1)
            await hub.unplug(single)
        }
    }

    @Test("A device that cannot be looked at is listed with the reason, and tried when somebody asks")
    func unreadable() async throws {
        let denied = CaptureError(.denied, reason: "no permission to open /dev/video0", hint: "join the group video")
        try await withHub { hub in
            hub.inspector.find(.unreadable(denied), behind: single)
            await hub.plug(single)
            let id = try hub.onlyID
            #expect(hub.condition(id) == denied.condition)
            #expect(hub.opener.openings.isEmpty)
            #expect(try await hub.client.get("/cam/\(id)/frame").status == 503)
            await hub.time.advance(by: .milliseconds(500))
            #expect(hub.opener.openings.map(\.description) == [.device(single, modes: [])])
        }
    }

    @Test("Told of again, a device that could not be looked at is looked at once more")
    func unreadableThenFixed() async throws {
        try await withHub { hub in
            let denied = CaptureError(.denied, reason: "no permission")
            hub.inspector.find(.unreadable(denied), behind: single)
            await hub.plug(single)
            let id = try hub.onlyID
            hub.inspector.find(nil, behind: single)
            await hub.plug(single)
            #expect(hub.inspector.looks.count == 2)
            #expect(hub.condition(id) == CameraCondition(.idle))
            try await hub.stream(id)
            #expect(hub.opener.openings.map(\.description) == [.device(single, modes: ScriptedInspector.modes)])
        }
    }

    @Test("A device that is pulled out while it is looked at leaves nothing behind")
    func goneWhileLooking() async throws {
        try await withHub { hub in
            hub.inspector.whileLooking { hub.devices.unplug($0) }
            await hub.plug(single)
            #expect(hub.ids == [])
            hub.inspector.whileLooking(nil)
            await hub.plug(single)
            #expect(hub.ids.count == 1)
        }
    }

    @Test("A device that hangs while it is looked at holds up no other")
    func aHangingDevice() async throws {
        let gate = Gate()
        try await withHub { hub in
            hub.inspector.whileLooking { node in if node.path == "/dev/video0" { gate.wait() } }
            hub.devices.plug(single)
            hub.devices.plug(.usb(1, serial: "C3D4"))
            await gate.whenReached()
            await hub.time.until { hub.ids.count == 1 }
            gate.open()
            await hub.time.settle()
            #expect(hub.ids.count == 2)
        }
    }

    @Test("Without a monitor the hub serves what the configuration names, and says what is missing")
    func noMonitor() async throws {
        let configuration = HubConfiguration(cameras: [.test("demo")])
        let error = CaptureError(.failed, reason: "udev does not answer", hint: "is it running?")
        try await withHub(configuration, prepare: { $0.devices.refuse(with: error) }) { hub in
            #expect(hub.ids == ["demo"])
            #expect(
                hub.lines.containing("error: devices").first?.hasSuffix("udev does not answer (is it running?)") == true
            )
        }
    }
}

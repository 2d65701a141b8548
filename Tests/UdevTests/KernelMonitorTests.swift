import Camera
import Glibc
import Posix
import Testing
import Udev

/// Discovery without udevd, on folders that look like /sys and /dev.
@Suite(.timeLimit(.minutes(1))) struct KernelMonitorTests {
    private let system: FakeSystem

    init() throws { system = try FakeSystem() }

    private static let webcam = [
        "idVendor": "046D", "idProduct": "0825", "product": "HD Webcam", "serial": " SN 01 ", "manufacturer": "Logi",
    ]

    /// - Parameter interval: how often it looks by itself; as it is, never within a test.
    private func monitor(interval: Duration = .seconds(3600)) throws -> KernelMonitor {
        try KernelMonitor(systemFolder: system.systemFolder, deviceFolder: system.deviceFolder, interval: interval)
    }

    /// What it reports when it says that there is something, at most so much later.
    private func events(_ monitor: KernelMonitor, within milliseconds: CInt = 5000) throws -> [NodeEvent] {
        let deadline = ContinuousClock.now.advanced(by: .milliseconds(Int(milliseconds)))
        while true {
            let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
            var waiting = pollfd(fd: try #require(monitor.descriptor), events: Int16(POLLIN), revents: 0)
            guard left > 0, poll(&waiting, 1, CInt(left)) > 0 else { return [] }
            // The kernel may have told of something else of this machine.
            let events = monitor.receive()
            if !events.isEmpty { return events }
        }
    }

    private func node(_ number: UInt64, port: String = "1.2") -> VideoNode {
        VideoNode(
            path: "\(system.deviceFolder)/video\(number)", deviceNumber: 81 << 8 | number, vendorID: "046d",
            productID: "0825", serial: " SN 01 ", busPath: "platform-vhci_hcd.0-usb-0:\(port):1.0", model: "HD Webcam",
            driver: "uvcvideo", index: 0, udevSaysCapture: nil)
    }

    @Test("A camera is described as udev describes it")
    func scan() throws {
        try system.plug(4, port: "1.2", Self.webcam)
        try system.makeFile(4)
        #expect(try monitor().scan() == [node(4)])
    }

    @Test(
        "A device without a name is called as udev calls it",
        arguments: [
            (["idVendor": "0ac8", "idProduct": "3420"], "3420"),
            (["idVendor": "0ac8", "idProduct": "3420", "product": ""], "HD Webcam"),
        ] as [([String: String], String)])
    func nameless(attributes: [String: String], model: String) throws {
        try system.plug(0, port: "1", attributes)
        try system.makeFile(0)
        let node = try #require(try monitor().scan().first)
        #expect(node.model == model && node.serial == nil && node.vendorID == "0ac8")
    }

    @Test("What is no video node, and what has no file here, is left out, also on machines without video")
    func others() throws {
        #expect(try monitor().scan() == [])
        try system.plug(1, port: "1", Self.webcam)
        try system.makeFolder("sys/class/video4linux/video7")
        try system.write("sys/class/video4linux/video8", "")
        try system.makeFile(7)
        #expect(try monitor().scan() == [])
    }

    @Test("A plug is reported when its file is there, a change of its permissions again, and a pull when it is gone")
    func plug() throws {
        let monitor = try monitor()
        #expect(monitor.scan() == [])
        try system.plug(0, port: "1.2", Self.webcam)
        #expect(monitor.receive() == [])
        try system.makeFile(0)
        #expect(try events(monitor) == [.added(node(0))])
        #expect(monitor.receive() == [])
        #expect(chmod("\(system.deviceFolder)/video0", 0o600) == 0)
        #expect(try events(monitor) == [.added(node(0))])
        try system.pull(0, port: "1.2")
        try system.removeFile(0)
        #expect(try events(monitor) == [.removed(deviceNumber: 81 << 8)])
    }

    @Test("A camera that is pulled and plugged between two looks is removed and added, also with the same words")
    func replug() throws {
        try system.plug(0, port: "1.2", Self.webcam)
        try system.makeFile(0)
        let monitor = try monitor()
        #expect(monitor.scan() == [node(0)])
        // The old folder stays, so that no new one gets its number on a disk that gives numbers again.
        #expect(rename(system.root + "/sys/devices/platform/vhci_hcd.0/usb1/1-1.2", system.root + "/old") == 0)
        #expect(unlink(system.root + "/sys/class/video4linux/video0") == 0)
        try system.plug(0, port: "1.2", Self.webcam)
        #expect(chmod("\(system.deviceFolder)/video0", 0o660) == 0)
        #expect(try events(monitor) == [.removed(deviceNumber: 81 << 8), .added(node(0))])
    }

    @Test("Where nothing tells of a plug it is noticed all the same, a little later")
    func slowLook() throws {
        // As with one that a container was given by name, the file is there all the time: all that happens is in /sys.
        try system.makeFile(3)
        let monitor = try monitor(interval: .milliseconds(30))
        #expect(monitor.scan() == [])
        try system.plug(3, port: "2", Self.webcam)
        #expect(try events(monitor) == [.added(node(3, port: "2"))])
        try system.pull(3, port: "2")
        #expect(try events(monitor) == [.removed(deviceNumber: 81 << 8 | 3)])
    }

    @Test("Without a folder for devices it looks all the same")
    func noFolder() throws {
        let monitor = try KernelMonitor(systemFolder: "/nonexistent", deviceFolder: "/nonexistent")
        #expect(monitor.scan() == [] && monitor.receive() == [])
        #expect(try #require(monitor.descriptor) >= 0)
    }

    @Test("Files of other devices are no reason to look")
    func quiet() throws {
        let monitor = try monitor()
        #expect(monitor.scan() == [])
        try system.plug(0, port: "1", Self.webcam)
        try system.makeFile(0)
        _ = try events(monitor)
        try system.pull(0, port: "1")
        try system.write("dev/null", "")
        #expect(monitor.receive() == [])
    }

    @Test(
        "On this machine the port of every device with a port is what udev's own command says",
        .enabled(if: hasUdevadm, "there is no udevadm here"))
    func sameAsUdev() throws {
        var count = 0
        for folder in try FilePattern.paths(matching: "/sys/class/*/*").prefix(60) {
            guard let said = try udevPath(of: folder) else { continue }
            #expect(KernelMonitor.busPath(ofDeviceAt: folder) == said, "\(folder)")
            count += 1
        }
        #expect(count > 0)
    }

    static let hasUdevadm = access("/usr/bin/udevadm", X_OK) == 0

    /// `ID_PATH` as udev's path_id makes it.
    private func udevPath(of folder: String) throws -> String? {
        guard let stream = popen("udevadm test-builtin path_id \(folder) 2>/dev/null", "r") else { return nil }
        defer { pclose(stream) }
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, CInt(line.count), stream) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            if text.hasPrefix("ID_PATH=") { return String(text.dropFirst(8).dropLast()) }
        }
        return nil
    }
}

import Posix
import Testing

/// What one test plays on: the guest with a hub of its own and no camera but those that the test plugs in.
final class Stage {
    let guest: Guest
    private(set) var hub: Hub
    private var cameras: [Int] = []
    private var modules: [String] = []

    private init(_ guest: Guest, _ hub: Hub) {
        self.guest = guest
        self.hub = hub
    }

    /// Starts a hub that remembers nothing, and leaves the guest as it was, however the test ends.
    static func play(configuration: String = Hub.usual, user: String = "root", _ test: (Stage) throws -> Void) throws {
        let guest = try #require(InGuest.guest)
        try guest.run("rm -rf /run/hub")
        let stage = Stage(guest, try Hub(in: guest, configuration: configuration, user: user))
        do {
            try test(stage)
        } catch {
            Issue.record("\(error)\n\(guest.log(of: Hub.job))")
        }
        for camera in stage.cameras { try stage.pull(camera) }
        try stage.hub.stop()
        for module in stage.modules { try guest.run("modprobe -r \(module)") }
    }

    /// Loads a kernel module with its parameters, and waits until udev has made its nodes.
    func load(_ module: String) throws {
        modules.append(String(module.prefix { $0 != " " }))
        try guest.run("modprobe \(module) && udevadm settle")
    }

    /// Plugs a camera in and waits for its video node.
    /// - Parameter options: As `usbcamera --help` tells them.
    @discardableResult
    func plug(_ number: Int, port: Int? = nil, _ options: String = "") throws -> Device {
        let port = port ?? number - 1
        try insert(number, port: port, options)
        let node = try guest.run("camera-node \(port) || { cat /run/jobs/camera-\(number).log; exit 1; }")
        return Device(number: number, port: port, node: node.trimmingSuffix("\n"))
    }

    /// Plugs a camera in and waits for nothing.
    func insert(_ number: Int, port: Int? = nil, _ options: String = "") throws {
        try guest.start("camera-\(number)", "exec usbcamera \(number) --port \(port ?? number - 1) \(options)")
        cameras.append(number)
    }

    /// Pulls a camera out.
    func pull(_ number: Int) throws {
        cameras.removeAll { $0 == number }
        try guest.signal("camera-\(number)", 15)
        try guest.wait(for: "camera-\(number)")
    }

    /// Makes a camera behave, as Tests/Guest/usbcamera/behaviour.h tells.
    func tell(_ number: Int, _ command: String) throws { try guest.run("usbcamera tell \(number) \(command)") }

    /// A viewer of the camera with this id.
    func watch(_ id: String) throws -> Poller { try Poller(id, port: guest.port) }

    /// Stops the hub and starts it again, with what it remembers.
    func restartHub(configuration: String = Hub.usual) throws {
        try hub.stop()
        hub = try Hub(in: guest, configuration: configuration)
    }
}

/// A camera of the guest that is plugged in.
struct Device {
    let number: Int
    /// Of the emulated bus, from 0.
    let port: Int
    /// For example `/dev/video0`.
    let node: String

    /// Its place by udev's ID_PATH.
    var bus: String { Device.bus(port) }

    static func bus(_ port: Int) -> String { "platform-vhci_hcd.0-usb-0:\(port + 1):1.0" }
}

extension String {
    func trimmingSuffix(_ suffix: String) -> String { hasSuffix(suffix) ? String(dropLast(suffix.count)) : self }
}

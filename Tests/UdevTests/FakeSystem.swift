import FoundationEssentials
import Glibc
import Posix

/// Folders that look like /sys and /dev, with USB cameras as Linux shows them; gone with this object.
final class FakeSystem {
    let root: String
    var systemFolder: String { root + "/sys" }
    var deviceFolder: String { root + "/dev" }

    init() throws {
        root = "\(FileManager.default.temporaryDirectory.path)/camhub-\(UUID().uuidString)"
        for folder in [
            "sys/class/video4linux", "sys/bus/usb/drivers/uvcvideo", "sys/bus/platform", "sys/class/other", "dev",
        ] { try makeFolder(folder) }
    }

    // Nothing is lost if it stays.
    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// The folder of the device in that port.
    private func usb(_ port: String) -> String { "sys/devices/platform/vhci_hcd.0/usb1/1-\(port)" }

    /// Plugs a camera in: what the kernel shows of it, but not yet its file.
    /// - Parameters:
    ///   - port: for example `1.2`.
    ///   - attributes: of the USB device, for example `serial`.
    func plug(_ number: Int, port: String, index: Int = 0, _ attributes: [String: String]) throws {
        let (device, interface) = (usb(port), "\(usb(port))/1-\(port):1.0")
        let node = "\(interface)/video4linux/video\(number)"
        try makeFolder(node)
        try write("sys/devices/platform/vhci_hcd.0/uevent", "DRIVER=vhci_hcd\n")
        try link("sys/devices/platform/vhci_hcd.0/subsystem", to: "sys/bus/platform")
        let rootHub = "sys/devices/platform/vhci_hcd.0/usb1"
        for (folder, type) in [(rootHub, "usb_device"), (device, "usb_device"), (interface, "usb_interface")] {
            try write("\(folder)/uevent", "MAJOR=189\nDEVTYPE=\(type)\n")
            try link("\(folder)/subsystem", to: "sys/bus/usb")
        }
        try link("\(interface)/driver", to: "sys/bus/usb/drivers/uvcvideo")
        for (name, value) in attributes { try write("\(device)/\(name)", value + "\n") }
        try link("\(node)/subsystem", to: "sys/class/video4linux")
        try write("\(node)/uevent", "MAJOR=81\nMINOR=\(number)\nDEVNAME=video\(number)\n")
        try write("\(node)/dev", "81:\(number)\n")
        try write("\(node)/name", "HD Webcam: HD Webcam\n")
        try write("\(node)/index", "\(index)\n")
        try link("sys/class/video4linux/video\(number)", to: node)
    }

    /// Pulls it out; its file stays until it is removed.
    func pull(_ number: Int, port: String) throws {
        try FileManager.default.removeItem(atPath: "\(root)/sys/class/video4linux/video\(number)")
        try FileManager.default.removeItem(atPath: "\(root)/\(usb(port))")
    }

    func makeFile(_ number: Int) throws { try write("dev/video\(number)", "") }

    func removeFile(_ number: Int) throws { try FileManager.default.removeItem(atPath: "\(root)/dev/video\(number)") }

    func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: "\(root)/\(path)", withIntermediateDirectories: true)
    }

    func write(_ path: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(root)/\(path)"))
    }

    private func link(_ path: String, to target: String) throws {
        // It is there for all ports of a controller.
        guard access("\(root)/\(path)", F_OK) != 0 else { return }
        try FileManager.default.createSymbolicLink(
            atPath: "\(root)/\(path)", withDestinationPath: "\(root)/\(target)")
    }
}

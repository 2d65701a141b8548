/// udev's `ID_PATH`: the port that a device is plugged into, as text.
package enum BusPath {
    /// One text for one port: newer udev also writes `usbv2-` and `usbv3-` where older wrote `usb-`.
    package static func folded(_ path: String) -> String {
        path.split(separator: "-", omittingEmptySubsequences: false)
            .map { isVersionedUSB($0) ? "usb" : $0 }
            .joined(separator: "-")
    }

    /// The configuration and interface that end a USB path, `1.0` in `…-usb-0:1.2:1.0`: the same in every port.
    package static func interface(of path: String) -> String? {
        let parts = path.split(separator: "-")
        guard let usb = parts.firstIndex(where: { $0 == "usb" || isVersionedUSB($0) }), usb + 1 < parts.endIndex,
            let colon = parts[usb + 1].lastIndex(of: ":")
        else { return nil }
        return String(parts[usb + 1][colon...].dropFirst())
    }

    /// What udev would call the port of a node at this place in sysfs, for machines without udevd. Nil for devices
    /// that exist in software alone.
    package static func built(from devicePath: String) -> String? {
        let all = devicePath.split(separator: "/")
        let parts = all.prefix { $0 != "video4linux" }
        guard let device = parts.last, !parts.contains("virtual") else { return nil }
        guard let hub = parts.firstIndex(where: isRootHub), hub > parts.startIndex else {
            return parts.count > 2 ? controller(device) : nil
        }
        guard let dash = device.firstIndex(of: "-"), device.contains(":") else { return nil }
        return "\(controller(parts[hub - 1]))-usb-0:\(device[dash...].dropFirst())"
    }

    private static func controller(_ name: Substring) -> String {
        // 0000:00:14.0 and its like are addresses on PCI.
        name.count { $0 == ":" } == 2 ? "pci-\(name)" : "platform-\(name)"
    }

    private static func isRootHub(_ part: Substring) -> Bool {
        part.hasPrefix("usb") && part.count > 3 && part.dropFirst(3).allSatisfy { ("0"..."9").contains($0) }
    }

    private static func isVersionedUSB(_ part: Substring) -> Bool {
        part.hasPrefix("usbv") && part.count > 4 && part.dropFirst(4).allSatisfy { ("0"..."9").contains($0) }
    }
}

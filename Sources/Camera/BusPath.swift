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

    /// The controller of the bus that a port is on: its ports share one bandwidth. Nil for what is not on USB.
    package static func controller(of path: String) -> String? {
        let parts = folded(path).split(separator: "-", omittingEmptySubsequences: false)
        return parts.firstIndex(of: "usb").map { parts[..<$0].joined(separator: "-") }
    }

    /// A device on the way from a node up to the root of all devices, as sysfs has it.
    package struct Step {
        package let name: String
        package let subsystem: String?
        /// `DEVTYPE`, for example `usb_interface`.
        package let type: String?

        package init(name: String, subsystem: String?, type: String?) {
            self.name = name
            self.subsystem = subsystem
            self.type = type
        }
    }

    /// What udev would call the port of a node, for machines without udevd. Nil for devices that exist in software alone.
    ///
    /// - Parameter steps: the node and all devices above it, from below.
    package static func built(from steps: [Step]) -> String? {
        var parts: [String] = []
        var hasUniqueParent = false
        var rest = steps[...]
        while let step = rest.popFirst() {
            switch step.subsystem {
            case "usb":
                // Root hubs have no port.
                let isOnPort = step.type == "usb_interface" || step.type == "usb_device"
                guard isOnPort, let dash = step.name.firstIndex(of: "-") else { continue }
                parts.append("usb-0:\(step.name[dash...].dropFirst())")
            case "pci", "platform", "acpi", "xen":
                parts.append("\(step.subsystem ?? "")-\(step.name)")
                hasUniqueParent = true
            case "virtio":
                break
            default:
                continue
            }
            // Of devices of one kind behind each other, the lowest counts.
            rest = rest.drop { $0.subsystem == step.subsystem }
        }
        return hasUniqueParent ? parts.reversed().joined(separator: "-") : nil
    }

    private static func isVersionedUSB(_ part: Substring) -> Bool {
        part.hasPrefix("usbv") && part.count > 4 && part.dropFirst(4).allSatisfy { ("0"..."9").contains($0) }
    }
}

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

    private static func isVersionedUSB(_ part: Substring) -> Bool {
        part.hasPrefix("usbv") && part.count > 4 && part.dropFirst(4).allSatisfy { ("0"..."9").contains($0) }
    }
}

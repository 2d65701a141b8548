import Camera
import Testing

@Suite struct BusPathTests {
    @Test(
        "Both of a port's names are one",
        arguments: [
            ("pci-0000:00:14.0-usb-0:1.2:1.0", "pci-0000:00:14.0-usb-0:1.2:1.0", "1.0"),
            ("pci-0000:00:14.0-usbv2-0:1.2:1.0", "pci-0000:00:14.0-usb-0:1.2:1.0", "1.0"),
            ("pci-0000:00:14.0-usbv3-0:4:1.2", "pci-0000:00:14.0-usb-0:4:1.2", "1.2"),
            ("usbv2-0:3:1.0", "usb-0:3:1.0", "1.0"), ("platform-vivid.0", "platform-vivid.0", nil),
            ("platform-usbvx-1", "platform-usbvx-1", nil), ("platform-usbv", "platform-usbv", nil), ("", "", nil),
        ] as [(String, String, String?)])
    func folding(path: String, folded: String, interface: String?) {
        #expect(BusPath.folded(path) == folded)
        #expect(BusPath.interface(of: path) == interface)
    }

    @Test(
        "The hash is FNV-1a, by its published values",
        arguments: [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")])
    func hash(text: String, digits: String) {
        #expect(StableHash.digits(of: text) == digits)
    }

    @Test(
        "Without udevd the port is read from the place in sysfs, and named as udev names it",
        arguments: [
            ("platform/vhci_hcd.0/usb1/1-1/1-1:1.0/video4linux/video4", "platform-vhci_hcd.0-usb-0:1:1.0"),
            ("pci0000:00/0000:00:14.0/usb3/3-1/3-1.4/3-1.4:1.2/video4linux/video0", "pci-0000:00:14.0-usb-0:1.4:1.2"),
            ("platform/soc/fe980000.usb/usb1/1-2/1-2:1.0/video4linux/video9", "platform-fe980000.usb-usb-0:2:1.0"),
            ("pci0000:00/0000:00:1c.0/0000:03:00.0/video4linux/video0", "pci-0000:03:00.0"),
            ("platform/vivid.0/video4linux/video0", "platform-vivid.0"),
            ("virtual/video4linux/video0", nil),
        ] as [(String, String?)])
    func building(place: String, path: String?) {
        #expect(BusPath.built(from: "/sys/devices/\(place)") == path)
    }
}

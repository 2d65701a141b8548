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

    /// Devices from the node up, each as `subsystem/name`; of USB ones what has a colon is an interface.
    private func steps(_ text: String) -> [BusPath.Step] {
        text.split(separator: " ").map { word in
            let parts = word.split(separator: "/", maxSplits: 1)
            let name = String(parts[1])
            let type = parts[0] != "usb" ? nil : name.contains(":") ? "usb_interface" : "usb_device"
            return BusPath.Step(name: name, subsystem: parts[0] == "-" ? nil : String(parts[0]), type: type)
        }
    }

    @Test(
        "Without udevd the port is put together from the devices above the node, as udev's path_id does",
        arguments: [
            ("usb/1-1:1.0 usb/1-1 usb/usb1 platform/vhci_hcd.0", "platform-vhci_hcd.0-usb-0:1:1.0"),
            ("usb/3-1.4:1.2 usb/3-1.4 usb/3-1 usb/usb3 pci/0000:00:14.0 -/pci", "pci-0000:00:14.0-usb-0:1.4:1.2"),
            ("usb/1-2:1.0 usb/1-2 usb/usb1 platform/fe980000.usb platform/soc", "platform-fe980000.usb-usb-0:2:1.0"),
            // A Raspberry Pi 4, a Pi 5, and a laptop whose controller is part of a chip's function.
            (
                "usb/1-1.2:1.0 usb/1-1.2 usb/1-1 usb/usb1 pci/0000:01:00.0 pci/0000:00:00.0 -/pci0000:00 "
                    + "platform/fd500000.pcie platform/scb",
                "platform-fd500000.pcie-pci-0000:01:00.0-usb-0:1.2:1.0"
            ),
            (
                "usb/1-1:1.0 usb/1-1 usb/usb1 platform/xhci-hcd.0 platform/1f00200000.usb platform/1000120000.pcie "
                    + "platform/axi", "platform-xhci-hcd.0-usb-0:1:1.0"
            ),
            (
                "usb/1-4:1.0 usb/1-4 usb/usb1 platform/xhci-hcd.2.auto platform/dwc3.2.auto pci/0000:00:15.1",
                "pci-0000:00:15.1-platform-xhci-hcd.2.auto-usb-0:4:1.0"
            ),
            ("pci/0000:03:00.0 pci/0000:00:1c.0", "pci-0000:03:00.0"), ("platform/vivid.0", "platform-vivid.0"),
            ("virtio/virtio1 pci/0000:00:02.0", "pci-0000:00:02.0"),
            ("usb/1-1:1.0 usb/1-1 usb/usb1 -/dummy", nil), ("", nil),
        ] as [(String, String?)])
    func building(above: String, path: String?) {
        #expect(BusPath.built(from: steps("video4linux/video0 " + above)) == path)
    }
}

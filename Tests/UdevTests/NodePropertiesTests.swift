import Camera
import Testing
import Udev

/// A node as people and the identity know it, from what udev and sysfs say.
@Suite struct NodePropertiesTests {
    private static let usb = "/sys/devices/platform/vhci_hcd.0/usb1/1-1/1-1:1.0/video4linux/video4"

    private func properties(_ change: (inout NodeProperties) -> Void = { _ in }) -> NodeProperties {
        var properties = NodeProperties(devicePath: Self.usb, node: "/dev/video4", deviceNumber: 81 << 8 | 4)
        change(&properties)
        return properties
    }

    @Test("A USB camera, as a real kernel and udevd describe it")
    func usbCamera() {
        let node = VideoNode(
            properties {
                $0.name = "HD Webcam: HD Webcam"
                $0.index = "1"
                $0.vendorID = "046D"
                $0.productID = "0825"
                $0.product = "HD Webcam"
                $0.serial = " SN 01 "
                $0.busPath = "platform-vhci_hcd.0-usbv2-0:1:1.0"
                $0.databaseModel = "HD_Webcam"
                $0.databaseCapabilities = ":"
                $0.driver = "uvcvideo"
            })
        #expect(
            node
                == VideoNode(
                    path: "/dev/video4", deviceNumber: 81 << 8 | 4, vendorID: "046d", productID: "0825",
                    serial: " SN 01 ", busPath: "platform-vhci_hcd.0-usb-0:1:1.0", model: "HD Webcam",
                    driver: "uvcvideo", index: 1, udevSaysCapture: false))
    }

    @Test("Bare kernel attributes are enough for a node")
    func bare() {
        let node = VideoNode(properties { $0.name = "HD Webcam: HD Webcam" })
        #expect(node.model == "HD Webcam")
        #expect(node.index == 0 && node.serial == nil && node.busPath == nil && node.udevSaysCapture == nil)
    }

    @Test("An empty serial number is none")
    func emptySerial() {
        #expect(VideoNode(properties { $0.serial = "" }).serial == nil)
    }

    @Test(
        "The model is the device's own word, the best that there is",
        arguments: [
            ("HD Webcam C525", "HD_Webcam_C525", "HD Webcam C525: HD Webcam C52", "HD Webcam C525"),
            ("  ", "HD_Webcam_C525", "UVC Camera (046d:0826)", "HD Webcam C525"),
            (nil, nil, "UVC Camera (046d:0826)", "UVC Camera (046d:0826)"),
            (nil, nil, "Integrated_Webcam_HD: Integrate", "Integrated_Webcam_HD"),
            (nil, nil, "Laptop: Infrared", "Laptop: Infrared"), ("USB  2.0\tCamera ", nil, nil, "USB 2.0 Camera"),
            (nil, nil, nil, "Camera"),
        ] as [(String?, String?, String?, String)])
    func models(product: String?, database: String?, name: String?, model: String) {
        let node = VideoNode(
            properties {
                $0.product = product
                $0.databaseModel = database
                $0.name = name
            })
        #expect(node.model == model)
    }
}

import Camera
import Testing

/// What is tried in a mode's place where the USB bus is full.
@Suite struct LesserChoiceTests {
    private static func mode(_ format: String, _ size: String, _ rates: UInt32...) -> Mode {
        Mode(
            format: PixelFormat(format)!, size: Size(size)!,
            intervals: rates.map { FrameInterval(numerator: 1, denominator: $0) })
    }

    private static let both = [
        mode("YUYV", "640x480", 30, 15), mode("YUYV", "320x240", 30), mode("MJPG", "640x480", 30, 15, 5),
        mode("MJPG", "320x240", 30, 15), mode("MJPG", "1280x720", 30, 10), mode("MJPG", "160x120", 30),
    ]
    private static let raw = both.filter { $0.format == PixelFormat("YUYV") }

    private func ladder(_ modes: [Mode], _ size: String, fps: Int, format: String? = nil, minimum: String) throws
        -> [String]
    {
        var settings = CameraSettings()
        settings.size = try #require(Size(size))
        settings.minimumSize = try #require(Size(minimum))
        settings.fps = fps
        settings.format = format.flatMap { PixelFormat($0) }
        let choice = try ModeChoice(from: modes, for: settings)
        return choice.lesser(of: modes, for: settings).map(\.summary)
    }

    @Test("JPEG gets slower first, and then smaller with the wanted rate again, down to the minimum size")
    func jpeg() throws {
        #expect(
            try ladder(Self.both, "640x480", fps: 15, minimum: "320x240") == [
                "MJPG 640x480 at 5 fps", "MJPG 320x240 at 15 fps",
            ])
        #expect(
            try ladder(Self.both, "1280x720", fps: 25, minimum: "160x120") == [
                "MJPG 1280x720 at 10 fps", "MJPG 640x480 at 30 fps", "MJPG 640x480 at 15 fps", "MJPG 640x480 at 5 fps",
                "MJPG 320x240 at 30 fps", "MJPG 320x240 at 15 fps", "MJPG 160x120 at 30 fps",
            ])
    }

    @Test("Raw becomes JPEG of the same size first, as far as the camera has it")
    func rawToJPEG() throws {
        let modes = Self.raw + [Self.mode("MJPG", "640x480", 5), Self.mode("MJPG", "320x240", 30)]
        #expect(
            try ladder(modes, "640x480", fps: 30, minimum: "320x240") == [
                "MJPG 640x480 at 5 fps", "MJPG 320x240 at 30 fps",
            ])
        #expect(
            try ladder(Self.raw, "640x480", fps: 30, minimum: "320x240") == [
                "YUYV 640x480 at 15 fps", "YUYV 320x240 at 30 fps",
            ])
    }

    @Test("A format that the settings name stays, and a minimum size that is the wanted size keeps that")
    func fixed() throws {
        #expect(
            try ladder(Self.both, "640x480", fps: 30, format: "YUYV", minimum: "320x240") == [
                "YUYV 640x480 at 15 fps", "YUYV 320x240 at 30 fps",
            ])
        #expect(
            try ladder(Self.both, "640x480", fps: 30, minimum: "640x480") == [
                "MJPG 640x480 at 15 fps", "MJPG 640x480 at 5 fps",
            ])
        #expect(try ladder([Self.mode("MJPG", "640x480", 30)], "640x480", fps: 30, minimum: "640x480") == [])
    }

    @Test("Where the device names no rates the size is all that can be less")
    func withoutRates() throws {
        let modes = [Self.mode("MJPG", "640x480"), Self.mode("MJPG", "320x240")]
        #expect(try ladder(modes, "640x480", fps: 15, minimum: "320x240") == ["MJPG 320x240"])
    }

    @Test(
        "The ports of a controller are one bus",
        arguments: [
            ("pci-0000:00:14.0-usb-0:1.2:1.0", "pci-0000:00:14.0"),
            ("pci-0000:00:14.0-usbv3-0:4:1.0", "pci-0000:00:14.0"),
            ("platform-fd500000.pcie-pci-0000:01:00.0-usb-0:1:1.0", "platform-fd500000.pcie-pci-0000:01:00.0"),
            ("platform-vivid.0", nil), ("", nil),
        ] as [(String, String?)])
    func controllers(path: String, controller: String?) {
        #expect(BusPath.controller(of: path) == controller)
    }
}

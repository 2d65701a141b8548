import Camera
import Capture
import Hub
import Posix
import Testing
import Video4Linux
import Video4LinuxTesting

/// Several cameras on one USB bus, played by a script.
@Suite struct BandwidthTests {
    private static func mode(_ format: PixelFormat, _ width: Int, _ height: Int) -> Mode {
        Mode(
            format: format, size: Size(width: width, height: height),
            intervals: [30, 15].map { FrameInterval(numerator: 1, denominator: $0) })
    }

    private static let modes = [
        mode(.yuyv, 640, 480), mode(.yuyv, 320, 240), mode(.mjpeg, 640, 480), mode(.mjpeg, 320, 240),
    ]

    /// Room for two cameras at 640x480 with 30 fps in JPEG, and a quarter of a third one.
    private let bus = ScriptedBus(
        capacity: ScriptedBus.need(.mjpeg, Size(width: 640, height: 480), framesPerSecond: 30) * 9 / 4)
    private let cameras = (0..<3).map { ScriptedCamera(node($0), modes: modes) }

    private static func node(_ number: Int) -> VideoNode {
        var node = ScriptedCamera.node
        node.path = "/dev/video\(number)"
        node.deviceNumber = UInt64(81 << 8 | number)
        return node
    }

    private func open(
        _ number: Int, format: PixelFormat? = nil, minimum: Size = Size(width: 320, height: 240)
    ) throws -> any FrameSource {
        let camera = cameras[number]
        camera.change { $0.bus = bus }
        var settings = CameraSettings.with(fps: 30, size: Size(width: 640, height: 480))
        settings.format = format
        settings.minimumSize = minimum
        return try Sources(kernel: camera).open(
            .device(Self.node(number), modes: Self.modes), id: .id("camera-\(number)"), settings: settings,
            now: camera.now)
    }

    @Test("The third camera steps down to what is left and says so, and gets all when another one has stopped")
    func third() throws {
        let (one, two, three) = (try open(0), try open(1), try open(2))
        #expect(one.shortfall == nil && one.delivery.size.width == 640)
        #expect(two.shortfall == nil && two.delivery.size.width == 640)
        #expect(three.delivery.size == Size(width: 320, height: 240) && three.delivery.framesPerSecond == 30)
        let shortfall = try #require(three.shortfall)
        #expect(
            shortfall.reason == "the USB bus has no bandwidth left for MJPG 640x480 at 30 fps: "
                + "it gives MJPG 320x240 at 30 fps instead")
        #expect(shortfall.hint.contains("another camera on this bus stops"))
        #expect(cameras[0].isStreaming && cameras[1].isStreaming && cameras[2].isStreaming)
        // The wanted rate first, then the lower one, then the smaller size.
        #expect(cameras[2].count(of: .startStreaming) == 3)

        one.close()
        three.close()
        let again = try open(2)
        #expect(again.shortfall == nil && again.delivery.size.width == 640)
        two.close()
        again.close()
        #expect(bus.used == 0)
        for camera in cameras { #expect(camera.faults == []) }
    }

    @Test("A format that the configuration names is kept, and so is a minimum size: then it says that there is no room")
    func fixed() throws {
        let (one, two) = (try open(0), try open(1))
        for (format, minimum) in [
            (PixelFormat.yuyv, Size(width: 320, height: 240)), (nil, Size(width: 640, height: 480)),
        ] {
            let error = #expect(throws: CaptureError.self) { _ = try open(2, format: format, minimum: minimum) }
            #expect(error?.condition.state == .noBandwidth)
            #expect(cameras[2].faults == [])
        }
        two.close()
        let raw = try open(2, format: .yuyv)
        #expect(raw.delivery == Delivery(format: .yuyv, size: Size(width: 320, height: 240), framesPerSecond: 30))
        #expect(raw.shortfall != nil)
        raw.close()
        one.close()
    }

    @Test("Another fault while it steps down is told as it is, and nothing is left open")
    func unplugged() throws {
        let (one, two) = (try open(0), try open(1))
        cameras[2].refuse(.control(.setFormat), with: .noSuchDevice, after: 1)
        let error = #expect(throws: CaptureError.self) { _ = try open(2) }
        #expect(error?.condition.state == .offline)
        #expect(cameras[2].faults == [])
        one.close()
        two.close()
    }

    @Test("A source that has stepped down follows settings that want the same, and not those that want another size")
    func following() throws {
        let (one, two, three) = (try open(0), try open(1), try open(2))
        var settings = CameraSettings.with(fps: 30, size: Size(width: 640, height: 480))
        #expect(three.follow(settings))
        settings.size = Size(width: 320, height: 240)
        #expect(!three.follow(settings))
        for source in [one, two, three] { source.close() }
    }
}

import Camera
import Posix
import Testing
import Video4Linux
import Video4LinuxTesting

/// What is agreed with the device before the first frame.
@Suite struct StreamSetupTests {
    private let camera = ScriptedCamera(modes: [Samples.mjpeg])

    @Test("What the device makes of the request counts, not the request")
    func readBack() throws {
        let fifteen = FrameInterval(numerator: 1, denominator: 15)
        camera.change {
            $0.givenFormat = Mode(format: .yuyv, size: Size(width: 320, height: 240), intervals: [])
            $0.givenInterval = fifteen
        }
        let stream = try camera.start()
        #expect(stream.format.pixelFormat == .yuyv)
        #expect(stream.format.size == Size(width: 320, height: 240))
        #expect(stream.interval == fifteen)
    }

    @Test("A format in return that cannot become JPEG is an error that names both")
    func uselessReadBack() {
        camera.change { $0.givenFormat = Mode(format: PixelFormat("H264")!, size: Samples.size, intervals: []) }
        let error = #expect(throws: CaptureError.self) { _ = try camera.start() }
        #expect(error?.condition.state == .failed)
        #expect(error?.condition.reason?.contains("MJPG") == true && error?.condition.reason?.contains("H264") == true)
        #expect(camera.faults.isEmpty)
    }

    @Test("A device whose rate cannot be set says its own, and is not asked to change it")
    func fixedRate() throws {
        camera.change { $0.isIntervalSettable = false }
        let stream = try camera.start()
        #expect(stream.interval == Samples.thirty)
        #expect(camera.count(of: .setParameters) == 0)
    }

    @Test("A driver that knows no rates has none")
    func noRate() throws {
        camera.refuse(.control(.getParameters), with: .inappropriateIoctl)
        let stream = try camera.start()
        #expect(stream.interval == nil)
    }

    @Test("Too little memory for four buffers: three or two are enough")
    func fewerBuffers() throws {
        camera.refuse(.control(.requestBuffers), with: .outOfMemory, times: 2)
        var stream = try camera.start()
        #expect(camera.queueDepth == 2)
        camera.deliver(ScriptedFrame([1]))
        #expect(try stream.newest()?.bytes == [1])
    }

    @Test("Memory for one buffer, or for none: an error that says what to try, and nothing left behind")
    func tooFewBuffers() {
        camera.change { $0.mostBuffers = 1 }
        let one = #expect(throws: CaptureError.self) { _ = try camera.start() }
        #expect(one?.condition.state == .failed && one?.condition.hint?.contains("smaller size") == true)
        camera.refuse(.control(.requestBuffers), with: .outOfMemory, times: 3)
        let none = #expect(throws: CaptureError.self) { _ = try camera.start() }
        #expect(none?.condition.state == .failed && none?.condition.hint?.contains("smaller size") == true)
        #expect(camera.faults.isEmpty)
    }

    struct Colors: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var format: PixelFormat
        var colorspace: UInt32
        var encoding: UInt32
        var quantization: UInt32
        var isFullRange: Bool
        var matrix: StreamFormat.Matrix
    }

    /// Numbers of `v4l2_colorspace`, `v4l2_ycbcr_encoding` and `v4l2_quantization`.
    private static let colors: [Colors] = [
        Colors(
            testDescription: "webcam: sRGB by default limited, BT.601", format: .yuyv, colorspace: 8, encoding: 0,
            quantization: 0, isFullRange: false, matrix: .bt601),
        Colors(
            testDescription: "JPEG's colour space is full", format: .yuyv, colorspace: 7, encoding: 0,
            quantization: 0, isFullRange: true, matrix: .bt601),
        Colors(
            testDescription: "HDMI: REC709 means BT.709", format: .uyvy, colorspace: 3, encoding: 0,
            quantization: 0, isFullRange: false, matrix: .bt709),
        Colors(
            testDescription: "said in so many words", format: .nv12, colorspace: 3, encoding: 1,
            quantization: 1, isFullRange: true, matrix: .bt601),
        Colors(
            testDescription: "limited though JPEG", format: .yuyv, colorspace: 7, encoding: 2,
            quantization: 2, isFullRange: false, matrix: .bt709),
        Colors(
            testDescription: "RGB is full by default", format: .rgb24, colorspace: 8, encoding: 0,
            quantization: 0, isFullRange: true, matrix: .bt601),
        Colors(
            testDescription: "grey is full", format: .grey, colorspace: 8, encoding: 0,
            quantization: 0, isFullRange: true, matrix: .bt601),
    ]

    @Test("Range and matrix are the format's, with the defaults that V4L2 documents", arguments: colors, [false, true])
    func colorDefaults(colors: Colors, isMultiplanar: Bool) throws {
        let camera = ScriptedCamera(
            capabilities: [isMultiplanar ? .videoCaptureMultiplanar : .videoCapture, .streaming],
            modes: [Mode(format: colors.format, size: Samples.size, intervals: [])])
        camera.change {
            $0.colorspace = colors.colorspace
            $0.encoding = colors.encoding
            $0.quantization = colors.quantization
        }
        let stream = try camera.start(
            ModeChoice(from: [Mode(format: colors.format, size: Samples.size, intervals: [])], for: CameraSettings()))
        #expect(stream.format.isFullRange == colors.isFullRange)
        #expect(stream.format.matrix == colors.matrix)
    }

    @Test(
        "A changed source is noticed once, and the stream rebuilt in the new size on the same descriptor",
        arguments: [nil, 3] as [Int32?])
    func sourceChange(input: Int32?) throws {
        camera.change {
            $0.hasEvents = true
            $0.input = input
        }
        do {
            var stream = try camera.start()
            let before = stream.sourceHasChanged()
            camera.change {
                $0.pendingEvents = 2
                $0.givenFormat = Mode(format: .yuyv, size: Size(width: 1280, height: 720), intervals: [])
            }
            let (then, after) = (stream.sourceHasChanged(), stream.sourceHasChanged())
            #expect([before, then, after] == [false, true, false])
            try stream.rebuild(Samples.choice)
            #expect(stream.format.size == Size(width: 1280, height: 720))
            camera.deliver(ScriptedFrame([1]))
            #expect(try stream.newest()?.bytes == [1])
        }
        #expect(camera.faults.isEmpty)
        #expect(camera.calls.count { $0 == .open } == 1)
    }
}

import Camera
import Capture
import Hub
import JPEG
import Testing
import Video4LinuxTesting

/// A camera that gives raw pictures, played by a script.
@Suite struct V4L2RawSourceTests {
    private static let size = DevicePictures.size
    private static let thirty = FrameInterval(numerator: 1, denominator: 30)

    private func camera(_ format: PixelFormat) -> ScriptedCamera {
        ScriptedCamera(modes: [Mode(format: format, size: Self.size, intervals: [Self.thirty])])
    }

    private func open(_ camera: ScriptedCamera, _ settings: CameraSettings = .with(size: size)) throws
        -> any FrameSource
    {
        try Sources(kernel: camera).open(
            .device(ScriptedCamera.node, modes: []), id: .id("front"), settings: settings, now: camera.now)
    }

    @Test("A raw picture is encoded in the range that the format has", arguments: [(0, 163), (1, 156)])
    func range(quantization: Int, expected: Int) throws {
        let camera = camera(.yuyv)
        camera.change { $0.quantization = UInt32(quantization) }
        let source = try open(camera)
        // Luma 156 is 163 when 16 is black and 235 is white.
        camera.deliver(ScriptedFrame(DevicePictures.yuyv(luma: 156)))
        let frame = try #require(try source.take(now: camera.now, isWatched: true).frame)
        #expect(frame.size == Self.size)
        #expect(abs(try frame.bytes.decoded()[30, 30].x - expected) <= 1)
        #expect(camera.queueDepth == 4)
    }

    @Test("Padding at the end of lines is no picture")
    func stride() throws {
        let camera = camera(.yuyv)
        camera.change { $0.bytesPerLine = 64 * 2 + 32 }
        let line = Array(repeating: [128, 128] as [UInt8], count: 64).flatMap { $0 } + Array(repeating: 255, count: 32)
        let source = try open(camera)
        camera.deliver(ScriptedFrame(Array(repeating: line, count: 48).flatMap { $0 }))
        let picture = try #require(try source.take(now: camera.now, isWatched: true).frame).bytes.decoded()
        #expect(picture[63, 47] == picture[0, 0])
    }

    @Test("Other formats go through libv4lconvert")
    func converted() throws {
        let camera = camera(PixelFormat("XR24")!)
        let source = try open(camera)
        let orange: [UInt8] = [0, 128, 255, 0]
        camera.deliver(ScriptedFrame(Array(repeating: orange, count: Self.size.area).flatMap { $0 }))
        let frame = try #require(try source.take(now: camera.now, isWatched: true).frame)
        let pixel = try frame.bytes.decoded()[10, 10]
        #expect(abs(pixel.x - 255) <= 3 && abs(pixel.y - 128) <= 3 && abs(pixel.z) <= 3)
    }

    @Test("A buffer with too few bytes is a short frame", arguments: [PixelFormat.yuyv, PixelFormat("BA81")!])
    func short(format: PixelFormat) throws {
        let camera = camera(format)
        let source = try open(camera)
        camera.deliver(ScriptedFrame(Array(repeating: 0, count: 1000)))
        #expect(try source.take(now: camera.now, isWatched: true).cause == .short)
        #expect(camera.queueDepth == 4)
    }

    @Test("Only as many frames are encoded as are wanted, and none that nobody watches", arguments: [10, 20, 30])
    func rate(fps: Int) throws {
        let camera = camera(.yuyv)
        let source = try open(camera, .with(fps: fps, size: Self.size))
        let start = camera.now
        var encoded = 0
        for number in 0..<60 {
            // A real camera is never quite on time.
            let jitter = Duration.milliseconds(number % 3)
            camera.change { $0.now = start.advanced(by: .seconds(Double(number + 1) / 30) + jitter) }
            camera.deliver(ScriptedFrame(DevicePictures.yuyv(luma: 100)))
            switch try source.take(now: camera.now, isWatched: true) {
            case .frame: encoded += 1
            case .skipped: break
            default: Issue.record("a good frame came and was lost")
            }
        }
        #expect(abs(encoded - 2 * fps) <= 1)
        camera.change { $0.now = start.advanced(by: .seconds(9)) }
        camera.deliver(ScriptedFrame(DevicePictures.yuyv(luma: 100)))
        #expect(try source.take(now: camera.now, isWatched: false).isSkipped)
    }

    @Test("Quality and rate change at once")
    func following() throws {
        let camera = camera(.yuyv)
        let source = try open(camera, .with(fps: 10, size: Self.size, quality: 95))
        camera.deliver(ScriptedFrame(Self.noise))
        let fine = try #require(try source.take(now: camera.now, isWatched: true).frame)
        #expect(source.follow(.with(fps: 30, size: Self.size, quality: 20)))
        camera.change { $0.now = $0.now.advanced(by: .milliseconds(40)) }
        camera.deliver(ScriptedFrame(Self.noise))
        let coarse = try #require(try source.take(now: camera.now, isWatched: true).frame)
        #expect(coarse.bytes.count < fine.bytes.count)
    }

    @Test("When the signal changes, frames of the new size follow on the same device")
    func sourceChange() throws {
        let camera = camera(.yuyv)
        camera.change { $0.hasEvents = true }
        let source = try open(camera)
        let other = Size(width: 32, height: 32)
        camera.change {
            $0.pendingEvents = 1
            $0.givenFormat = Mode(format: .uyvy, size: other, intervals: [])
        }
        // Also if there is always another frame of the old one.
        camera.deliver(ScriptedFrame(DevicePictures.yuyv(luma: 100)))
        #expect(try source.take(now: camera.now, isWatched: true).isNothing)
        #expect(source.delivery.size == other && source.delivery.format == .uyvy)
        camera.deliver(ScriptedFrame(Array(repeating: [128, 77, 128, 77] as [UInt8], count: 512).flatMap { $0 }))
        let frame = try #require(try source.take(now: camera.now, isWatched: true).frame)
        #expect(frame.size == other)
        source.close()
        #expect(camera.faults.isEmpty)
        #expect(camera.calls.count { $0 == .open } == 1)
    }

    private static let noise = (0..<size.area * 2).map { UInt8(truncatingIfNeeded: $0 * $0 * 31) }
}

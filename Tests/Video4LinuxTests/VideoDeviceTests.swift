import Camera
import Posix
import Testing
import Video4Linux
import Video4LinuxTesting

/// What a node says of itself.
@Suite struct VideoDeviceTests {
    private func describe(_ camera: ScriptedCamera) throws -> NodeDescription {
        try VideoDevice(opening: ScriptedCamera.node, camera).describe()
    }

    @Test("Driver, capabilities and every format, size and rate, the fastest first")
    func discrete() throws {
        let modes = [
            Mode(format: .mjpeg, size: Size(width: 640, height: 480), intervals: [10, 30, 15].map(Self.interval)),
            Mode(format: .mjpeg, size: Size(width: 1280, height: 720), intervals: [Self.interval(30)]),
            Mode(format: .yuyv, size: Size(width: 640, height: 480), intervals: []),
        ]
        let camera = ScriptedCamera(modes: modes)
        let description = try describe(camera)
        #expect(description.driver == "uvcvideo")
        #expect(description.capabilities == [.videoCapture, .streaming])
        var expected = modes
        expected[0].intervals = [30, 15, 10].map(Self.interval)
        #expect(description.modes == expected)
        #expect(camera.faults.isEmpty)
    }

    @Test("A node of a device counts by its own capabilities, not by those of all nodes together")
    func ownCapabilities() throws {
        let camera = ScriptedCamera(capabilities: [.metadataCapture, .streaming], modes: [Samples.mjpeg])
        camera.change { $0.unionCapabilities = [.videoCapture, .metadataCapture, .streaming] }
        let description = try describe(camera)
        #expect(description.capabilities == [.metadataCapture, .streaming])
        #expect(description.modes.isEmpty)
    }

    @Test("An old driver that has no capabilities of its own for the node counts by the device's")
    func noOwnCapabilities() throws {
        let camera = ScriptedCamera(modes: [Samples.mjpeg])
        camera.change { $0.hasOwnCapabilities = false }
        #expect(try describe(camera).capabilities == [.videoCapture, .streaming])
    }

    @Test("Any size on a grid: the usual ones that are on it, the smallest and the largest")
    func stepwiseSizes() throws {
        let camera = ScriptedCamera(modes: [Samples.yuyv])
        camera.change {
            $0.sizeRange = (Size(width: 48, height: 32), Size(width: 1300, height: 800), Size(width: 16, height: 16))
        }
        let sizes = try describe(camera).modes.map(\.size.description)
        #expect(
            sizes == ["48x32", "176x144", "320x240", "352x288", "640x480", "1024x768", "1280x720", "1300x800"])
    }

    @Test("Any rate within limits: the usual ones between them, and the limits")
    func stepwiseIntervals() throws {
        let camera = ScriptedCamera(modes: [Samples.yuyv])
        camera.change {
            $0.intervalRange = (
                FrameInterval(numerator: 1001, denominator: 60000), FrameInterval(numerator: 1, denominator: 7)
            )
        }
        let rates = try describe(camera).modes[0].intervals.map { Int($0.framesPerSecond) }
        #expect(rates == [59, 50, 30, 25, 24, 20, 15, 10, 7])
    }

    @Test("A driver without a list of sizes is asked about the usual ones")
    func triedSizes() throws {
        let camera = ScriptedCamera(modes: [Samples.yuyv])
        camera.refuse(.control(.enumerateSizes), with: .inappropriateIoctl)
        camera.change { $0.givenFormat = Mode(format: .yuyv, size: Size(width: 352, height: 288), intervals: []) }
        #expect(try describe(camera).modes.map(\.size) == [Size(width: 352, height: 288)])
    }

    private static func interval(_ rate: UInt32) -> FrameInterval { FrameInterval(numerator: 1, denominator: rate) }
}

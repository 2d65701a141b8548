import Camera
import Testing
import Video4Linux
import Video4LinuxTesting

/// When a frame was captured: the driver's word where it can be true.
@Suite struct FrameTimeTests {
    private static let now = MonotonicTime(nanoseconds: 1_000_000_000_000)

    @Test(
        "The driver's stamp counts if it is monotonic, not in the future and not older than five seconds",
        arguments: [
            ("33 ms ago", -33_000_000, true, true), ("five seconds ago", -5_000_000_000, true, true),
            ("too old", -5_001_000_000, true, false), ("in the future", 1_000_000, true, false),
            ("by another clock", -33_000_000, false, false), ("1970", -1_000_000_000_000, true, false),
        ] as [(String, Int64, Bool, Bool)])
    func stamps(name: String, offset: Int64, isMonotonic: Bool, isBelieved: Bool) throws {
        let camera = ScriptedCamera(modes: [Samples.mjpeg])
        var stream = try camera.start()
        let stamp = MonotonicTime(nanoseconds: Self.now.nanoseconds + offset)
        camera.deliver(ScriptedFrame([1], stamp: stamp, isMonotonic: isMonotonic))
        #expect(try stream.newest()?.facts.capturedAt == (isBelieved ? stamp : Self.now))
    }

    @Test("A stamp that stays the same is not believed twice")
    func constantStamps() throws {
        let camera = ScriptedCamera(modes: [Samples.mjpeg])
        var stream = try camera.start()
        let stamp = MonotonicTime(nanoseconds: Self.now.nanoseconds - 1_000_000)
        camera.deliver(ScriptedFrame([1], stamp: stamp))
        #expect(try stream.newest()?.facts.capturedAt == stamp)
        let later = Self.now.advanced(by: .milliseconds(33))
        camera.change { $0.now = later }
        camera.deliver(ScriptedFrame([2], stamp: stamp))
        #expect(try stream.newest()?.facts.capturedAt == later)
    }
}

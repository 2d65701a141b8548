import Camera
import Capture
import Hub
import Posix
import Testing
import Video4Linux
import Video4LinuxTesting

/// A camera's controls, from its opening to its end.
@Suite struct V4L2ControlTests {
    private static let size = DevicePictures.size
    private static let modes = [
        Mode(format: .mjpeg, size: size, intervals: [FrameInterval(numerator: 1, denominator: 30)])
    ]
    private let camera = ScriptedCamera(modes: modes)

    init() { camera.change { $0.controls = ScriptedControl.webcam } }

    private var sources: Sources { Sources(kernel: camera) }

    private func open(_ controls: [String: ControlValue]) throws -> any FrameSource {
        var settings = CameraSettings.with(size: Self.size)
        settings.controls = controls
        return try sources.open(
            .device(ScriptedCamera.node, modes: Self.modes), id: .id("front"), settings: settings, now: camera.now)
    }

    @Test("Controls are set before the flow of frames begins, automatic ones first")
    func beforeTheStart() throws {
        let source = try open(["exposure_time_absolute": .number(100), "auto_exposure": .number(1)])
        #expect(camera.controlsSet.map(\.label) == ["Auto Exposure", "Exposure Time, Absolute"])
        let calls = camera.calls
        let start = try #require(calls.firstIndex(of: .control(.startStreaming)))
        let last = try #require(calls.lastIndex(of: .control(.setControls)))
        #expect(last < start)
        source.close()
        #expect(camera.faults.isEmpty)
    }

    @Test("What the camera does not have or take does not keep it from streaming")
    func faultsDoNoHarm() throws {
        let source = try open(["zoom": .number(5), "brightness": .number(1000), "power_line_frequency": .word("50 Hz")])
        #expect(camera.isStreaming)
        #expect(camera.controlsSet == [ControlSetting(label: "Power Line Frequency", value: 1)])
        source.close()
    }

    @Test("Without a wish the camera is not asked for controls at all")
    func nothingWished() throws {
        let source = try open([:])
        #expect(camera.count(of: .queryControl) == 0 && camera.count(of: .getControls) == 0)
        source.close()
    }

    @Test("While frames flow controls are listed and set without another opening")
    func whileStreaming() throws {
        let source = try open([:])
        let device = try #require(source.controlled)
        let change = try device.change(["brightness": .number(7)]).get()
        #expect(change.controls.first?.value == 7 && camera.value(of: "Brightness") == 7)
        #expect(camera.calls.count { $0 == .open } == 1 && camera.isStreaming)
        source.close()
        #expect(camera.faults.isEmpty)
    }

    @Test("What a camera forgets when it begins to stream is there again once it is set again")
    func forgetful() throws {
        camera.change { $0.forgetsControls = true }
        let source = try open(["brightness": .number(7)])
        #expect(camera.value(of: "Brightness") == 128)
        #expect(try source.controlled?.apply(["brightness": .number(7)]) == [])
        #expect(camera.value(of: "Brightness") == 7)
        source.close()
    }

    @Test("A device that rests is opened for its controls, never streams, and is closed again")
    func atRest() throws {
        do {
            let device = try sources.openControls(of: .device(ScriptedCamera.node, modes: []))
            #expect(try device?.change(["brightness": .number(7)]).get().kept == ["brightness": 7])
        }
        #expect(camera.calls.first == .open && camera.calls.last == .close && camera.faults.isEmpty)
        #expect(camera.count(of: .startStreaming) == 0 && camera.count(of: .requestBuffers) == 0)
    }

    @Test("Sources that are no devices have none")
    func none() throws {
        #expect(try sources.openControls(of: .configured(.test)) == nil)
        let source = try sources.open(.configured(.test), id: .id("bars"), settings: .with(), now: camera.now)
        #expect(source.controlled == nil)
    }

    @Test("A device that cannot be opened says why")
    func refused() throws {
        camera.refuse(.open, with: .accessDenied)
        let error = #expect(throws: CaptureError.self) {
            try sources.openControls(of: .device(ScriptedCamera.node, modes: []))
        }
        #expect(error?.condition.state == .denied)
    }
}

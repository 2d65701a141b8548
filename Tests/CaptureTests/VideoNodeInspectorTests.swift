import Camera
import Capture
import Posix
import Testing
import Video4Linux
import Video4LinuxTesting

@Suite struct VideoNodeInspectorTests {
    private let mode = Mode(
        format: .mjpeg, size: Size(width: 640, height: 480), intervals: [FrameInterval(numerator: 1, denominator: 30)])

    @Test("A camera is found with its modes, and let go again")
    func camera() {
        let camera = ScriptedCamera(modes: [mode])
        #expect(VideoNodeInspector(kernel: camera).inspect(ScriptedCamera.node) == .camera(modes: [mode]))
        #expect(camera.faults.isEmpty)
        #expect(!camera.isStreaming && camera.count(of: .requestBuffers) == 0)
    }

    @Test("A node that may not be opened is kept as a camera in that state")
    func denied() {
        let camera = ScriptedCamera(modes: [mode])
        camera.refuse(.open, with: .accessDenied)
        guard case .unreadable(let error) = VideoNodeInspector(kernel: camera).inspect(ScriptedCamera.node) else {
            Issue.record("not kept")
            return
        }
        #expect(error.condition.state == .denied)
    }

    @Test("But not if udev knows that it captures nothing", arguments: [(false, true), (true, false), (nil, false)])
    func deniedMetadata(udevSaysCapture: Bool?, isExcluded: Bool) {
        let camera = ScriptedCamera(modes: [mode])
        camera.refuse(.open, with: .accessDenied)
        var node = ScriptedCamera.node
        node.udevSaysCapture = udevSaysCapture
        #expect(VideoNodeInspector(kernel: camera).inspect(node).isExcluded == isExcluded)
    }
}

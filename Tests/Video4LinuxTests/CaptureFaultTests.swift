import Camera
import Posix
import Testing
import Video4Linux
import Video4LinuxTesting

/// Every refusal of the kernel becomes a state, a reason and a hint, and leaves nothing open, mapped or held.
@Suite struct CaptureFaultTests {
    struct Fault: CustomTestStringConvertible, Sendable {
        var call: ScriptedCamera.Call
        var errno: Errno
        var state: CameraState
        var reason: String

        var testDescription: String { "\(errno) at \(call)" }

        init(_ call: ScriptedCamera.Call, _ errno: Errno, _ state: CameraState, _ reason: String) {
            (self.call, self.errno, self.state, self.reason) = (call, errno, state, reason)
        }
    }

    private static let faults = [
        Fault(
            .open, .deviceBusy, .busy, "cannot open /dev/video0: device or resource busy (another program has it open)"),
        Fault(.open, .accessDenied, .denied, "cannot open /dev/video0: permission denied"),
        Fault(.open, .notPermitted, .denied, "cannot open /dev/video0: operation not permitted"),
        Fault(.open, .noSuchFile, .offline, "/dev/video0 is gone: the camera was unplugged"),
        Fault(.open, .noSuchDevice, .offline, "/dev/video0 is gone: the camera was unplugged"),
        Fault(.open, .noSuchDeviceOrAddress, .offline, "/dev/video0 is gone: the camera was unplugged"),
        Fault(.open, .tooManyOpenFiles, .failed, "cannot open /dev/video0: too many open files"),
        Fault(
            .control(.queryCapabilities), .protocolError, .failed,
            "cannot ask for the kind of /dev/video0: protocol error"),
        Fault(
            .control(.queryTimings), .noLink, .failed, "cannot follow the signal at /dev/video0: link has been severed"),
        Fault(
            .control(.setFormat), .deviceBusy, .busy, "cannot set the format of /dev/video0: device or resource busy"),
        Fault(.control(.setFormat), .inputOutput, .failed, "cannot set the format of /dev/video0: input/output error"),
        Fault(
            .control(.setParameters), .timedOut, .failed,
            "cannot set the frame rate of /dev/video0: connection timed out"),
        Fault(.control(.requestBuffers), .deviceBusy, .busy, "cannot get buffers from /dev/video0"),
        Fault(
            .control(.queryBuffer), .invalidArgument, .failed, "cannot map the buffers of /dev/video0: invalid argument"
        ),
        Fault(.map, .outOfMemory, .failed, "cannot map the buffers of /dev/video0: cannot allocate memory"),
        Fault(.control(.queueBuffer), .inappropriateIoctl, .failed, "cannot give a buffer to /dev/video0"),
        Fault(
            .control(.startStreaming), .noSpace, .noBandwidth,
            "cannot start streaming on /dev/video0: no space left on "
                + "device (the USB bus has no bandwidth left)"),
        Fault(
            .control(.startStreaming), .protocolError, .failed, "cannot start streaming on /dev/video0: protocol error"),
        Fault(.control(.startStreaming), .outOfMemory, .failed, "cannot start streaming on /dev/video0"),
        Fault(.control(.startStreaming), .noSuchDevice, .offline, "/dev/video0 is gone"),
    ]

    @Test("A refusal while opening", arguments: faults)
    func whileOpening(fault: Fault) {
        let camera = ScriptedCamera(modes: [Samples.mjpeg])
        camera.refuse(fault.call, with: fault.errno)
        let error = #expect(throws: CaptureError.self) { _ = try camera.start() }
        #expect(error?.condition.state == fault.state)
        #expect(error?.condition.reason?.hasPrefix(fault.reason) == true, "\(error?.condition.reason ?? "")")
        #expect(camera.faults.isEmpty)
    }

    @Test("A third buffer that cannot be mapped: the first two are unmapped")
    func lateFailure() {
        let camera = ScriptedCamera(modes: [Samples.mjpeg])
        camera.refuse(.map, with: .outOfMemory, after: 2)
        #expect(throws: CaptureError.self) { _ = try camera.start() }
        #expect(camera.calls.count { $0 == .unmap } == 2)
        #expect(camera.faults.isEmpty)
    }

    @Test(
        "A refusal in mid-stream",
        arguments: [
            (Errno.inputOutput, CameraState.failed), (.noSuchDevice, .offline), (.protocolError, .failed),
            (.invalidArgument, .failed),
        ])
    func whileStreaming(errno: Errno, state: CameraState) throws {
        let camera = ScriptedCamera(modes: [Samples.mjpeg])
        do {
            var stream = try camera.start()
            camera.refuse(.control(.dequeueBuffer), with: errno)
            let error = #expect(throws: CaptureError.self) { try stream.newest() }
            #expect(error?.condition.state == state)
        }
        #expect(camera.faults.isEmpty)
    }

    @Test("Silence is nothing, however often one looks")
    func silence() throws {
        let camera = ScriptedCamera(modes: [Samples.mjpeg])
        var stream = try camera.start()
        for _ in 0..<100 { #expect(try stream.newest() == nil) }
    }

    @Test("A busy device names its holder where that can be seen")
    func holders() {
        let camera = ScriptedCamera(modes: [Samples.mjpeg])
        camera.change { $0.holders = ["mjpg_streamer (process 812)"] }
        camera.refuse(.control(.setFormat), with: .deviceBusy)
        let error = #expect(throws: CaptureError.self) { _ = try camera.start() }
        #expect(error?.condition.reason?.hasSuffix("(mjpg_streamer (process 812) has it open)") == true)
        #expect(error?.condition.hint == "close that program; the camera comes back by itself")
    }

    @Test("A path that means another device by now is not that camera")
    func anotherDevice() {
        let camera = ScriptedCamera(modes: [Samples.mjpeg])
        camera.change { $0.node.deviceNumber += 1 }
        let error = #expect(throws: CaptureError.self) { _ = try camera.start() }
        #expect(error?.condition.state == .offline)
        #expect(camera.faults.isEmpty)
    }

    private static let accesses: [(NodeAccess, String)] = [
        (
            NodeAccess(mode: 0o660, group: "video", isGroupNamed: true, isMember: false, isListed: false, user: "pi"),
            "its mode 0660, group video, does not have you: sudo usermod -aG video pi, then log in again"
        ),
        (
            NodeAccess(mode: 0o660, group: "video", isGroupNamed: true, isMember: false, isListed: true, user: "pi"),
            "its mode 0660, group video, has you since after you logged in: log in again"
        ),
        (
            NodeAccess(mode: 0o660, group: "video", isGroupNamed: true, isMember: true, isListed: true, user: "pi"),
            "you may by its mode 0660, group video, so a container or sandbox forbids it: allow devices with major "
                + "number 81, for Docker by --device-cgroup-rule 'c 81:* rmw'"
        ),
        (
            NodeAccess(mode: 0o660, group: "44", isGroupNamed: false, isMember: false, isListed: false, user: "1000"),
            "its mode 0660, group 44, has no name here, as in a container: run with this group added, for Docker by "
                + "--group-add 44"
        ),
        (
            NodeAccess(mode: 0o600, group: "root", isGroupNamed: true, isMember: false, isListed: false, user: "pi"),
            "its mode 0600, group root lets no group in: a udev rule with GROUP=\"video\", MODE=\"0660\" does"
        ),
    ]

    @Test("A denied device says what its node allows and which command changes that", arguments: accesses)
    func denial(access: NodeAccess, hint: String) {
        let camera = ScriptedCamera(modes: [Samples.mjpeg])
        camera.change { $0.access = access }
        camera.refuse(.open, with: .accessDenied)
        let error = #expect(throws: CaptureError.self) { _ = try camera.start() }
        #expect(error?.condition.hint == hint)
    }
}

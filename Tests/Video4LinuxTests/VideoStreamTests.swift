import Camera
import Posix
import Testing
import Video4Linux
import Video4LinuxTesting

/// The life of a stream, played by a script.
@Suite struct VideoStreamTests {
    private let camera = ScriptedCamera(modes: [Samples.mjpeg])

    @Test("A stream asks for its mode, four buffers and the flow, in this order, and gives all of it back in reverse")
    func everythingIsGivenBack() throws {
        do {
            let stream = try camera.start()
            #expect(stream.format.pixelFormat == .mjpeg)
            #expect(stream.format.size == Samples.size)
            #expect(stream.interval == Samples.thirty)
            #expect(camera.queueDepth == 4)
        }
        let set: [ScriptedCamera.Call] = [
            .open, .control(.queryCapabilities), .control(.queryTimings), .control(.setFormat),
            .control(.getParameters),
            .control(.setParameters), .control(.getInput), .control(.subscribeEvent), .control(.requestBuffers),
        ]
        let mapped = Array(repeating: [ScriptedCamera.Call.control(.queryBuffer), .map], count: 4).flatMap { $0 }
        let queued = Array(repeating: ScriptedCamera.Call.control(.queueBuffer), count: 4)
        let ended: [ScriptedCamera.Call] =
            [.control(.startStreaming), .control(.stopStreaming)] + Array(repeating: .unmap, count: 4)
            + [.control(.requestBuffers), .close]
        #expect(camera.calls == set + mapped + queued + ended)
        #expect(camera.faults.isEmpty)
    }

    @Test("A frame is lent and its buffer given back; without one there is nothing")
    func oneFrame() throws {
        var stream = try camera.start()
        #expect(try stream.newest() == nil)
        camera.deliver(ScriptedFrame([1, 2, 3]))
        #expect(try stream.newest()?.bytes == [1, 2, 3])
        #expect(camera.queueDepth == 4)
        #expect(try stream.newest() == nil)
    }

    @Test("Of several frames the newest is lent, the older ones go back unseen and are not lost ones")
    func theNewestCounts() throws {
        var stream = try camera.start()
        for number in UInt8(1)...3 { camera.deliver(ScriptedFrame([number])) }
        #expect(try stream.newest()?.bytes == [3])
        #expect(camera.queueDepth == 4)
        #expect(stream.dropped == 0)
    }

    @Test("Gaps in the driver's numbers are dropped frames, also where the numbers begin late or wrap around")
    func gaps() throws {
        var stream = try camera.start()
        camera.deliver(ScriptedFrame([0], lost: UInt32.max - 2))
        _ = try stream.newest()
        #expect(stream.dropped == 0)
        camera.deliver(ScriptedFrame([0], lost: 3))
        camera.deliver(ScriptedFrame([0]))
        _ = try stream.newest()
        #expect(stream.dropped == 3)
    }

    @Test("A driver that begins its numbers anew has not dropped two billion frames")
    func numbersThatStartAgain() throws {
        var stream = try camera.start()
        camera.deliver(ScriptedFrame([0], lost: 1000))
        _ = try stream.newest()
        camera.deliver(ScriptedFrame([0], lost: 0 &- 900))
        _ = try stream.newest()
        #expect(stream.dropped == 0)
    }

    @Test("A buffer that the driver marked bad says so, and goes back")
    func markedBad() throws {
        var stream = try camera.start()
        camera.deliver(ScriptedFrame([9], isMarkedBad: true))
        #expect(try stream.newest()?.facts.isMarkedBad == true)
        #expect(camera.queueDepth == 4)
    }

    @Test("After 10,000 short and empty frames every buffer is still in its place")
    func shortFramesLeakNothing() throws {
        var stream = try camera.start()
        var depths: Set<Int> = []
        for number in 0..<10_000 {
            camera.deliver(ScriptedFrame(number.isMultiple(of: 2) ? [] : [0xFF], isMarkedBad: number.isMultiple(of: 7)))
            _ = try stream.newest()
            depths.insert(camera.queueDepth)
        }
        #expect(depths == [4])
        #expect(stream.dropped == 0)
    }

    @Test("A driver that claims more bytes than its buffer has is held to the buffer")
    func tooManyBytes() throws {
        camera.change { $0.imageSize = 4096 }
        var stream = try camera.start()
        camera.deliver(ScriptedFrame(Array(repeating: 7, count: 5000)))
        #expect(try stream.newest()?.bytes.count == 4096)
    }

    @Test("A restart stops the flow, gives every buffer back and starts it, on the same descriptor")
    func restart() throws {
        var stream = try camera.start()
        for number in UInt8(0)..<4 { camera.deliver(ScriptedFrame([number])) }
        try stream.restart()
        #expect(camera.queueDepth == 4)
        #expect(camera.isStreaming)
        camera.deliver(ScriptedFrame([5]))
        #expect(try stream.newest()?.bytes == [5])
        #expect(stream.dropped == 0)
        #expect(camera.calls.count { $0 == .open } == 1)
    }

    @Test("Pulled out in mid-stream: offline, and nothing is left behind", arguments: [VideoRequest.dequeueBuffer])
    func pulledOut(request: VideoRequest) throws {
        do {
            var stream = try camera.start()
            camera.pullOut()
            let error = #expect(throws: CaptureError.self) { try stream.newest() }
            #expect(error?.condition.state == .offline)
        }
        #expect(camera.faults.isEmpty)
    }

    @Test("A node with several planes works the same")
    func multiplanar() throws {
        let camera = ScriptedCamera(
            driver: "rk_hdmirx", capabilities: [.videoCaptureMultiplanar, .streaming], modes: [Samples.yuyv])
        camera.change { $0.bytesPerLine = 1280 }
        do {
            var stream = try camera.start(ModeChoice(from: [Samples.yuyv], for: CameraSettings()))
            #expect(stream.format.bytesPerLine == 1280)
            camera.deliver(ScriptedFrame([4, 5]))
            #expect(try stream.newest()?.bytes == [4, 5])
        }
        #expect(camera.faults.isEmpty)
    }
}

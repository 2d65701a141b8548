import Access
import Camera
import HTTP
@testable import Hub
import HubTesting
import Posix
import Testing

@Suite(.timeLimit(.minutes(1))) struct LiveCameraTests {
    private func camera(_ condition: CameraCondition = CameraCondition(.streaming)) -> LiveCamera {
        LiveCamera(
            id: "demo", kind: .test, settings: CameraSettings(), condition: condition, now: .now, boot: "boot",
            crew: ScalingCrew(EncodingPlaces(count: 1), makeScaler: { preconditionFailure("nobody asks for it") }),
            wake: {}, changed: { _ in })
    }

    private func frame(_ byte: UInt8 = 1) -> CapturedFrame {
        let bytes = FrameBytes(capacity: 1) { memory in
            memory[0] = byte
            return 1
        }
        return CapturedFrame(bytes: bytes, size: Size(width: 1, height: 1), capturedAt: .now)
    }

    @Test("However a wait and a frame cross, the wait is answered, and once")
    func noFrameSlipsBetween() async {
        // The frame comes before, between and after the look and the wait, as two threads happen to meet.
        for _ in 0..<500 {
            let camera = camera()
            let answers = Locked(0)
            await withTaskGroup { group in
                group.addTask { @concurrent in camera.publish(frame(), now: .now) }
                group.addTask { @concurrent in
                    let wait = FrameWait(anyoneAt: camera)
                    wait.begin { answer in
                        if case .now(let response) = answer, response.status == .ok {
                            answers.withLock { $0 += 1 }
                        }
                    }
                }
            }
            #expect(answers.withLock { $0 } == 1)
        }
    }

    @Test("A thousand requests that wait are all answered by the same frame, on the one answer that it has")
    func aThousandWaiters() throws {
        let camera = camera()
        let answers = Locked<[Response]>([])
        for _ in 0..<1000 {
            FrameWait(anyoneAt: camera).begin { answer in
                if case .now(let response) = answer { answers.withLock { $0.append(response) } }
            }
        }
        #expect(answers.withLock { $0.isEmpty })
        camera.publish(frame(), now: .now)
        let all = answers.withLock { $0 }
        #expect(all.count == 1000)
        #expect(Set(all.map(ObjectIdentifier.init)).count == 1)
        camera.publish(frame(), now: .now)
        #expect(answers.withLock { $0.count } == 1000)
    }

    @Test("A thousand viewers that ask from many threads while frames come all get whole frames, newest last")
    func concurrentViewers() async throws {
        let camera = camera()
        camera.publish(frame(0), now: .now)
        let isOver = Locked(false)
        try await withThrowingTaskGroup { group in
            group.addTask { @concurrent in
                for number in 1...2000 { camera.publish(frame(UInt8(number % 251)), now: .now) }
                isOver.withLock { $0 = true }
            }
            for viewer in 0..<50 {
                group.addTask { @concurrent in
                    var last = 0
                    while !isOver.withLock({ $0 }) {
                        guard case .frame(let frame) = camera.look(.numbered(viewer), now: .now) else {
                            throw Missing()
                        }
                        #expect(
                            frame.sequence >= last
                                && frame.response(.nobody).bytes == [UInt8((frame.sequence - 1) % 251)])
                        last = frame.sequence
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(camera.snapshot(now: .now).sequence == 2001)
    }

    private struct Missing: Error {}

    @Test("A wait that is given up is not answered later")
    func expiredWaits() {
        let camera = camera()
        let wait = FrameWait(anyoneAt: camera)
        let answers = Locked(0)
        wait.begin { _ in answers.withLock { $0 += 1 } }
        guard case .now(let response) = wait.expire() else {
            Issue.record("an expired wait is answered now")
            return
        }
        #expect(response.status == .serviceUnavailable)
        camera.publish(frame(), now: .now)
        #expect(answers.withLock { $0 } == 0)
        #expect(!camera.leave(wait))
    }

    @Test("A retired frame is not shown; the state stays, and the next frame is")
    func retiredFrames() {
        let camera = camera()
        camera.publish(frame(), now: .now)
        camera.retireFrame()
        guard case .notYet = camera.look(.numbered(1), now: .now) else {
            Issue.record("a retired frame was shown")
            return
        }
        camera.publish(frame(9), now: .now)
        guard case .frame(let frame) = camera.look(.numbered(1), now: .now) else {
            Issue.record("the new frame was not shown")
            return
        }
        #expect(frame.sequence == 2)
    }

    @Test("A frame that lies as it did before the settings changed is shown to nobody from then on")
    func framesOfAnotherTurn() {
        let camera = camera()
        camera.publish(frame(1), now: .now)
        var settings = CameraSettings()
        settings.rotate = .quarter
        camera.set(settings)
        let answers = Locked(0)
        FrameWait(anyoneAt: camera).begin { _ in answers.withLock { $0 += 1 } }
        // It was under way when the change came.
        camera.publish(frame(2), now: .now)
        #expect(answers.withLock { $0 } == 0)
        guard case .notYet = camera.look(.numbered(1), now: .now) else {
            Issue.record("a picture that lies wrong was shown")
            return
        }
        var turned = frame(3)
        turned.turn = settings.turn
        camera.publish(turned, now: .now)
        #expect(answers.withLock { $0 } == 1)
        // What does not turn it takes nothing away.
        settings.name = "Front door"
        camera.set(settings)
        guard case .frame = camera.look(.numbered(1), now: .now) else {
            Issue.record("a picture that lies right was taken away")
            return
        }
    }

    @Test("A camera that does not stream any more shows no frame, and says why")
    func framesGoWithTheStream() {
        let camera = camera()
        camera.publish(frame(), now: .now)
        let gone = CameraCondition(.offline, reason: "pulled out")
        camera.set(gone, delivery: nil, now: .now)
        guard case .unavailable(gone) = camera.look(.numbered(1), now: .now) else {
            Issue.record("it shows something though it is gone")
            return
        }
    }

    @Test("A viewer is an address and the program behind it, and counts for five seconds after it has asked")
    func viewersAreCounted() {
        let camera = camera()
        let start = MonotonicTime.now
        for viewer in [1, 2, 2, 1] { _ = camera.look(.numbered(viewer), now: start) }
        _ = camera.look(.numbered(1, agent: 1), now: start)
        #expect(camera.snapshot(now: start).viewers.count == 3)
        _ = camera.look(.numbered(2), now: start.advanced(by: .seconds(3)))
        #expect(camera.snapshot(now: start.advanced(by: .seconds(5))).viewers.count == 3)
        #expect(camera.snapshot(now: start.advanced(by: .seconds(5.1))).viewers == [.numbered(2)])
        #expect(camera.snapshot(now: start.advanced(by: .seconds(8.1))).viewers.isEmpty)
    }

    @Test("The memory for viewers is bounded, and those who asked last stay in it")
    func viewersAreBounded() {
        var table = ViewerTable()
        let start = MonotonicTime.now
        for number in 0..<20_000 { table.note(.numbered(number), at: start.advanced(by: .microseconds(number))) }
        let viewers = table.viewers(at: start.advanced(by: .seconds(1)))
        #expect(viewers.count <= 4096 && viewers.count >= 2048)
        #expect(viewers.contains(.numbered(19_999)) && !viewers.contains(.numbered(0)))
    }

    @Test("Rates are measured over the last two seconds, and are zero when nothing comes")
    func rates() {
        var meter = RateMeter()
        let start = MonotonicTime.now
        #expect(meter.framesPerSecond(at: start) == 0)
        for number in 0..<100 { meter.add(bytes: 1000, at: start.advanced(by: .milliseconds(40 * number))) }
        let end = start.advanced(by: .milliseconds(40 * 99))
        #expect(abs(meter.framesPerSecond(at: end) - 25) < 0.01)
        #expect(abs(meter.bytesPerSecond(at: end) - 25_000) < 10)
        #expect(meter.framesPerSecond(at: end.advanced(by: .seconds(3))) == 0)
        for number in 0..<100_000 { meter.add(bytes: 1, at: end.advanced(by: .microseconds(10 * number))) }
        #expect(abs(meter.framesPerSecond(at: end.advanced(by: .seconds(1))) - 100_000) < 200)
    }
}

extension ViewerKey {
    /// A viewer at the address of this number.
    static func numbered(_ number: Int, agent: Int = 0) -> ViewerKey {
        let bytes = [10, UInt8(number >> 16), UInt8(number >> 8 & 255), UInt8(number & 255)]
        // Four bytes are an address.
        return ViewerKey(client: .ip(IPAddress(bytes: bytes)!), agent: agent)
    }
}

extension FrameWait {
    /// Of somebody whom no policy keeps out.
    convenience init(anyoneAt camera: LiveCamera) {
        var open = HubConfiguration()
        open.defaults.pin = .open
        // Nothing of it can fail: it is made of fakes.
        let access = try! AccessControl(
            FakeAccess.state(), open, tools: FakeAccess.tools, reactor: ManualReactor(ManualTime()),
            log: LogLines().log())
        let sender = AccessRequest(peer: .unix, arrivedAt: nil)
        self.init(
            for: FrameClient(
                camera: camera, grant: access.policy.grant(of: sender, unixTime: 0), crossOrigin: .nobody,
                access: access))
    }
}

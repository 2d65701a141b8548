import Camera
import Testing

/// A lifecycle and the clock beside it.
struct Life: CustomTestStringConvertible {
    let testDescription: String
    var machine = CaptureLifecycle()
    var now = MonotonicTime(nanoseconds: 1_000_000_000_000)

    static let gone = CameraCondition(.offline, reason: "pulled out")
    static let busy = CaptureError(.busy, reason: "another program has it")

    init(_ name: String, _ prepare: (inout Life) -> Void = { _ in }) {
        testDescription = name
        prepare(&self)
    }

    mutating func look(isWanted: Bool = true) -> CaptureLifecycle.Order { machine.look(now: now, isWanted: isWanted) }

    mutating func open(interval: Duration? = .milliseconds(50)) {
        _ = look()
        machine.paced(by: interval, now: now)
    }

    mutating func frame() { machine.frame(now: now) }
    mutating func pass(_ time: Duration) { now = now.advanced(by: time) }

    /// Until the machine wants to be looked at again, and the look.
    mutating func passToNextLook() -> CaptureLifecycle.Order {
        now = machine.nextLook(isWanted: true) ?? now
        return look()
    }

    mutating func failToOpen() -> CaptureLifecycle.Order {
        _ = look()
        return machine.failed(Life.busy, now: now)
    }

    // Every phase that there is.
    static let absent = Life("absent") { $0.machine = CaptureLifecycle(absent: gone) }
    static let resting = Life("resting")
    static let starting = Life("starting") { $0.open() }
    static let streaming = Life("streaming") {
        $0.open()
        $0.frame()
    }
    static let restarted = Life("silent, restarted") {
        $0.open()
        _ = $0.passToNextLook()
    }
    static let reopened = Life("silent, reopened") {
        $0.open()
        _ = $0.passToNextLook()
        _ = $0.passToNextLook()
    }
    static let backingOff = Life("backing off") { _ = $0.failToOpen() }

    static let allOpen = [starting, streaming, restarted, reopened]
    static let allClosed = [absent, resting, backingOff]
}

@Suite struct CaptureLifecycleTests {
    @Test("It opens when somebody watches, and not before")
    func opensOnDemand() {
        var life = Life.resting
        #expect(life.look(isWanted: false) == .none)
        #expect(life.machine.condition == CameraCondition(.idle))
        #expect(life.look() == .open)
        #expect(life.machine.condition.state == .starting)
        #expect(life.machine.condition.reason != nil)
        #expect(life.look() == .none)
    }

    @Test("The first frame makes it stream")
    func theFirstFrame() {
        var life = Life.starting
        life.pass(.seconds(4.9))
        life.frame()
        #expect(life.machine.condition == CameraCondition(.streaming))
    }

    @Test("Without a first frame it is restarted after 5 s, reopened after 5 more, and closed after 5 more")
    func silenceAfterTheOpening() {
        var life = Life.starting
        for order in [CaptureLifecycle.Order.restart, .reopen, .close] {
            life.pass(.seconds(5) - .nanoseconds(1))
            #expect(life.look() == .none)
            life.pass(.nanoseconds(1))
            #expect(life.look() == order)
            #expect(life.look() == .none)
            #expect(life.machine.condition.state == .stalled)
            #expect(life.machine.condition.hint != nil)
        }
        #expect(!life.machine.isOpen)
        life.pass(.milliseconds(500))
        #expect(life.look() == .open)
    }

    @Test(
        "A frame is good for two intervals and a second; for three seconds if the interval is not known",
        arguments: [
            (Duration?.some(.milliseconds(50)), Duration.milliseconds(1100)), (.milliseconds(200), .milliseconds(1400)),
            (.seconds(1), .seconds(3)), (.seconds(10), .seconds(21)), (Duration?.none, .seconds(3)),
        ])
    func silenceInMidStream(interval: Duration?, patience: Duration) {
        var life = Life.resting
        life.open(interval: interval)
        life.frame()
        #expect(life.machine.nextLook(isWanted: true) == life.now.advanced(by: patience))
        life.pass(patience - .nanoseconds(1))
        #expect(life.look() == .none)
        life.frame()
        life.pass(patience)
        #expect(life.look() == .restart)
        #expect(life.machine.condition.state == .stalled)
    }

    @Test("A frame ends the silence, before and after the reopening", arguments: [Life.restarted, .reopened])
    func aFrameEndsSilence(life: Life) {
        var life = life
        life.pass(.seconds(4.9))
        life.frame()
        #expect(life.machine.condition == CameraCondition(.streaming))
        #expect(life.passToNextLook() == .restart)
    }

    @Test("A frame that is left alone shows that the source is alive", arguments: Life.allOpen)
    func skippedFramesEndSilence(life: Life) {
        var life = life
        for _ in 0..<100 {
            life.pass(.seconds(1))
            life.machine.skippedFrame(now: life.now)
            #expect(life.look() == .none)
        }
        #expect(life.machine.condition == CameraCondition(.streaming))
        #expect(life.passToNextLook() == .restart)
    }

    @Test("When nobody watches any more it closes and rests", arguments: Life.allOpen)
    func nobodyWatches(life: Life) {
        var life = life
        #expect(life.look(isWanted: false) == .close)
        #expect(life.machine.condition == CameraCondition(.idle))
        #expect(life.machine.nextLook(isWanted: true) == nil)
        #expect(life.look(isWanted: false) == .none)
        #expect(life.look() == .open)
    }

    @Test("Pulled out while open it closes", arguments: Life.allOpen)
    func unpluggedWhileOpen(life: Life) {
        var life = life
        #expect(life.machine.unplugged(Life.gone) == .close)
        expectAbsent(&life)
    }

    @Test("Pulled out while closed there is nothing to do", arguments: Life.allClosed)
    func unpluggedWhileClosed(life: Life) {
        var life = life
        #expect(life.machine.unplugged(Life.gone) == .none)
        expectAbsent(&life)
    }

    /// It says why, and nothing but a plug brings it back.
    private func expectAbsent(_ life: inout Life) {
        #expect(life.machine.condition == Life.gone)
        #expect(life.machine.nextLook(isWanted: true) == nil)
        life.frame()
        life.machine.skippedFrame(now: life.now)
        #expect(life.machine.failed(Life.busy, now: life.now) == .none)
        #expect(life.machine.changed(now: life.now) == .none)
        life.pass(.seconds(3600))
        #expect(life.look() == .none)
        #expect(life.machine.condition == Life.gone)
        #expect(life.machine.plugged() == .none)
        #expect(life.look() == .open)
    }

    @Test("Plugged in anew while open, the old source is closed before the new one is opened", arguments: Life.allOpen)
    func pluggedWhileOpen(life: Life) {
        var life = life
        #expect(life.machine.plugged() == .close)
        #expect(life.look() == .open)
        #expect(life.machine.condition.state == .starting)
    }

    @Test("Settings that ask for another mode open it anew, with the time of a first frame", arguments: Life.allOpen)
    func changedWhileOpen(life: Life) {
        var life = life
        #expect(life.machine.changed(now: life.now) == .reopen)
        #expect(life.machine.condition.state == .starting)
        #expect(life.machine.nextLook(isWanted: true) == life.now.advanced(by: .seconds(5)))
    }

    @Test("Settings change nothing while it is closed", arguments: Life.allClosed)
    func changedWhileClosed(life: Life) {
        var life = life
        let before = life.machine
        #expect(life.machine.changed(now: life.now) == .none)
        #expect(life.machine == before)
    }

    @Test("A fault while open closes it, and says what it is", arguments: Life.allOpen)
    func faultWhileOpen(life: Life) {
        var life = life
        #expect(life.machine.failed(Life.busy, now: life.now) == .close)
        #expect(life.machine.condition == Life.busy.condition)
        #expect(life.look() == .none)
    }

    @Test("What happens to a source that is closed already counts for nothing", arguments: Life.allClosed)
    func lateEvents(life: Life) {
        var life = life
        let before = life.machine
        life.frame()
        life.machine.skippedFrame(now: life.now)
        #expect(life.machine.failed(CaptureError(.failed, reason: "late"), now: life.now) == .none)
        #expect(life.machine == before)
    }
}

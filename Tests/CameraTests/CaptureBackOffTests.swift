import Camera
import Testing

@Suite struct CaptureBackOffTests {
    /// How long the machine waits after each of so many faults in a row.
    private func delays(_ life: inout Life, _ count: Int) -> [Duration] {
        (0..<count).map { _ in
            let failedAt = life.now
            #expect(life.failToOpen() == .close)
            let again = life.machine.nextLook(isWanted: true) ?? failedAt
            life.now = again.advanced(by: .nanoseconds(-1))
            #expect(life.look() == .none)
            life.now = again
            return failedAt.duration(to: again)
        }
    }

    @Test("Faults in a row are answered after half a second, doubling, and never more than ten")
    func delaysDouble() {
        var life = Life.resting
        #expect(delays(&life, 8) == [0.5, 1, 2, 4, 8, 10, 10, 10].map { .seconds($0) })
        // Far beyond where a doubling would overflow.
        #expect(delays(&life, 100) == Array(repeating: .seconds(10), count: 100))
    }

    @Test("A plug forgives: it is opened at once, and the next fault waits half a second again")
    func aPlugForgives() {
        var life = Life.resting
        _ = delays(&life, 6)
        _ = life.failToOpen()
        #expect(life.machine.plugged() == .none)
        #expect(life.machine.condition == CameraCondition(.idle))
        #expect(delays(&life, 2) == [.seconds(0.5), .seconds(1)])
    }

    @Test(
        "Ten seconds of frames forgive, less do not",
        arguments: [(100, Duration.seconds(0.5)), (99, .seconds(8))])
    func framesForgive(frames: Int, delay: Duration) {
        var life = Life.resting
        _ = delays(&life, 4)
        life.open()
        life.frame()
        for _ in 0..<frames {
            life.pass(.milliseconds(100))
            life.frame()
        }
        #expect(life.machine.failed(Life.busy, now: life.now) == .close)
        #expect(life.machine.nextLook(isWanted: true) == life.now.advanced(by: delay))
    }

    enum Interruption: CaseIterable { case silence, rest, otherSettings }

    @Test(
        "Seconds before a silence, a rest or other settings do not count towards the ten",
        arguments: Interruption.allCases)
    func onlyUnbrokenFramesForgive(what: Interruption) {
        var life = Life.resting
        _ = delays(&life, 4)
        life.open()
        for _ in 0..<9 {
            life.frame()
            life.pass(.seconds(1))
        }
        switch what {
        case .silence:
            life.pass(.seconds(2))
            #expect(life.look() == .restart)
        case .rest:
            #expect(life.look(isWanted: false) == .close)
            life.open()
        case .otherSettings:
            #expect(life.machine.changed(now: life.now) == .reopen)
        }
        life.frame()
        life.pass(.seconds(1))
        life.frame()
        #expect(life.machine.failed(Life.busy, now: life.now) == .close)
        #expect(life.machine.nextLook(isWanted: true) == life.now.advanced(by: .seconds(8)))
    }

    @Test("Frames that nobody looked at forgive nothing")
    func skippedFramesDoNotForgive() {
        var life = Life.resting
        _ = delays(&life, 4)
        life.open()
        for _ in 0..<30 {
            life.pass(.seconds(1))
            life.machine.skippedFrame(now: life.now)
        }
        #expect(life.machine.failed(Life.busy, now: life.now) == .close)
        #expect(life.machine.nextLook(isWanted: true) == life.now.advanced(by: .seconds(8)))
    }

    @Test("While nobody watches, a fault stays as it is and nothing is tried")
    func nobodyWatchesAFault() {
        var life = Life.backingOff
        #expect(life.machine.nextLook(isWanted: false) == nil)
        life.pass(.seconds(3600))
        #expect(life.look(isWanted: false) == .none)
        #expect(life.machine.condition == Life.busy.condition)
        #expect(life.look() == .open)
    }

    @Test("A device that could not be looked at is tried like one that could not be opened")
    func pluggedUnreadable() {
        var life = Life.absent
        let denied = CaptureError(.denied, reason: "no permission", hint: "join the group video")
        #expect(life.machine.plugged(with: denied, now: life.now) == .none)
        #expect(life.machine.condition == denied.condition)
        #expect(life.look() == .none)
        life.pass(.milliseconds(500))
        #expect(life.look() == .open)
        #expect(life.machine.failed(denied, now: life.now) == .close)
        #expect(life.machine.nextLook(isWanted: true) == life.now.advanced(by: .seconds(1)))
    }

    @Test("A device that is found unreadable while open is closed", arguments: Life.allOpen)
    func unreadableWhileOpen(life: Life) {
        var life = life
        #expect(life.machine.plugged(with: Life.busy, now: life.now) == .close)
        #expect(life.machine.condition == Life.busy.condition)
    }

    @Test("While it is tried again it says what was wrong, until a frame comes or nobody watches")
    func theFaultStandsDuringTheNextTry() {
        var life = Life.backingOff
        life.pass(.seconds(1))
        #expect(life.look() == .open)
        #expect(life.machine.condition == Life.busy.condition)
        var unwatched = life
        #expect(unwatched.look(isWanted: false) == .close)
        unwatched.open()
        #expect(unwatched.machine.condition.state == .starting)
        life.frame()
        #expect(life.machine.condition == CameraCondition(.streaming))
        #expect(life.machine.changed(now: life.now) == .reopen)
        #expect(life.machine.condition.state == .starting)
    }
}

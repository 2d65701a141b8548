import Camera
import Testing

/// An owner that carries out every order, and notes each one that makes no sense.
private struct Owner {
    enum Event: CaseIterable {
        case plugged, unreadable, unplugged, frame, skipped, fault, settings, look, lookUnwanted, wait, waitLong
    }

    var machine: CaptureLifecycle
    var numbers: Seeded
    var now = MonotonicTime(nanoseconds: 1_000_000_000_000)
    var isOpen = false
    var isPlugged: Bool
    var openings: [MonotonicTime] = []
    var complaints: [String] = []
    private var earliestOpening = MonotonicTime(nanoseconds: 0)

    init(seed: UInt64) {
        numbers = Seeded(seed)
        isPlugged = Bool.random(using: &numbers)
        machine = isPlugged ? CaptureLifecycle() : CaptureLifecycle(absent: Life.gone)
    }

    mutating func step() {
        // A random element of a constant list is always there.
        let event = Event.allCases.randomElement(using: &numbers)!
        happen(event)
        if machine.isOpen != isOpen { complaints.append("\(event): it thinks that it is open: \(machine.isOpen)") }
        if !isPlugged, machine.condition.state != .offline { complaints.append("\(event): absent, but not offline") }
        let isExplained = [.streaming, .idle].contains(machine.condition.state) || machine.condition.reason != nil
        if !isExplained { complaints.append("\(event): \(machine.condition.state) without a reason") }
    }

    private mutating func happen(_ event: Event) {
        switch event {
        case .plugged:
            isPlugged = true
            earliestOpening = now
            carryOut(machine.plugged(), event)
        case .unreadable:
            isPlugged = true
            earliestOpening = now.advanced(by: .milliseconds(500))
            carryOut(machine.plugged(with: Life.busy, now: now), event)
        case .unplugged:
            isPlugged = false
            carryOut(machine.unplugged(Life.gone), event)
        case .frame: machine.frame(now: now)
        case .skipped: machine.skippedFrame(now: now)
        case .fault: carryOut(machine.failed(Life.busy, now: now), event)
        case .settings: carryOut(machine.changed(now: now), event)
        case .look: look(isWanted: true)
        case .lookUnwanted: look(isWanted: false)
        case .wait: now = now.advanced(by: .milliseconds(Int.random(in: 1...900, using: &numbers)))
        case .waitLong: now = now.advanced(by: .milliseconds(Int.random(in: 900...12_000, using: &numbers)))
        }
    }

    private mutating func look(isWanted: Bool) {
        carryOut(machine.look(now: now, isWanted: isWanted), isWanted ? .look : .lookUnwanted)
        if machine.look(now: now, isWanted: isWanted) != .none { complaints.append("a second look gave an order") }
        if isWanted != machine.isOpen, !isWanted { complaints.append("open though nobody watches") }
        if let next = machine.nextLook(isWanted: isWanted), next <= now {
            complaints.append("it wants to be looked at again at once: a loop without end")
        }
    }

    private mutating func carryOut(_ order: CaptureLifecycle.Order, _ event: Event) {
        if order != .none, order != .close, !isPlugged { complaints.append("\(event): \(order) though absent") }
        if order != .none, (order == .open) == isOpen {
            complaints.append("\(event): \(order) while \(isOpen ? "open" : "closed")")
        }
        switch order {
        case .none, .restart: return
        case .close: isOpen = false
        case .open, .reopen:
            if order == .open, now < earliestOpening { complaints.append("\(event): opened too early") }
            openings.append(now)
            isOpen = true
            if Int.random(in: 0..<4, using: &numbers) == 0 {
                carryOut(machine.failed(Life.busy, now: now), .fault)
            } else {
                machine.paced(by: Bool.random(using: &numbers) ? .milliseconds(33) : nil, now: now)
            }
        }
        if order == .close, event == .fault { earliestOpening = now.advanced(by: .milliseconds(500)) }
    }
}

@Suite struct CaptureLifecycleRandomTests {
    @Test(
        "Whatever happens: closed before opened again, nothing opened while absent, no order twice, no endless loop",
        arguments: UInt64(1)...200)
    func invariantsHold(seed: UInt64) {
        var owner = Owner(seed: seed)
        for _ in 0..<500 where owner.complaints.isEmpty { owner.step() }
        #expect(owner.complaints == [])
        #expect(owner.openings.count > 3, "the sequence is to open the source now and then")
    }

    @Test("A source that never works is opened at most ten times in its first minute, then six times a minute")
    func aHopelessSourceIsLeftInPeace() {
        var life = Life.resting
        var openings: [Duration] = []
        let start = life.now
        while start.duration(to: life.now) < .seconds(300) {
            if life.passToNextLook() == .open {
                openings.append(start.duration(to: life.now))
                _ = life.machine.failed(Life.busy, now: life.now)
            }
        }
        let perMinute = Dictionary(grouping: openings) { Int($0.inSeconds) / 60 }.mapValues(\.count)
        #expect(perMinute[0, default: 0] <= 10)
        #expect((1...4).allSatisfy { perMinute[$0, default: 0] <= 6 })
    }
}

package import Camera
import Posix

/// Opens, reads and lets go one camera's source, on a thread of its own that sleeps until there is something to do.
///
/// The registry posts what has happened; `CaptureLifecycle` decides; this actor carries it out.
package actor CaptureActor {
    /// What the registry tells. Carried out in order.
    package enum Message: Sendable {
        case plugged(SourceDescription)
        /// It is there, but could not be looked at.
        case unreadable(SourceDescription, CaptureError)
        case unplugged(CameraCondition)
        case settings(CameraSettings)
        /// Tells the controls, and their values of now.
        case askControls(@Sendable (ControlsOutcome) -> Void)
        /// Sets controls, all or none. Calls back with the numbers that are to be kept.
        case changeControls(
            [String: ControlValue], completion: @Sendable (ControlsOutcome, _ kept: [String: Int]) -> Void)
        /// Another camera on its USB bus has stopped.
        case busHasRoom
        /// Let everything go and return from `run`.
        case end
    }

    let live: LiveCamera
    let reactor: any Reactor
    let opener: any SourceOpener
    let log: Log
    let buses: UsedBuses
    var line: EncodingLine
    private let mailbox = Locked<[Message]>([])

    var description: SourceDescription?
    /// The USB bus that the device is on, or was on last; nil for others.
    var bus: String?
    var settings: CameraSettings
    var lifecycle: CaptureLifecycle
    private(set) var source: (any FrameSource)?
    /// Some cameras forget their controls when they begin to stream: they are set again after the first frame.
    var isToSetControls = false
    /// What was said about controls last.
    var toldFaults: Set<ControlFault> = []
    private var dropped = 0
    private var tally = StreamTally()
    /// Whether the log has that the open source shows pictures. A source that opens and fails again and again is told of
    /// by its faults alone.
    private var isToldOpen = false
    /// Wake-ups of an open source's descriptor in a row that brought nothing.
    var emptyWakes = 0
    private var isEnded = false

    package nonisolated var unownedExecutor: UnownedSerialExecutor { reactor.asUnownedSerialExecutor() }

    init(
        live: LiveCamera, settings: CameraSettings, absent condition: CameraCondition, reactor: any Reactor,
        opener: any SourceOpener, places: EncodingPlaces, buses: UsedBuses, log: Log
    ) {
        self.live = live
        self.settings = settings
        self.reactor = reactor
        self.opener = opener
        self.buses = buses
        self.log = log
        line = EncodingLine(places, reactor)
        lifecycle = CaptureLifecycle(absent: condition)
    }

    package nonisolated func post(_ message: Message) {
        mailbox.withLock { $0.append(message) }
        reactor.wake()
    }

    /// What a task that runs it should prefer.
    nonisolated var preference: (any TaskExecutor)? { reactor.preference }

    /// Serves the camera until it is told to end.
    package func run() async {
        while true {
            readMailbox()
            guard !isEnded else { break }
            let now = reactor.now
            // The source is alive, however long it takes until its frame can be encoded.
            if line.isWaiting { lifecycle.skippedFrame(now: now) }
            if source?.isInLine == true { lifecycle.waited(now: now) }
            let demand = live.demand(now: now)
            carryOut(lifecycle.look(now: now, isWanted: demand.isWanted))
            publishCondition()
            // Who waits for a place has a frame already, and needs not be told of it again.
            let open = line.isWaiting ? nil : source
            let deadline = [lifecycle.nextLook(isWanted: demand.isWanted), demand.until, open?.nextDue]
                .compactMap { $0 }.min()
            let wake = await reactor.wait(for: open?.descriptor, until: deadline)
            take(after: wake)
        }
        carryOut(.close)
        // Whoever waits for a camera that was removed hears of it.
        publishCondition()
        leaveBus()
        refuseLateQuestions()
    }

    // MARK: - What has happened

    func takeMessages() -> [Message] {
        mailbox.withLock { mailbox in
            defer { mailbox.removeAll() }
            return mailbox
        }
    }

    private func readMailbox() {
        var askers: [Asker] = []
        for message in takeMessages() {
            switch message {
            case .plugged(let description):
                self.description = description
                bus = description.bus
                toldFaults = []
                carryOut(lifecycle.plugged())
            case .unreadable(let description, let error):
                self.description = description
                bus = description.bus
                carryOut(lifecycle.plugged(with: error, now: reactor.now))
            case .unplugged(let condition):
                description = nil
                carryOut(lifecycle.unplugged(condition))
            case .settings(let settings):
                follow(settings)
            case .askControls(let asker):
                askers.append(asker)
            case .changeControls(let values, let completion):
                change(values, completion: completion)
            case .busHasRoom:
                tryForMore()
            case .end:
                isEnded = true
            }
        }
        answer(askers)
    }

    private func follow(_ settings: CameraSettings) {
        guard self.settings != settings else { return }
        let hasOtherControls = self.settings.controls != settings.controls
        self.settings = settings
        guard let source else { return }
        guard source.follow(settings) else {
            carryOut(lifecycle.changed(now: reactor.now))
            return
        }
        lifecycle.paced(by: interval(of: source), now: reactor.now)
        do throws(CaptureError) {
            if hasOtherControls { try applyControls() }
        } catch {
            fail(error, now: reactor.now)
        }
    }

    private func take(after wake: Wake) {
        guard let source else { return }
        let now = reactor.now
        let isWatched = live.demand(now: now).isWatched
        if !isWatched { live.retireFrame() }
        guard hasItsTurn(source, after: wake, now: now, isWatched: isWatched) else { return }
        defer { leaveLine(source) }
        do throws(CaptureError) {
            let taken = try source.take(now: now, isWatched: isWatched)
            countDrops(of: source)
            switch taken {
            case .frame(let frame):
                lifecycle.frame(now: now)
                publishCondition()
                live.publish(frame, now: now)
                tellOpen(source)
                try setControlsAgain()
            case .skipped:
                lifecycle.skippedFrame(now: now)
                tellOpen(source)
                try setControlsAgain()
            case .broken(let cause):
                live.countBroken(cause)
            case .piece:
                break
            case .nothing:
                try checkForEmptyWakes(wake)
                return
            }
            emptyWakes = 0
        } catch {
            countDrops(of: source)
            fail(error, now: now)
        }
    }

    private func countDrops(of source: any FrameSource) {
        let total = source.droppedByDevice
        if total > dropped { live.countDropped(total - dropped) }
        dropped = total
        if source.tally != tally {
            live.count(source.tally, since: tally)
            tally = source.tally
        }
    }

    // MARK: - What to do

    func carryOut(_ order: CaptureLifecycle.Order) {
        switch order {
        case .none:
            break
        case .open:
            open()
        case .restart:
            log.warning(live.id.description, "no frame for too long: restarting the stream")
            do throws(CaptureError) {
                isToSetControls = true
                try source?.restart()
            } catch {
                fail(error, now: reactor.now)
            }
        case .reopen:
            close(isToReopen: true)
            open()
        case .close:
            // Viewers are told first: the kernel can be slow to let a device go that was pulled out. But idle means
            // that it has been let go.
            if lifecycle.condition.state != .idle { publishCondition() }
            close()
        }
    }

    private func open() {
        do throws(CaptureError) {
            guard let description else {
                throw CaptureError(.offline, reason: "there is no device to open")
            }
            // The state is told first: opening can take a second.
            publishCondition()
            let source = try opener.open(description, id: live.id, settings: settings, now: reactor.now)
            self.source = source
            dropped = 0
            tally = StreamTally()
            emptyWakes = 0
            isToSetControls = true
            isToldOpen = false
            lifecycle.paced(by: interval(of: source), now: reactor.now)
            followBus()
        } catch {
            fail(error, now: reactor.now)
        }
    }

    private func tellOpen(_ source: any FrameSource) {
        guard !isToldOpen else { return }
        isToldOpen = true
        let delivery = source.delivery
        let rate = delivery.framesPerSecond.map { " at \($0.rounded()) fps" } ?? ""
        log.info(live.id.description, "opened: \(delivery.format) \(delivery.size)\(rate)")
    }

    func rate(of source: any FrameSource) -> Double {
        source.delivery.framesPerSecond ?? Double(settings.fps)
    }

    private func interval(of source: any FrameSource) -> Duration? {
        source.longestInterval ?? (rate(of: source) > 0 ? .seconds(1 / rate(of: source)) : nil)
    }

    private func close(isToReopen: Bool = false) {
        guard let source else { return }
        source.close()
        self.source = nil
        line.pause()
        if isToldOpen { log.info(live.id.description, "closed") }
        if !isToReopen { giveRoom() }
    }

    func fail(_ error: CaptureError, now: MonotonicTime) {
        // Said once, and not again at each try, as long as it is the same.
        if lifecycle.condition != error.condition { log.warning(live.id.description, error.description) }
        carryOut(lifecycle.failed(error, now: now))
        publishCondition()
        followBus()
    }

    private func publishCondition() {
        live.set(condition, delivery: source?.delivery, now: reactor.now)
    }
}

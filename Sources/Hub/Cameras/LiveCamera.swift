package import Camera
import Posix

/// One camera as everyone sees it: its newest frame, its condition, its viewers. Thread-safe.
///
/// The capture actor puts frames and conditions in; HTTP threads take them out, behind one short lock, without a task.
package final class LiveCamera: Sendable {
    package let id: CameraID
    package let kind: CameraKind
    let meter = FrameMeter()
    private let boot: String
    let state: Locked<State>
    /// Called, without the lock, after something that the inventory's tag counts has changed.
    private let changed: @Sendable (CameraID) -> Void
    /// Wakes the capture actor.
    let wake: @Sendable () -> Void
    /// Smaller pictures of its frames.
    let sizes: FrameSizes

    struct State {
        var settings: CameraSettings
        var node: VideoNode?
        var condition: CameraCondition
        /// Unix milliseconds.
        var since: Int64
        /// By the source's word, and with the size of the frames that really come.
        var delivery: Delivery?
        var promised: Delivery?

        /// With the size of the turned picture, which is what everyone sees.
        var shownDelivery: Delivery? {
            delivery.map { delivery in
                let size = delivery.size.turned(settings.turn)
                return Delivery(format: delivery.format, size: size, framesPerSecond: delivery.framesPerSecond)
            }
        }

        /// The newest good frame, while it is fresh.
        var frame: PublishedFrame?
        /// The newest that there ever was.
        var last: PublishedFrame?
        var sequence = 0
        var waits: [ObjectIdentifier: FrameWait] = [:]
        var streams: [ObjectIdentifier: CameraStream] = [:]
        /// Those of the streams that have sent the newest frame and wait for the next.
        var listening: [ObjectIdentifier: CameraStream] = [:]
        /// Gone from the hub.
        var isClosed = false
        var viewers = ViewerTable()
        var lastAsked: MonotonicTime?
        /// The capture actor sleeps until somebody asks.
        var isAsleep = false
        var counters = FrameCounters()
        /// When frames were skipped last.
        var lastSkipped: MonotonicTime?
        var meter = RateMeter()
    }

    init(
        id: CameraID, kind: CameraKind, settings: CameraSettings, condition: CameraCondition, now: MonotonicTime,
        boot: String, crew: ScalingCrew, wake: @escaping @Sendable () -> Void,
        changed: @escaping @Sendable (CameraID) -> Void
    ) {
        self.id = id
        self.kind = kind
        self.boot = boot
        self.wake = wake
        self.changed = changed
        let state = Locked(State(settings: settings, condition: condition, since: now.unixMilliseconds))
        self.state = state
        sizes = FrameSizes(
            crew, current: { state.withLock { $0.frame } },
            failed: { state.withLock { $0.counters.broken[.undecodable, default: 0] += 1 } })
    }

    // MARK: - For HTTP threads

    package enum Look: Sendable {
        case frame(PublishedFrame)
        /// A frame can be expected: `wait` for it.
        case notYet
        case unavailable(CameraCondition)
    }

    /// The newest frame. Notes that this viewer watches, and wakes the camera if it sleeps.
    /// - Parameter takesOld: Without a fresh frame the last one will do.
    package func look(_ viewer: ViewerKey, now: MonotonicTime, takesOld: Bool = false) -> Look {
        let (look, wasAsleep) = state.withLock { state in
            state.viewers.note(viewer, at: now)
            state.lastAsked = now
            let wasAsleep = state.isAsleep
            state.isAsleep = false
            if let frame = state.shown(takesOld) { return (Look.frame(frame), wasAsleep) }
            return (state.condition.state.promisesFrame ? .notYet : .unavailable(state.condition), wasAsleep)
        }
        if wasAsleep { wake() }
        return look
    }

    /// Takes the wait in, unless what it waits for is there already: then that is returned instead.
    func enter(_ wait: FrameWait) -> Look? {
        let (look, wasAsleep) = state.withLock { state -> (Look?, Bool) in
            // The same lock as `publish`: no frame can slip in between the look and the wait.
            if let frame = state.shown(wait.wish.isStale), !wait.wish.has(frame) { return (.frame(frame), false) }
            if state.isClosed { return (.unavailable(LiveCamera.removed), false) }
            guard state.condition.state.promisesFrame || wait.outlastsLoss(state.last) else {
                return (.unavailable(state.condition), false)
            }
            state.waits[ObjectIdentifier(wait)] = wait
            defer { state.isAsleep = false }
            return (nil, state.isAsleep)
        }
        // The actor may have fallen asleep since the look, if it is to release the device at once.
        if wasAsleep { wake() }
        return look
    }

    /// Gives the place up. False if the wait has been, or is just being, answered.
    func leave(_ wait: FrameWait) -> Bool {
        state.withLock { $0.waits.removeValue(forKey: ObjectIdentifier(wait)) != nil }
    }

    /// Refuses the waits of those who may not see the camera any more.
    func refuseWaits(unless isPermitted: (FrameWait) -> Bool) {
        let refused = state.withLock { state in
            let refused = state.waits.filter { !isPermitted($0.value) }
            for wait in refused.keys { state.waits[wait] = nil }
            return Array(refused.values)
        }
        for wait in refused { wait.refuse() }
    }

    // MARK: - For the capture actor

    /// What the viewers want at this moment.
    struct Demand: Equatable {
        /// The source is to be open.
        var isWanted: Bool
        /// Somebody looks at the frames right now.
        var isWatched: Bool
        /// When this may change without anyone asking.
        var until: MonotonicTime?
    }

    /// Looks, and in the same step notes that the actor may fall asleep if nothing is wanted.
    func demand(now: MonotonicTime) -> Demand {
        state.withLock { state in
            let isWaitedFor = !state.waits.isEmpty || !state.streams.isEmpty
            let watchedUntil = state.lastAsked?.advanced(by: ViewerTable.memory)
            let isWatched = isWaitedFor || watchedUntil.map { $0 > now } ?? false
            guard let idleAfter = state.settings.idleAfter else {
                return Demand(isWanted: true, isWatched: isWatched, until: watchedUntil.flatMap { $0 > now ? $0 : nil })
            }
            let wantedUntil = state.lastAsked?.advanced(by: idleAfter)
            let isWanted = isWaitedFor || wantedUntil.map { $0 > now } ?? false
            state.isAsleep = !isWanted
            return Demand(
                isWanted: isWanted, isWatched: isWatched && isWanted, until: wantedUntil.flatMap { $0 > now ? $0 : nil }
            )
        }
    }

    func publish(_ frame: CapturedFrame, now: MonotonicTime) {
        let microseconds = frame.capturedAt.unixMicroseconds
        let next = state.withLock { $0.sequence } + 1
        // Made outside the lock: only the capture actor publishes, so nobody else takes this number.
        let published = PublishedFrame(frame, sequence: next, boot: boot, takenAt: microseconds, meter: meter)
        let (waits, streams, isOther) = state.withLock { state -> ([FrameWait], [CameraStream], Bool) in
            let before = InventoryFacts(state)
            // Taken before the settings of now: nobody who has heard of these may see it.
            guard frame.turn == state.settings.turn else { return ([], [], false) }
            defer { state.waits.removeAll() }
            state.sequence = next
            state.frame = published
            state.last = published
            state.counters.captured += 1
            state.meter.add(bytes: frame.bytes.count, at: now)
            // What turns the sides back is the same turn.
            state.delivery?.size = frame.size.turned(frame.turn)
            if let format = state.delivery?.format, !format.isCompressed { meter.encode() }
            return (Array(state.waits.values), state.takeListening(), InventoryFacts(state) != before)
        }
        for wait in waits { wait.finish(.frame(published)) }
        for stream in streams { stream.wake() }
        if isOther { changed(id) }
    }

    func countBroken(_ cause: BrokenCause) {
        state.withLock { $0.counters.broken[cause, default: 0] += 1 }
    }

    func count(_ tally: StreamTally, since before: StreamTally) {
        state.withLock { state in
            for (cause, count) in tally.broken {
                state.counters.broken[cause, default: 0] += count - before.broken[cause, default: 0]
            }
            for (anomaly, count) in tally.anomalies {
                state.counters.anomalies[anomaly, default: 0] += count - before.anomalies[anomaly, default: 0]
            }
        }
    }

    func countDropped(_ count: Int) {
        state.withLock { $0.counters.dropped += count }
    }

    /// Nobody looks, so no newer frames come: the next one who asks shall not get an old one.
    func retireFrame() {
        let wasThere = state.withLock { state in
            defer { state.frame = nil }
            return state.frame != nil
        }
        if wasThere { sizes.rest() }
    }

    /// Frames were lost because the machine was too slow to encode them.
    func countSkipped(_ count: Int, now: MonotonicTime) {
        state.withLock { state in
            state.counters.skipped += count
            state.lastSkipped = now
        }
    }

    func set(_ condition: CameraCondition, delivery: Delivery?, now: MonotonicTime) {
        change { state in
            if state.promised != delivery {
                state.promised = delivery
                state.delivery = delivery
            }
            guard state.condition != condition else { return }
            if state.condition.state != condition.state { state.since = now.unixMilliseconds }
            state.condition = condition
            if condition.state != .streaming { state.frame = nil }
        }
    }

    // MARK: - For the registry

    package func set(_ settings: CameraSettings) {
        change { state in
            // The next one who asks shall not get a picture that lies as it did before.
            if state.settings.turn != settings.turn { (state.frame, state.last) = (nil, nil) }
            state.settings = settings
        }
    }

    package func set(_ node: VideoNode?) { change { $0.node = node } }

    /// Changes the state, answers those who now wait in vain, and tells the inventory if it is its matter.
    private func change(_ body: (inout State) -> Void) {
        let (waits, streams, condition, isOther) = state.withLock { state in
            let before = InventoryFacts(state)
            body(&state)
            var inVain: [FrameWait] = []
            var listening: [CameraStream] = []
            if !state.condition.state.promisesFrame {
                let last = state.last
                inVain = state.waits.values.filter { !$0.outlastsLoss(last) }
                for wait in inVain { state.waits[ObjectIdentifier(wait)] = nil }
                if before.condition != state.condition { listening = state.takeListening() }
            }
            return (inVain, listening, state.condition, InventoryFacts(state) != before)
        }
        for wait in waits { wait.finish(.unavailable(condition)) }
        for stream in streams { stream.wake() }
        if isOther { changed(id) }
    }
}

extension LiveCamera.State {
    /// What is shown to somebody who does or does not take an old picture.
    fileprivate func shown(_ takesOld: Bool) -> PublishedFrame? { frame ?? (takesOld ? last : nil) }

    /// The streams to be woken, each once.
    fileprivate mutating func takeListening() -> [CameraStream] {
        defer { listening.removeAll(keepingCapacity: true) }
        return Array(listening.values)
    }
}

extension FrameWait {
    /// Whether it waits on though the camera is gone: its client has the last picture, and would have taken it.
    fileprivate func outlastsLoss(_ last: PublishedFrame?) -> Bool {
        wish.isStale && wish.wait != nil && last.map(wish.has) ?? false
    }
}

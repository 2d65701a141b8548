import Posix

/// The threads that make smaller pictures: as many as there are places for encoding, and asleep while nobody asks.
///
/// Only who has a place comes here, so that there is always a thread for it.
final class ScalingCrew: Sendable {
    private struct State {
        var jobs: [FrameSizes] = []
        /// Threads that have nothing to do.
        var idle: [any Reactor] = []
        var isEnded = false
    }

    let places: EncodingPlaces
    let makeScaler: @Sendable () -> any FrameScaler
    private let state = Locked(State())

    init(_ places: EncodingPlaces, makeScaler: @escaping @Sendable () -> any FrameScaler) {
        self.places = places
        self.makeScaler = makeScaler
    }

    /// Who has a place now, and something to make.
    func add(_ sizes: FrameSizes) {
        let reactor = state.withLock { state in
            state.jobs.append(sizes)
            return state.idle.popLast()
        }
        reactor?.wake()
    }

    /// Serves until `end`, on a thread for each of the reactors.
    func run(on reactors: [any Reactor]) async {
        await withDiscardingTaskGroup { group in
            for reactor in reactors {
                group.addTask(executorPreference: reactor.preference) { await ScalingWorker(self, reactor).run() }
            }
        }
    }

    func end() {
        let reactors = state.withLock { state in
            state.isEnded = true
            defer { state.idle = [] }
            return state.idle
        }
        for reactor in reactors { reactor.wake() }
    }

    fileprivate enum Next {
        case job(FrameSizes)
        case nothing
        case end
    }

    /// What a thread does next. If there is nothing, it is woken when there is.
    fileprivate func next(for reactor: any Reactor) -> Next {
        state.withLock { state in
            if state.isEnded { return .end }
            if !state.jobs.isEmpty { return .job(state.jobs.removeFirst()) }
            // A wake-up that nobody has asked for may have brought it here twice.
            if !state.idle.contains(where: { $0 === reactor }) { state.idle.append(reactor) }
            return .nothing
        }
    }
}

private actor ScalingWorker {
    private let crew: ScalingCrew
    private let reactor: any Reactor

    nonisolated var unownedExecutor: UnownedSerialExecutor { reactor.asUnownedSerialExecutor() }

    init(_ crew: ScalingCrew, _ reactor: any Reactor) {
        self.crew = crew
        self.reactor = reactor
    }

    func run() async {
        while true {
            switch crew.next(for: reactor) {
            case .job(let sizes): sizes.work()
            case .nothing: _ = await reactor.wait(for: nil, until: nil)
            case .end: return
            }
        }
    }
}

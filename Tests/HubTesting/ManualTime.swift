package import Camera
import Posix

/// A clock that stands still until the test moves it, and the knowledge of whether anything is still going on.
///
/// Every job of every `ManualReactor` and `ManualExecutor` is counted: the hub has settled when none runs or waits to
/// run, so that all its actors sleep until a deadline, a descriptor or a call. Nothing here polls or sleeps.
package final class ManualTime: Sendable {
    struct Watch {
        var descriptor: CInt?
        var deadline: MonotonicTime?
        var continuation: CheckedContinuation<Wake, Never>
    }

    private struct State {
        var now: MonotonicTime
        /// Jobs that run or wait to run.
        var busy = 0
        var watches: [ObjectIdentifier: Watch] = [:]
        /// Reactors that were woken while they did not wait.
        var woken: Set<ObjectIdentifier> = []
        /// Made-up descriptors, and those of them that can be read.
        var lastDescriptor: CInt = 1_000_000
        var readable: Set<CInt> = []
        var settlers: [CheckedContinuation<Void, Never>] = []
        /// Jobs that have ended so far, and who wants to hear of the next one.
        var ended = 0
        var observers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State(now: .now))

    package init() {}

    package var now: MonotonicTime { state.withLock { $0.now } }

    // MARK: - For tests

    /// Returns when there is nothing left to do at this moment.
    package func settle() async {
        await withCheckedContinuation { continuation in
            let isStill = state.withLock { state in
                if state.busy > 0 { state.settlers.append(continuation) }
                return state.busy == 0
            }
            if isStill { continuation.resume() }
        }
    }

    /// Moves the clock on, stopping at every deadline on the way until what it brings about is done.
    package func advance(by duration: Duration) async {
        await settle()
        let target = now.advanced(by: duration)
        while let due = takeDue(until: target) {
            due.resume(returning: .due)
            await settle()
        }
        state.withLock { $0.now = target }
        await settle()
    }

    /// Moves the clock on in one step, as for a machine that slept: what is due in between is due late.
    package func leap(by duration: Duration) async {
        await settle()
        let target = now.advanced(by: duration)
        state.withLock { $0.now = target }
        await advance(by: .zero)
    }

    /// Moves the clock on and does nothing else, for a hub that cannot settle.
    package func pass(_ duration: Duration) { state.withLock { $0.now = $0.now.advanced(by: duration) } }

    /// Returns when the condition holds: for a hub that cannot settle because a thread of it is held.
    package func until(_ condition: () -> Bool) async {
        while true {
            let ended = state.withLock { $0.ended }
            if condition() { return }
            await withCheckedContinuation { continuation in
                let isPast = state.withLock { state in
                    if state.ended == ended { state.observers.append(continuation) }
                    return state.ended != ended
                }
                if isPast { continuation.resume() }
            }
        }
    }

    /// A descriptor that exists only here, and is never readable unless the test says so.
    package func makeDescriptor() -> CInt {
        state.withLock { state in
            state.lastDescriptor += 1
            return state.lastDescriptor
        }
    }

    package func setReadable(_ descriptor: CInt, _ isReadable: Bool) {
        let continuation: CheckedContinuation<Wake, Never>? = state.withLock { state in
            guard isReadable else {
                state.readable.remove(descriptor)
                return nil
            }
            state.readable.insert(descriptor)
            guard let waiter = state.watches.first(where: { $0.value.descriptor == descriptor }) else { return nil }
            state.watches[waiter.key] = nil
            return waiter.value.continuation
        }
        continuation?.resume(returning: .ready)
    }

    /// The deadlines that are waited for, earliest first.
    package var deadlines: [MonotonicTime] { state.withLock { $0.watches.values.compactMap(\.deadline).sorted() } }

    private func takeDue(until target: MonotonicTime) -> CheckedContinuation<Wake, Never>? {
        state.withLock { state in
            let pending = state.watches.compactMap { (key, watch) in watch.deadline.map { (key: key, at: $0) } }
            guard let next = pending.min(by: { $0.at < $1.at }), next.at <= target else { return nil }
            state.now = max(state.now, next.at)
            return state.watches.removeValue(forKey: next.key)?.continuation
        }
    }

    // MARK: - For reactors

    func jobBegins() { state.withLock { $0.busy += 1 } }

    func jobEnded() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.busy -= 1
            state.ended += 1
            var waiters = state.observers
            state.observers = []
            if state.busy == 0 {
                waiters += state.settlers
                state.settlers = []
            }
            return waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func wait(_ reactor: ObjectIdentifier, _ watch: Watch) {
        let wake: Wake? = state.withLock { state in
            precondition(state.watches[reactor] == nil, "one wait at a time")
            if let descriptor = watch.descriptor, state.readable.contains(descriptor) { return .ready }
            if state.woken.remove(reactor) != nil { return .woken }
            if let deadline = watch.deadline, deadline <= state.now { return .due }
            state.watches[reactor] = watch
            return nil
        }
        if let wake { watch.continuation.resume(returning: wake) }
    }

    func wake(_ reactor: ObjectIdentifier) {
        let continuation: CheckedContinuation<Wake, Never>? = state.withLock { state in
            guard let watch = state.watches.removeValue(forKey: reactor) else {
                state.woken.insert(reactor)
                return nil
            }
            return watch.continuation
        }
        continuation?.resume(returning: .woken)
    }

    func forget(_ reactor: ObjectIdentifier) {
        state.withLock { state in
            state.woken.remove(reactor)
            state.watches[reactor] = nil
        }
    }
}

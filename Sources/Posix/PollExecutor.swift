import CLinux
package import Camera
import Glibc

/// A reactor on a thread of its own that sleeps in `poll`. The thread ends with its last owner.
package final class PollExecutor: Reactor {
    private let loop: PollLoop
    package let preference: (any TaskExecutor)?

    /// Throws when the machine has no descriptor or thread left.
    /// - Parameter niceness: see `Thread`.
    package init(name: String, niceness: CInt = 0) throws(Errno) {
        let loop = try PollLoop()
        self.loop = loop
        preference = PollTaskExecutor(loop)
        // The thread owns the loop but not the executor, so that the last actor's end can end the thread.
        try Thread(name: name, niceness: niceness) { loop.run() }.detach()
    }

    deinit { loop.stop() }

    package var now: MonotonicTime { .now }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = unsafe asUnownedSerialExecutor()
        loop.enqueue { unsafe job.runSynchronously(on: executor) }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe UnownedSerialExecutor(ordinary: self) }

    package func checkIsolated() {
        precondition(loop.isCurrentThread, "called from outside the actor's own thread")
    }

    package func wait(for descriptor: CInt?, until deadline: MonotonicTime?) async -> Wake {
        await withCheckedContinuation { continuation in
            loop.watch(PollLoop.Watch(descriptor: descriptor, deadline: deadline, continuation: continuation))
        }
    }

    package func wake() { loop.wake() }
}

extension PollExecutor: Loop {
    package func onNextTurn(_ body: @escaping @Sendable () -> Void) { loop.enqueue(body) }
}

/// The same thread for what of a task belongs to no actor: the way from the end of a wait back to the actor.
private final class PollTaskExecutor: TaskExecutor {
    private let loop: PollLoop

    init(_ loop: PollLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = unsafe asUnownedTaskExecutor()
        loop.enqueue { unsafe job.runSynchronously(on: executor) }
    }
}

/// The thread's side: jobs, one watch, and the sleep in `poll`.
private final class PollLoop: Sendable {
    struct Watch {
        var descriptor: CInt?
        var deadline: MonotonicTime?
        var continuation: CheckedContinuation<Wake, Never>
    }

    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var watch: Watch?
        var isWoken = false
        var isStopped = false
        var thread: pthread_t?
    }

    private let state = Locked(State())
    private let bell: EventCounter

    init() throws(Errno) { bell = try EventCounter() }

    var isCurrentThread: Bool {
        state.withLock { state in state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
    }

    func enqueue(_ job: @escaping @Sendable () -> Void) {
        change { $0.jobs.append(job) }
    }

    func watch(_ watch: Watch) {
        change { state in
            precondition(state.watch == nil, "one wait at a time")
            state.watch = watch
        }
    }

    func wake() { change { $0.isWoken = true } }

    func stop() { change { $0.isStopped = true } }

    /// Changes the state and, unless the loop itself does it, rings the bell that ends its sleep.
    private func change(_ body: (inout State) -> Void) {
        let isOwn = state.withLock { state in
            body(&state)
            return state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
        }
        if !isOwn { bell.signal() }
    }

    func run() {
        state.withLock { $0.thread = pthread_self() }
        while true {
            let (jobs, isStopped) = state.withLock { state in
                defer { state.jobs.removeAll(keepingCapacity: true) }
                return (state.jobs, state.isStopped)
            }
            for job in jobs { job() }
            if !jobs.isEmpty { continue }
            if isStopped { return }
            sleep()
        }
    }

    /// Sleeps until there is a job or the watch is over, and in the latter case resumes its owner.
    private func sleep() {
        let (descriptor, deadline, isOver) = state.withLock { state in
            // A call that came while nobody waits is kept for the next wait, and is no reason to stay awake.
            (state.watch?.descriptor, state.watch?.deadline, state.isWoken && state.watch != nil)
        }
        var polled = [
            pollfd(fd: bell.rawValue, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor ?? -1, events: Int16(POLLIN | POLLPRI), revents: 0),
        ]
        var timeout = timespec()
        let remaining = deadline.map { max(0, $0.nanoseconds - MonotonicTime.now.nanoseconds) }
        if let remaining {
            timeout.tv_sec = Int(remaining / 1_000_000_000)
            timeout.tv_nsec = Int(remaining % 1_000_000_000)
        }
        if !isOver {
            // Interrupted or out of memory: the next turn of the loop asks again.
            _ = unsafe remaining == nil ? ppoll(&polled, 2, nil, nil) : ppoll(&polled, 2, &timeout, nil)
        }
        if polled[0].revents != 0 { bell.clear() }
        finish(isReady: polled[1].revents != 0)
    }

    private func finish(isReady: Bool) {
        let ended: (Watch, Wake)? = state.withLock { state in
            guard let watch = state.watch else { return nil }
            let wake: Wake
            if isReady {
                wake = .ready
            } else if state.isWoken {
                wake = .woken
                state.isWoken = false
            } else if let deadline = watch.deadline, deadline <= .now {
                wake = .due
            } else {
                return nil
            }
            state.watch = nil
            return (watch, wake)
        }
        if let (watch, wake) = ended { watch.continuation.resume(returning: wake) }
    }
}

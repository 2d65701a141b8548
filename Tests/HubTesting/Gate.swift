import Glibc
import Posix

/// A place where a thread of the hub is held until the test lets it go, like a device that hangs.
package final class Gate: @unchecked Sendable {  // reason: the semaphore is made once, and is itself thread-safe
    private struct State {
        var isReached = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    package init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Blocks the calling thread until the gate is opened, once for each thread.
    package func wait() {
        let waiters = state.withLock { state in
            state.isReached = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
        // A signal may interrupt it.
        while sem_wait(semaphore) != 0 {}
    }

    /// Returns when a thread has come to the gate.
    package func whenReached() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if !state.isReached { state.waiters.append(continuation) }
                return state.isReached
            }
            if isReached { continuation.resume() }
        }
    }

    /// Lets one thread through.
    package func open() { sem_post(semaphore) }
}

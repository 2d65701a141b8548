import Glibc
import Posix

/// A place where a thread of the hub is held until the test lets it go, like a device that hangs.
package final class Gate: @unchecked Sendable {  // reason: the semaphore is made once, and is itself thread-safe
    private struct State {
        var arrivals = 0
        var waiters: [(arrivals: Int, continuation: CheckedContinuation<Void, Never>)] = []
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
            state.arrivals += 1
            let arrivals = state.arrivals
            defer { state.waiters.removeAll { $0.arrivals <= arrivals } }
            return state.waiters.filter { $0.arrivals <= arrivals }
        }
        for waiter in waiters { waiter.continuation.resume() }
        // A signal may interrupt it.
        while sem_wait(semaphore) != 0 {}
    }

    /// Returns when threads have come to the gate so many times.
    package func whenReached(_ arrivals: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.arrivals < arrivals { state.waiters.append((arrivals, continuation)) }
                return state.arrivals >= arrivals
            }
            if isReached { continuation.resume() }
        }
    }

    /// Lets one thread through.
    package func open() { sem_post(semaphore) }
}

import Glibc

/// A number of signals that a thread of a test waits for, for some seconds at most.
package final class Latch: @unchecked Sendable {  // reason: the semaphore is made once, and is itself thread-safe
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    package init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    package func signal() { sem_post(semaphore) }

    /// Takes one signal. False if none came in time.
    package func wait(seconds: Int = 10) -> Bool {
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        deadline.tv_sec += seconds
        while sem_timedwait(semaphore, &deadline) != 0 {
            if errno == ETIMEDOUT { return false }
        }
        return true
    }
}

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
    package func wait(seconds: Int = 10) -> Bool { wait(milliseconds: seconds * 1000) }

    package func wait(milliseconds: Int) -> Bool {
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        let nanoseconds = deadline.tv_nsec + milliseconds % 1000 * 1_000_000
        deadline.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        while sem_timedwait(semaphore, &deadline) != 0 {
            if errno == ETIMEDOUT { return false }
        }
        return true
    }
}

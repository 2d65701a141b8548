import Glibc
import Posix

/// A thread that runs jobs in the order in which they come. It ends after `end`, when all are done.
final class Lane: @unchecked Sendable {  // reason: `jobs`, `isOver` and `thread` are only touched under the mutex
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let bell = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var jobs: [@Sendable () -> Void] = []
    private var isOver = false
    private var thread: pthread_t?

    init(name: String) throws(Errno) {
        mutex.initialize(to: pthread_mutex_t())
        bell.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(bell, nil)
        // The thread owns the lane until it ends.
        try Thread(name: name) { self.serve() }.detach()
    }

    deinit {
        pthread_cond_destroy(bell)
        pthread_mutex_destroy(mutex)
        bell.deallocate()
        mutex.deallocate()
    }

    var isCurrent: Bool { underLock { thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false } }

    func add(_ job: @escaping @Sendable () -> Void) {
        underLock {
            jobs.append(job)
            pthread_cond_signal(bell)
        }
    }

    func end() {
        underLock {
            isOver = true
            pthread_cond_signal(bell)
        }
    }

    private func underLock<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    private func serve() {
        underLock { thread = pthread_self() }
        while let job = next() { job() }
    }

    private func next() -> (@Sendable () -> Void)? {
        underLock {
            while jobs.isEmpty, !isOver { pthread_cond_wait(bell, mutex) }
            return jobs.isEmpty ? nil : jobs.removeFirst()
        }
    }
}

import Glibc

/// A value that is only touched with its lock held.
///
/// Rule: no `await`, no callback and no I/O inside `withLock`; resume whoever waits after it.
/// A pthread mutex, since ThreadSanitizer does not see through the standard library's `Mutex` on Linux.
@safe package final class Locked<Value: ~Copyable>: @unchecked Sendable {  // reason: reached under the mutex only
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: consuming sending Value) {
        self.value = value
        unsafe mutex.initialize(to: pthread_mutex_t())
        let failure = unsafe pthread_mutex_init(mutex, nil)
        precondition(failure == 0, "a default mutex cannot be refused")
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}

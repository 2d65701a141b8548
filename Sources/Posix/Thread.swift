import CLinux
import Glibc

/// A plain thread with a name, for loops that block in the kernel. It must be joined exactly once.
package struct Thread: ~Copyable, Sendable {
    private let handle: pthread_t

    /// Starts it; the name is cut to the kernel's 15 bytes. Throws when the machine has no thread left.
    /// - Parameter niceness: from 0 to 19; the higher, the more others go first.
    package init(name: String, niceness: CInt = 0, _ body: @escaping @Sendable () -> Void) throws(Errno) {
        let start = Start(name: String(name.prefix(15)), niceness: niceness, body: body)
        let context = unsafe Unmanaged.passRetained(start)
        var handle = pthread_t()
        let failure = unsafe pthread_create(&handle, nil, threadMain, context.toOpaque())
        guard failure == 0 else {
            unsafe context.release()
            throw Errno(rawValue: failure)
        }
        self.handle = handle
    }

    /// Waits for its end.
    package consuming func join() {
        let failure = pthread_join(handle, nil)
        precondition(failure == 0, "a thread is joined once, and never by itself")
    }

    /// Lets it end by itself: for a thread whose loop is told to end by the last owner of what it serves.
    package consuming func detach() {
        pthread_detach(handle)
    }
}

private final class Start: Sendable {
    let name: String
    let niceness: CInt
    let body: @Sendable () -> Void

    init(name: String, niceness: CInt, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.niceness = niceness
        self.body = body
    }
}

private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // Balances the retain in `Thread.init`; the context is never nil there.
    let start = unsafe Unmanaged<Start>.fromOpaque(context!).takeRetainedValue()
    _ = unsafe start.name.withCString { name in unsafe pthread_setname_np(pthread_self(), name) }
    // Of this thread alone. To be nicer needs no permission.
    if start.niceness != 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, start.niceness) }
    start.body()
    return nil
}

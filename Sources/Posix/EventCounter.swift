import CLinux
import Glibc

/// A descriptor that one thread makes readable to wake another.
///
/// The corresponding C function is `eventfd`.
package struct EventCounter: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor

    package init() throws(Errno) {
        descriptor = OwnedDescriptor(adopting: try valueOrErrno { eventfd(0, CInt(EFD_NONBLOCK | EFD_CLOEXEC)) })
    }

    package var rawValue: CInt { descriptor.rawValue }

    /// Makes it readable. From any thread.
    package func signal() {
        // Fails only with EAGAIN, when 2^64 - 2 signals are pending: then it is readable anyway.
        _ = eventfd_write(descriptor.rawValue, 1)
    }

    /// Makes it unreadable again.
    package func clear() {
        var count: eventfd_t = 0
        // Fails only with EAGAIN, when it is clear already.
        _ = unsafe eventfd_read(descriptor.rawValue, &count)
    }
}

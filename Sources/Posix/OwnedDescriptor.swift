import Glibc

/// A file descriptor with one owner, closed when that owner is gone.
package struct OwnedDescriptor: ~Copyable, Sendable {
    package let rawValue: CInt

    package init(adopting rawValue: CInt) { self.rawValue = rawValue }

    deinit {
        // Linux releases the descriptor whatever close() answers: a retry could close someone else's.
        _ = close(rawValue)
    }

    /// Gives the descriptor up: the caller closes it.
    package consuming func release() -> CInt {
        let value = rawValue
        discard self
        return value
    }
}

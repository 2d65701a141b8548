package import Camera

/// What ended a wait.
package enum Wake: Sendable, Equatable {
    /// The descriptor can be read, or has an error to be read.
    case ready
    /// The deadline has come.
    case due
    /// Someone called `wake()`.
    case woken
}

/// An actor's own executor that also waits for the actor: for a descriptor, for a moment, or for a call.
///
/// Rule: one wait at a time, and only from the actor that runs on it. Other actor calls go on meanwhile.
package protocol Reactor: SerialExecutor {
    /// The time by which its deadlines are meant.
    var now: MonotonicTime { get }

    /// What the actor's task should prefer, so that it goes on after a wait without another thread on the way.
    /// Nil: anything. It lives as long as the reactor.
    var preference: (any TaskExecutor)? { get }

    /// Suspends the calling actor until `descriptor` is readable, `deadline` has come, or someone calls `wake()`.
    /// A `wake()` before the wait ends it at once. Nil stands for "never".
    func wait(for descriptor: CInt?, until deadline: MonotonicTime?) async -> Wake

    /// Ends the present wait, or the next one. From any thread.
    func wake()
}

/// What a handler says to a request.
package enum Answer: Sendable {
    case now(Response)
    /// The header of this response, with 304 and without its body: the client has it already.
    case notModified(Response)
    /// Not yet: the connection sleeps until the answer is ready, or until the pending answer's time is up.
    case later(any PendingAnswer)
}

/// An answer that someone will give from another thread.
package protocol PendingAnswer: AnyObject, Sendable {
    /// How long the client may be kept waiting from now on.
    var patience: Duration { get }

    /// Nothing is waited for: what is to be answered when the patience is over is known already.
    var isHeldBack: Bool { get }

    /// Begins; calls `completion` when the answer is there, at most once, from any thread, even from inside.
    func begin(_ completion: @escaping @Sendable (Answer) -> Void)

    /// The time is up: gives up its place and says what to answer instead.
    func expire() -> Answer
}

extension PendingAnswer {
    package var isHeldBack: Bool { false }
}

/// An answer that is held back for a while, for those who ask again as soon as they have it.
package final class HeldAnswer: PendingAnswer {
    package let patience: Duration
    package let isHeldBack = true
    private let answer: Answer

    package init(_ answer: Answer, for patience: Duration) {
        self.answer = answer
        self.patience = patience
    }

    package func begin(_ completion: @escaping @Sendable (Answer) -> Void) {}

    package func expire() -> Answer { answer }
}

/// A body that comes piece by piece. Called by one connection's thread at a time.
package protocol BodyStream: AnyObject, Sendable {
    /// Writes what is there into the buffer. Says `later` if there is nothing, and then calls `wake` once, from any
    /// thread, when it is worth asking again.
    func read(into buffer: UnsafeMutableRawBufferPointer, wake: @escaping @Sendable () -> Void) -> StreamRead

    /// The client has gone, or the body was read to its end.
    func close()
}

package enum StreamRead: Sendable, Equatable {
    /// How many bytes were written; more than zero.
    case bytes(Int)
    case later
    case end
}

/// Answers requests. Called on HTTP threads, several at once; never waits.
package protocol Handler: Sendable {
    /// Looks at the head of a request that has a body, before that is read. Not nil: the request is refused with it,
    /// its body is not read, and the connection is closed.
    func refuse(_ head: Request) -> Response?

    func answer(_ request: Request) -> Answer

    /// The server has said this by itself, before there was a request that a handler could be asked about.
    func note(_ said: Response)
}

extension Handler {
    package func note(_ said: Response) {}
}

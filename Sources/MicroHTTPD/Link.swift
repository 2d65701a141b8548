import Camera
import HTTP
import Posix

/// One connection, for as long as it lasts.
@safe final class Link: @unchecked Sendable {  // reason: what can change is touched on its worker's thread alone
    /// What the client is at, and since when it has had to make progress.
    enum Phase: Equatable {
        /// A request's head is coming, or, on a new connection, the handshake before it.
        case head(since: MonotonicTime)
        case body(since: MonotonicTime)
        /// The hub's turn.
        case answer
        /// Between two requests. `received` are the bytes that had come when it was first looked at.
        case rest(received: UInt64?)
    }

    let channel: Channel
    /// The number of the worker whose thread serves it.
    let worker: Int
    /// Whether it has a place within the limits.
    let isServed: Bool
    /// What every request on it gets: it is one too many, or it should speak TLS and does not.
    var refusal: Response?
    /// What it is shown in its handshake, kept for as long as the library may look at it.
    var certificate: Certificate?
    /// Set when the daemon has taken it, and valid until that tells of its end.
    var connection: OpaquePointer?
    var descriptor: CInt = -1
    var phase = Phase.head(since: .now)
    /// While it waits for an answer: since when the client has been known to send nothing more.
    var finishedSince: MonotonicTime?

    init(_ channel: Channel, worker: Int, isServed: Bool) {
        self.channel = channel
        self.worker = worker
        self.isServed = isServed
        refusal = isServed ? nil : .tooManyConnections
    }

    /// Whether the client has had time enough, or will ask for nothing more. The library's own time-out counts from the
    /// last byte, so that a byte now and then would hold a connection for ever; this one counts from the first. And the
    /// library misses an end that came together with the last request.
    func isOver(now: MonotonicTime, patience: Duration) -> Bool {
        switch phase {
        case .head(let since):
            // All that came has been read by now: what is there without the end of a head will not get one. Not so with
            // TLS, where something may be left to decrypt; there the library sees every end itself.
            let isCutShort = !channel.isSecure && SocketFacts.received(descriptor)?.isAll ?? false
            return isCutShort || since.duration(to: now) > patience
        case .body(let since):
            return since.duration(to: now) > patience
        case .answer:
            return false
        case .rest(let before):
            guard let received = SocketFacts.received(descriptor) else { return false }
            let isSame = before == nil || before == received.byteCount
            phase = isSame ? .rest(received: received.byteCount) : .head(since: now)
            return received.isAll
        }
    }

    func cut() { SocketFacts.shutDown(descriptor) }
}

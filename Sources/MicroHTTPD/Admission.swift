import HTTP
import Posix

/// Counts connections, and spreads them evenly over the workers. Thread-safe.
final class Admission: Sendable {
    private struct Counts {
        var total = 0
        var perPeer: [Peer: Int] = [:]
        var perWorker: [Int]
    }

    private let limits: ConnectionLimits
    private let counts: Locked<Counts>

    init(_ limits: ConnectionLimits, workerCount: Int) {
        self.limits = limits
        counts = Locked(Counts(perWorker: Array(repeating: 0, count: workerCount)))
    }

    /// Connections beyond the limits that are still let in, to be told so with a 503; more than these are closed.
    static let refusals = 64

    /// Counts a new connection in and gives it to the worker that has the fewest. Nil: it is not counted; close it.
    func enter(_ peer: Peer) -> Link? {
        counts.withLock { counts in
            guard counts.total < limits.total + Admission.refusals else { return nil }
            counts.total += 1
            counts.perPeer[peer, default: 0] += 1
            let isCrowded = peer != .local && counts.perPeer[peer, default: 0] > limits.perAddress
            let worker = counts.perWorker.indices.min { counts.perWorker[$0] < counts.perWorker[$1] } ?? 0
            counts.perWorker[worker] += 1
            return Link(peer: peer, worker: worker, isRefused: isCrowded || counts.total > limits.total)
        }
    }

    func leave(_ link: Link) {
        counts.withLock { counts in
            counts.total -= 1
            counts.perWorker[link.worker] -= 1
            let left = counts.perPeer[link.peer, default: 1] - 1
            counts.perPeer[link.peer] = left > 0 ? left : nil
        }
    }
}

/// What is known of one connection for as long as it lasts.
final class Link: Sendable {
    let peer: Peer
    /// The number of the worker whose thread serves it.
    let worker: Int
    /// It is one too many: every request on it gets 503.
    let isRefused: Bool

    init(peer: Peer, worker: Int, isRefused: Bool) {
        self.peer = peer
        self.worker = worker
        self.isRefused = isRefused
    }
}

/// A client on its way from the worker that accepted it to the one that serves it.
final class Arrival: Sendable {
    let link: Link
    private let client: Locked<Accepted?>

    init(_ client: consuming Accepted, _ link: Link) {
        self.client = Locked(client)
        self.link = link
    }

    /// The client, for the one who takes it first; closed with this object if nobody does.
    func take() -> Accepted? { client.withLock { $0.take() } }
}

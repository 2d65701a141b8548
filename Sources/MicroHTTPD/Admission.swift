import Camera
import HTTP
import Posix

/// Counts connections, over all workers. Thread-safe.
final class Admission: Sendable {
    private struct Counts {
        var total = 0
        var perPeer: [Peer: Int] = [:]
    }

    private let limits: ConnectionLimits
    private let counts = Locked(Counts())

    init(_ limits: ConnectionLimits) { self.limits = limits }

    /// Connections beyond the limits that are still let in, to be told so with a 503; more than these are closed.
    static let refusals = 64

    enum Verdict {
        case welcome
        /// It is counted, and every request on it gets 503.
        case full
        /// It is not counted: close it.
        case closed
    }

    /// Counts a new connection in, unless the verdict is `closed`.
    func enter(_ peer: Peer) -> Verdict {
        counts.withLock { counts in
            guard counts.total < limits.total + Admission.refusals else { return .closed }
            counts.total += 1
            counts.perPeer[peer, default: 0] += 1
            let isCrowded = peer != .local && counts.perPeer[peer, default: 0] > limits.perAddress
            return isCrowded || counts.total > limits.total ? .full : .welcome
        }
    }

    func leave(_ peer: Peer) {
        counts.withLock { counts in
            counts.total -= 1
            let left = counts.perPeer[peer, default: 1] - 1
            counts.perPeer[peer] = left > 0 ? left : nil
        }
    }
}

/// What is known of one connection for as long as it lasts. Bound to its worker's thread.
final class Link {
    let peer: Peer
    let isRefused: Bool

    init(peer: Peer, isRefused: Bool) {
        self.peer = peer
        self.isRefused = isRefused
    }
}

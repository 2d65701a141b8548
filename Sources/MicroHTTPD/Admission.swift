import HTTP
import Posix

/// Counts connections, and says which worker serves each. Thread-safe.
final class Admission: Sendable {
    private struct Counts {
        var served = 0
        /// Of those that are served, by their part of the address that tells clients apart.
        var perClient: [IPAddress: Int] = [:]
        var refused = 0
        var perWorker: [Int]
    }

    let limits: ConnectionLimits
    private let counts: Locked<Counts>

    init(_ limits: ConnectionLimits, workerCount: Int) {
        self.limits = limits
        counts = Locked(Counts(perWorker: Array(repeating: 0, count: workerCount)))
    }

    /// Connections beyond the limits that are still let in, to be told so with a 503; more than these are closed. They
    /// take no place from anybody: an address that opens more than it may shuts nobody else out.
    static let refusals = 64

    /// Counts a new connection in and gives it to a worker. Nil: it is not counted; close it.
    func enter(_ channel: Channel) -> Link? {
        let client = client(of: channel)
        return counts.withLock { counts in
            let isCrowded = client.map { counts.perClient[$0, default: 0] >= limits.perAddress } ?? false
            let isServed = !isCrowded && counts.served < limits.total
            if isServed {
                counts.served += 1
                if let client { counts.perClient[client, default: 0] += 1 }
            } else {
                guard counts.refused < Admission.refusals else { return nil }
                counts.refused += 1
            }
            // Encryption is more work than what company saves.
            let company = channel.isSecure ? 1 : limits.company
            let worker =
                counts.perWorker.firstIndex { $0 < company }
                ?? counts.perWorker.indices.min { counts.perWorker[$0] < counts.perWorker[$1] } ?? 0
            counts.perWorker[worker] += 1
            return Link(channel, worker: worker, isServed: isServed)
        }
    }

    func leave(_ link: Link) {
        let client = client(of: link.channel)
        counts.withLock { counts in
            counts.perWorker[link.worker] -= 1
            guard link.isServed else {
                counts.refused -= 1
                return
            }
            counts.served -= 1
            guard let client else { return }
            let left = counts.perClient[client, default: 1] - 1
            counts.perClient[client] = left > 0 ? left : nil
        }
    }

    /// Nil for those who stand for many.
    private func client(of channel: Channel) -> IPAddress? {
        guard case .ip(let address) = channel.peer, !limits.proxies.contains(where: { $0.contains(address) }) else {
            return nil
        }
        return address.client
    }
}

package import Camera
package import Posix

/// Lets network cameras connect: of those who have not heard from their server, two in any second, in the whole hub.
///
/// So it matters little how many cameras are behind a switch that has lost its power. Who gets an answer makes room at
/// once: cameras that are there do not wait for each other. Any thread.
package final class ConnectionGate: Sendable {
    /// Somebody who wants to connect. `bell` says when to ask: at first at once.
    package final class Ticket: Sendable {
        package let bell: EventCounter

        package init() throws(Errno) {
            bell = try EventCounter()
            bell.signal()
        }
    }

    private struct State {
        /// Who was let through in the last second, and has no answer yet.
        var tries: [(ticket: Ticket?, at: MonotonicTime)] = []
        var line: [Ticket] = []
    }

    private static let width = 2
    private static let period = Duration.seconds(1)

    private let state = Locked(State())

    package init() {}

    /// True: it may connect. False: it stands in the line.
    package func enter(_ ticket: Ticket, now: MonotonicTime) -> Bool {
        let (isIn, next) = state.withLock { state -> (Bool, Ticket?) in
            state.tries.removeAll { $0.at.advanced(by: ConnectionGate.period) <= now }
            let isFirst = state.line.isEmpty || state.line[0] === ticket
            guard isFirst, state.tries.count < ConnectionGate.width else {
                if !state.line.contains(where: { $0 === ticket }) { state.line.append(ticket) }
                return (false, nil)
            }
            if !state.line.isEmpty { state.line.removeFirst() }
            state.tries.append((ticket, now))
            return (true, state.line.first)
        }
        // It has to know when the next place is free.
        next?.bell.signal()
        return isIn
    }

    /// It has its answer: its place is free.
    package func heard(_ ticket: Ticket) {
        let next = state.withLock { state -> Ticket? in
            guard let index = state.tries.firstIndex(where: { $0.ticket === ticket }) else { return nil }
            state.tries.remove(at: index)
            return state.line.first
        }
        next?.bell.signal()
    }

    /// It wants nothing any more. Its try counts all the same.
    package func leave(_ ticket: Ticket) {
        let next = state.withLock { state -> Ticket? in
            if let index = state.tries.firstIndex(where: { $0.ticket === ticket }) { state.tries[index].ticket = nil }
            guard let index = state.line.firstIndex(where: { $0 === ticket }) else { return nil }
            state.line.remove(at: index)
            return index == 0 ? state.line.first : nil
        }
        next?.bell.signal()
    }

    /// When to ask again without a bell; nil: it is not this one's turn.
    package func nextOpening(for ticket: Ticket) -> MonotonicTime? {
        state.withLock { state in
            guard state.line.first === ticket else { return nil }
            return state.tries.map(\.at).min()?.advanced(by: ConnectionGate.period)
        }
    }
}

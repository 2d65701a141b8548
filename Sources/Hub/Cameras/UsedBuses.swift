import Camera
import Posix

/// Cameras that get less of their USB bus than they want, and hear when another one there has stopped. Thread-safe.
///
/// One is called at a time, and the next one when it has tried: while it tries to get more, the others hold on to what they
/// have, so that nobody gets less than before.
final class UsedBuses: Sendable {
    private struct Waiter {
        let id: CameraID
        let bus: String
        let call: @Sendable () -> Void
    }

    private struct State {
        /// In the order in which they have come.
        var waiters: [Waiter] = []
        /// Those who are still to be called, the one whose turn it is first.
        var turns: [Turn] = []
    }

    private struct Turn: Equatable {
        let id: CameraID
        let bus: String
    }

    private let state = Locked(State())

    /// From now on the camera is called, on any thread, when there may be more.
    func wait(_ id: CameraID, for bus: String, call: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.waiters.removeAll { $0.id == id }
            state.waiters.append(Waiter(id: id, bus: bus, call: call))
        }
    }

    /// The camera has what it wants, or wants nothing any more.
    func leave(_ id: CameraID) { state.withLock { $0.waiters.removeAll { $0.id == id } } }

    /// A camera has given its bandwidth back.
    func noteRoom(on bus: String, by id: CameraID) {
        callFirst { state in
            let isQuiet = !state.turns.contains { $0.bus == bus }
            let turns = state.waiters.filter { $0.bus == bus && $0.id != id }.map { Turn(id: $0.id, bus: bus) }
            state.turns += turns.filter { !state.turns.contains($0) }
            return isQuiet ? bus : nil
        }
    }

    /// The camera has tried, or will not: it is the next one's turn, if it was this one's.
    func hadItsTurn(_ id: CameraID) {
        callFirst { state in
            guard let turn = state.turns.first(where: { $0.id == id }) else { return nil }
            let wasFirst = state.turns.first { $0.bus == turn.bus } == turn
            state.turns.removeAll { $0.id == id }
            return wasFirst ? turn.bus : nil
        }
    }

    private func callFirst(on choose: (inout State) -> String?) {
        let waiter: Waiter? = state.withLock { state in
            guard let bus = choose(&state) else { return nil }
            state.turns.removeAll { turn in !state.waiters.contains { $0.id == turn.id } }
            return state.turns.first { $0.bus == bus }.flatMap { turn in state.waiters.first { $0.id == turn.id } }
        }
        waiter?.call()
    }
}

import Posix

/// Somebody who has pictures to encode. Stands in the line once at most, and does one thing for each place.
protocol EncodingGuest: AnyObject, Sendable {
    /// It has a place from now on. From any thread, without a lock.
    func placeIsFree()
}

/// Who may encode at this moment: as many as there are places, everyone else in a line.
///
/// A camera is at most two guests, its frames and their smaller sizes, so that when the machine is too slow all cameras
/// get fewer frames alike, whatever each of them wants. Nobody's frame waits in the line: who gets a place takes the
/// newest one then.
package final class EncodingPlaces: Sendable {
    private struct State {
        var taken: Set<ObjectIdentifier> = []
        var line: [any EncodingGuest] = []
    }

    /// How many may encode at the same time.
    package let count: Int
    private let state = Locked(State())

    package init(count: Int) { self.count = max(1, count) }

    /// True: the guest has a place, now or since it was told. False: it stands in the line, and is told.
    func enter(_ guest: any EncodingGuest) -> Bool {
        state.withLock { state in
            if state.taken.contains(ObjectIdentifier(guest)) { return true }
            if state.taken.count < count {
                state.taken.insert(ObjectIdentifier(guest))
                return true
            }
            if !state.line.contains(where: { $0 === guest }) { state.line.append(guest) }
            return false
        }
    }

    /// Gives the place back, or leaves the line.
    func leave(_ guest: any EncodingGuest) {
        let next: (any EncodingGuest)? = state.withLock { state in
            guard state.taken.remove(ObjectIdentifier(guest)) != nil else {
                state.line.removeAll { $0 === guest }
                return nil
            }
            guard !state.line.isEmpty else { return nil }
            let next = state.line.removeFirst()
            state.taken.insert(ObjectIdentifier(next))
            return next
        }
        next?.placeIsFree()
    }

    /// How many encode, and how many stand in the line.
    var standing: (taken: Int, waiting: Int) { state.withLock { ($0.taken.count, $0.line.count) } }
}

import Camera
import Posix

/// A camera's stand in the line of those who encode its frames, and what it has lost by standing there. Thread-bound.
struct EncodingLine {
    private let places: EncodingPlaces
    private let guest: Guest
    private var delay = EncodingDelay()
    /// When a frame was there first, and when it got its place.
    private var asked: MonotonicTime?
    private var begun: MonotonicTime?

    /// Wakes the reactor when there is a place.
    init(_ places: EncodingPlaces, _ reactor: any Reactor) {
        self.places = places
        guest = Guest(reactor)
    }

    var isWaiting: Bool { asked != nil && begun == nil }

    /// There is a frame. True: there is a place for it, too.
    mutating func enter(now: MonotonicTime) -> Bool {
        asked = asked ?? now
        guard places.enter(guest) else { return false }
        begun = now
        return true
    }

    /// The frame is done. How many were lost on the way to it.
    mutating func leave(now: MonotonicTime, interval: Duration) -> Int {
        guard let asked, let begun else { return 0 }
        places.leave(guest)
        (self.asked, self.begun) = (nil, nil)
        return delay.encoded(asked: asked, begun: begun, ended: now, interval: interval)
    }

    /// The frame needs no place after all.
    mutating func giveUp() {
        guard isWaiting else { return }
        places.leave(guest)
        asked = nil
    }

    /// Nobody watches any more, or there is nothing to watch.
    mutating func pause() {
        if asked != nil { places.leave(guest) }
        (asked, begun) = (nil, nil)
        delay.pause()
    }

    private final class Guest: EncodingGuest {
        private let reactor: any Reactor

        init(_ reactor: any Reactor) { self.reactor = reactor }

        func placeIsFree() { reactor.wake() }
    }
}

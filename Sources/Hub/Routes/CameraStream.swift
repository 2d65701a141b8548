import Access
import Camera
import HTTP
import Posix

/// One client of `/cam/<id>/stream`: gets the newest picture when it can take one, the last one again when there has been
/// none for a while, and its viewer watches for as long as it lasts.
final class CameraStream: PartStream, SizeAsker {
    private struct State {
        var wake: (@Sendable () -> Void)?
        var isOver = false
        var hasBegun = false
        /// What `next` has said last, and what has gone out last; nil: nothing, or the opening.
        var offered: PublishedFrame?
        /// What was made smaller for it, and has not gone out.
        var made: PublishedFrame?
        var last: PublishedFrame?
        var lastAt: MonotonicTime?
        var isRepeated = false
        /// When the next picture is due at the rate that the client wants.
        var due: MonotonicTime?
    }

    let viewer: ViewerKey
    private let camera: LiveCamera
    /// What the client has shown; it may be worth less later.
    private let grant: Grant
    private let access: AccessControl
    private let meter: RouteMeter
    private let clock: @Sendable () -> MonotonicTime
    /// Between two pictures; nil: as they come.
    private let interval: Duration?
    /// Below which pictures are not to be; nil: as they come.
    private let width: Int?
    /// After so long without a new picture the last one is sent once more; nil: only after `repetition`.
    private let echo: Duration?
    private let state = Locked(State())

    /// The last picture is sent again after so long: clients that have gone are noticed only by being sent something.
    static let repetition: Duration = .seconds(5)

    /// WebKit and Chromium show a picture when they have the head of the next part, not when they have the boundary.
    private static let echoForWebKit: Duration = .milliseconds(100)

    init(
        of camera: LiveCamera, for viewer: ViewerKey, _ grant: Grant, _ access: AccessControl, interval: Duration?,
        width: Int? = nil, userAgent: String?, meter: RouteMeter, clock: @escaping @Sendable () -> MonotonicTime
    ) {
        self.camera = camera
        self.viewer = viewer
        self.grant = grant
        self.access = access
        self.interval = interval
        self.width = width
        echo = userAgent?.contains("AppleWebKit/") ?? false ? CameraStream.echoForWebKit : nil
        self.meter = meter
        self.clock = clock
    }

    // MARK: - For the server

    func open(wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
        camera.open(self, now: clock())
        // The policy may have changed since the request was let in. Whatever changes from now on finds the stream.
        if !isPermitted(by: access.policy) { end() }
    }

    func next() -> NextPart {
        let now = clock()
        let state = state.withLock { $0 }
        if state.isOver { return .end }
        guard state.hasBegun else { return .part(StreamFormat.opening) }
        let echoDue = state.isRepeated ? nil : echo.flatMap { state.lastAt?.advanced(by: $0) }
        if let due = state.due, due > now {
            guard let last = state.last, let echoDue, echoDue < due else { return .later(now.duration(to: due)) }
            return offer(last, at: echoDue, now)
        }
        if let made = state.made { return offer(made) }
        switch camera.newest(for: self, after: state.last) {
        case .frame(let frame): return offerSized(frame)
        case .over: return .end
        case .none(let old, let isExpected):
            // Without any picture there is nothing that the client could be kept with.
            guard let old else { return isExpected ? .later(nil) : .end }
            if let last = state.last, let lastAt = state.lastAt, last.sequence == old.sequence {
                return offer(last, at: echoDue ?? lastAt.advanced(by: CameraStream.repetition), now)
            }
            // Who has had nothing yet is shown an old picture only if no other can be expected.
            return isExpected && state.last == nil ? .later(nil) : offerSized(old)
        }
    }

    /// Offers a frame in the size that the client wants, if that is made; else it is told when it is.
    private func offerSized(_ frame: PublishedFrame) -> NextPart {
        let scale = width.map { PictureScale(notBelow: $0, of: frame.size) } ?? .full
        return camera.sizes.frame(frame, in: scale, for: self).map(offer) ?? .later(nil)
    }

    private func offer(_ frame: PublishedFrame, at moment: MonotonicTime, _ now: MonotonicTime) -> NextPart {
        moment <= now ? offer(frame) : .later(now.duration(to: moment))
    }

    private func offer(_ frame: PublishedFrame) -> NextPart {
        state.withLock { $0.offered = frame }
        return .part(frame.part)
    }

    func begin() {
        let now = clock()
        let (frame, isNew) = state.withLock { state in
            state.hasBegun = true
            guard let frame = state.offered else { return (nil as PublishedFrame?, false) }
            state.isRepeated = state.last === frame
            state.last = frame
            state.made = nil
            state.lastAt = now
            if let interval, !state.isRepeated {
                // Late by less than an interval, it makes up for it; by more, it does not.
                let due = state.due.map { max($0, now.advanced(by: .zero - interval)) } ?? now
                state.due = due.advanced(by: interval)
            }
            return (frame, !state.isRepeated)
        }
        meter.send((frame?.part ?? StreamFormat.opening).count)
        if isNew { frame?.countServed(now: now) }
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    func close() {
        state.withLock { $0.wake = nil }
        _ = camera.sizes.leave(self)
        camera.close(self, now: clock())
    }

    // MARK: - For the camera

    func isPermitted(by policy: AccessPolicy) -> Bool { policy.permits(grant, at: .camera(camera.id)) }

    /// There is something new.
    func wake() { state.withLock { $0.wake }?() }

    func take(_ frame: PublishedFrame) {
        state.withLock { $0.made = frame }
        wake()
    }

    func refuse() { end() }

    /// What is under way is the last.
    func end() {
        state.withLock { $0.isOver = true }
        wake()
    }
}

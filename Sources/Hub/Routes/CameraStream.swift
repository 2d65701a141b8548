import Access
import Camera
import HTTP
import Posix

/// One client of `/cam/<id>/stream`: gets the newest picture when it can take one, the last one again when there has been
/// none for a while, and its viewer watches for as long as it lasts.
final class CameraStream: PartStream, SizeAsker {
    fileprivate struct State {
        var wake: (@Sendable () -> Void)?
        var isOver = false
        var hasBegun = false
        /// What `next` has said last, and what has gone out last; nil: nothing, or the opening.
        var offered: PublishedFrame?
        /// What was made smaller for it, and has not gone out.
        var made: PublishedFrame?
        var last: PublishedFrame?
        var lastAt: MonotonicTime?
        /// When the next picture is due at the rate that the client wants.
        var due: MonotonicTime?
    }

    let viewer: ViewerKey
    private let camera: LiveCamera
    /// What the client has shown; it may be worth less later.
    private let grant: Grant
    private let access: AccessControl
    private let clock: @Sendable () -> MonotonicTime
    /// Between two pictures; nil: as they come.
    private let interval: Duration?
    /// Below which pictures are not to be; nil: as they come.
    private let width: Int?
    private let state = Locked(State())

    /// The last picture is sent again after so long: clients that have gone are noticed only by being sent something.
    static let repetition: Duration = .seconds(5)

    init(
        of camera: LiveCamera, for viewer: ViewerKey, _ grant: Grant, _ access: AccessControl, interval: Duration?,
        width: Int? = nil, clock: @escaping @Sendable () -> MonotonicTime
    ) {
        self.camera = camera
        self.viewer = viewer
        self.grant = grant
        self.access = access
        self.interval = interval
        self.width = width
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
        let (told, made, last, lastAt) = state.withLock { ($0.told(now), $0.made, $0.last, $0.lastAt) }
        if let told { return told }
        if let made { return offer(made) }
        switch camera.newest(for: self, after: last) {
        case .frame(let frame): return offerSized(frame)
        case .over: return .end
        case .none(let old, let isExpected):
            // Who has had nothing yet is shown an old picture only if no other can be expected.
            let again = lastAt?.advanced(by: CameraStream.repetition) ?? (isExpected ? nil : now)
            // Without any picture there is nothing that the client could be kept with.
            guard let old else { return isExpected ? .later(nil) : .end }
            guard let again else { return .later(nil) }
            guard again <= now else { return .later(now.duration(to: again)) }
            if let last, last.sequence == old.sequence { return offer(last) }
            return offerSized(old)
        }
    }

    /// Offers a frame in the size that the client wants, if that is made; else it is told when it is.
    private func offerSized(_ frame: PublishedFrame) -> NextPart {
        let scale = width.map { PictureScale(notBelow: $0, of: frame.size) } ?? .full
        return camera.sizes.frame(frame, in: scale, for: self).map(offer) ?? .later(nil)
    }

    private func offer(_ frame: PublishedFrame) -> NextPart {
        state.withLock { $0.offered = frame }
        return .part(frame.part)
    }

    func begin() {
        let now = clock()
        let frame = state.withLock { state in
            state.hasBegun = true
            guard let frame = state.offered else { return nil as PublishedFrame? }
            state.last = frame
            state.made = nil
            state.lastAt = now
            if let interval {
                // Late by less than an interval, it makes up for it; by more, it does not.
                let due = state.due.map { max($0, now.advanced(by: .zero - interval)) } ?? now
                state.due = due.advanced(by: interval)
            }
            return frame
        }
        if let frame { camera.countServed(.stream, bytes: frame.byteCount) }
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

extension CameraStream.State {
    /// What can be said without the camera.
    fileprivate func told(_ now: MonotonicTime) -> NextPart? {
        if isOver { return .end }
        if !hasBegun { return .part(StreamFormat.opening) }
        return due.flatMap { $0 > now ? .later(now.duration(to: $0)) : nil }
    }
}

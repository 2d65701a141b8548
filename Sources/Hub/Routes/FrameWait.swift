import Access
import Camera
import HTTP
import Posix

/// A request that waits for a camera's first frame, or for one that its sender has not had.
final class FrameWait: PendingAnswer {
    let wish: FrameWish
    private let camera: LiveCamera
    /// What its sender has shown; it may be worth less by the time the frame comes.
    private let grant: Grant
    private let crossOrigin: CrossOrigin
    private let access: AccessControl
    private let clock: @Sendable () -> MonotonicTime
    private let completion = Locked<(@Sendable (Answer) -> Void)?>(nil)

    /// If nothing else is said, as long as a camera has to be opened and to send its first frame.
    var patience: Duration { wish.wait ?? CaptureLifecycle.firstFrame }

    init(
        for camera: LiveCamera, _ grant: Grant, _ crossOrigin: CrossOrigin, _ access: AccessControl,
        wish: FrameWish = FrameWish(), clock: @escaping @Sendable () -> MonotonicTime = { .now }
    ) {
        self.camera = camera
        self.wish = wish
        self.grant = grant
        self.crossOrigin = crossOrigin
        self.access = access
        self.clock = clock
    }

    func begin(_ completion: @escaping @Sendable (Answer) -> Void) {
        self.completion.withLock { $0 = completion }
        if let look = camera.enter(self) { finish(look) }
        // The policy may have changed since the request was let in. Whatever changes from now on finds the wait.
        if !isPermitted(by: access.policy), camera.leave(self) { refuse() }
    }

    func isPermitted(by policy: AccessPolicy) -> Bool { policy.permits(grant, at: .camera(camera.id)) }

    /// Its sender may not see the camera any more.
    func refuse() {
        complete(.now(.refused(.unauthorized(isChallenged: false), crossOrigin.headerFields)))
    }

    func expire() -> Answer {
        // If it is just being answered, that answer comes too late and is dropped by the server.
        _ = camera.leave(self)
        if wish.after != nil, wish.wait != nil { return unchanged }
        let condition = CameraCondition(
            .starting, reason: "the camera has sent no frame within \(patience.inSeconds) s", hint: "ask again")
        return .now(.unavailable(condition, crossOrigin.headerFields))
    }

    /// There is nothing that its sender has not had.
    private var unchanged: Answer {
        if let last = camera.last, wish.has(last) {
            return .notModified(last.response(wish, crossOrigin, now: clock()))
        }
        return .now(Response(.notModified, fields: [Field("Cache-Control", "no-cache")] + crossOrigin.headerFields))
    }

    func finish(_ look: LiveCamera.Look) {
        guard complete(Answer(look, wish, crossOrigin, now: clock())) else { return }
        if case .frame(let frame) = look { camera.countServed(.frame, bytes: frame.byteCount) }
    }

    /// Answers; a second time it does nothing.
    @discardableResult
    private func complete(_ answer: Answer) -> Bool {
        let completion = completion.withLock { $0.take() }
        completion?(answer)
        return completion != nil
    }
}

extension Answer {
    /// What a look at a camera means to a client that waits no longer.
    init(_ look: LiveCamera.Look, _ wish: FrameWish, _ crossOrigin: CrossOrigin, now: MonotonicTime) {
        switch look {
        case .frame(let frame): self = .now(frame.response(wish, crossOrigin, now: now))
        case .notYet:
            let condition = CameraCondition(.starting, reason: "waiting for the first frame")
            self = .now(.unavailable(condition, crossOrigin.headerFields))
        case .unavailable(let condition): self = .now(.unavailable(condition, crossOrigin.headerFields))
        }
    }
}

extension PublishedFrame {
    /// The answer, shared by all who wish for nothing but the frame.
    func response(_ wish: FrameWish, _ crossOrigin: CrossOrigin, now: MonotonicTime) -> Response {
        wish.isStale ? response(crossOrigin, at: now) : response(crossOrigin)
    }
}

extension Response {
    /// 503, why, and what to do.
    static func unavailable(_ condition: CameraCondition, _ fields: [Field] = []) -> Response {
        struct Report: Encodable {
            var error: String
            var code: String
            var state: String
            var reason: String?
            var hint: String?
        }
        let reason = condition.reason ?? "the camera has no frame yet"
        return .json(
            Report(
                error: reason, code: "no-frame", state: condition.state.rawValue, reason: condition.reason,
                hint: condition.hint), status: .serviceUnavailable,
            fields: [Field("Retry-After", "1")] + fields)
    }
}

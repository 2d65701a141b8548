import Access
import Camera
import HTTP
import Posix

/// A request that waits for a camera's first frame.
final class FrameWait: PendingAnswer {
    private let camera: LiveCamera
    /// What its sender has shown; it may be worth less by the time the frame comes.
    private let grant: Grant
    private let crossOrigin: CrossOrigin
    private let access: AccessControl
    private let completion = Locked<(@Sendable (Answer) -> Void)?>(nil)

    /// As long as a camera has to be opened and to send its first frame.
    let patience = CaptureLifecycle.firstFrame

    init(for camera: LiveCamera, _ grant: Grant, _ crossOrigin: CrossOrigin, _ access: AccessControl) {
        self.camera = camera
        self.grant = grant
        self.crossOrigin = crossOrigin
        self.access = access
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
        let condition = CameraCondition(
            .starting, reason: "the camera has sent no frame within \(patience.components.seconds) s", hint: "ask again"
        )
        return .now(.unavailable(condition, crossOrigin.headerFields))
    }

    func finish(_ look: LiveCamera.Look) { complete(Answer(look, crossOrigin)) }

    /// Answers; a second time it does nothing.
    private func complete(_ answer: Answer) {
        let completion = completion.withLock { $0.take() }
        completion?(answer)
    }
}

extension Answer {
    /// What a look at a camera means to a client that waits no longer.
    init(_ look: LiveCamera.Look, _ crossOrigin: CrossOrigin) {
        switch look {
        case .frame(let frame): self = .now(frame.response(crossOrigin))
        case .notYet:
            let condition = CameraCondition(.starting, reason: "waiting for the first frame")
            self = .now(.unavailable(condition, crossOrigin.headerFields))
        case .unavailable(let condition): self = .now(.unavailable(condition, crossOrigin.headerFields))
        }
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

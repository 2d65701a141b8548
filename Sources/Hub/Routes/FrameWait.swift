import Camera
import HTTP
import Posix

/// A request that waits for a camera's first frame.
final class FrameWait: PendingAnswer {
    private let camera: LiveCamera
    private let completion = Locked<(@Sendable (Answer) -> Void)?>(nil)

    /// As long as a camera has to be opened and to send its first frame.
    let patience = CaptureLifecycle.firstFrame

    init(for camera: LiveCamera) { self.camera = camera }

    func begin(_ completion: @escaping @Sendable (Answer) -> Void) {
        self.completion.withLock { $0 = completion }
        if let look = camera.enter(self) { finish(look) }
    }

    func expire() -> Answer {
        // If it is just being answered, that answer comes too late and is dropped by the server.
        _ = camera.leave(self)
        let condition = CameraCondition(
            .starting, reason: "the camera has sent no frame within \(patience.components.seconds) s", hint: "ask again"
        )
        return .now(.unavailable(condition))
    }

    /// Answers; a second time it does nothing.
    func finish(_ look: LiveCamera.Look) {
        let completion = completion.withLock { $0.take() }
        completion?(Answer(look))
    }
}

extension Answer {
    /// What a look at a camera means to a client that waits no longer.
    init(_ look: LiveCamera.Look) {
        switch look {
        case .frame(let frame): self = .now(frame.response)
        case .notYet: self = .now(.unavailable(CameraCondition(.starting, reason: "waiting for the first frame")))
        case .unavailable(let condition): self = .now(.unavailable(condition))
        }
    }
}

extension Response {
    /// 503, why, and what to do.
    static func unavailable(_ condition: CameraCondition) -> Response {
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
            fields: [Field("Retry-After", "1")])
    }
}

import Access
import Camera
import HTTP
import Posix

/// A request that waits for a camera's first frame, or for one that its sender has not had.
final class FrameWait: PendingAnswer {
    private let client: FrameClient
    private let completion = Locked<(@Sendable (Answer) -> Void)?>(nil)

    /// If nothing else is said, as long as a camera has to be opened and to send its first frame.
    var patience: Duration { wish.wait ?? CaptureLifecycle.firstFrame }

    init(for client: FrameClient) { self.client = client }

    var wish: FrameWish { client.wish }
    private var camera: LiveCamera { client.camera }

    func begin(_ completion: @escaping @Sendable (Answer) -> Void) {
        self.completion.withLock { $0 = completion }
        if let look = camera.enter(self) { finish(look) }
        // The policy may have changed since the request was let in. Whatever changes from now on finds the wait.
        if !isPermitted(by: client.access.policy), camera.leave(self) { refuse() }
    }

    func isPermitted(by policy: AccessPolicy) -> Bool { client.isPermitted(by: policy) }

    /// Its sender may not see the camera any more.
    func refuse() {
        complete(client.refusal)
    }

    func expire() -> Answer {
        // If it is just being answered, that answer comes too late and is dropped by the server.
        _ = camera.leave(self)
        if wish.after != nil, wish.wait != nil { return unchanged }
        let condition = CameraCondition(
            .starting, reason: "the camera has sent no frame within \(patience.inSeconds) s", hint: "ask again")
        return client.unavailable(condition)
    }

    /// There is nothing that its sender has not had.
    private var unchanged: Answer {
        if let last = camera.last, wish.has(last) { return client.unchanged(last) }
        let fields = [Field("Cache-Control", "no-cache")] + client.crossOrigin.headerFields
        return .now(Response(.notModified, fields: fields))
    }

    func finish(_ look: LiveCamera.Look) {
        switch look {
        case .frame(let frame): complete(client.answer(with: frame))
        case .notYet: complete(client.unavailable(CameraCondition(.starting, reason: "waiting for the first frame")))
        case .unavailable(let condition): complete(client.unavailable(condition))
        }
    }

    /// Answers; a second time it does nothing.
    private func complete(_ answer: @autoclosure () -> Answer) {
        guard let completion = completion.withLock({ $0.take() }) else { return }
        completion(answer())
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
    static func unavailable(
        _ condition: CameraCondition, code: String = "no-frame", _ fields: [Field] = []
    ) -> Response {
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
                error: reason, code: code, state: condition.state.rawValue, reason: condition.reason,
                hint: condition.hint), status: .serviceUnavailable,
            fields: [Field("Retry-After", "1")] + fields)
    }
}

import Access
import Camera
import HTTP
import Posix

/// Whom a camera's frames go to, and how they are wished.
struct FrameClient: Sendable {
    let camera: LiveCamera
    /// What the client has shown; it may be worth less by the time the frame comes.
    let grant: Grant
    let crossOrigin: CrossOrigin
    let access: AccessControl
    var wish = FrameWish()
    var ifNoneMatch: String?
    var clock: @Sendable () -> MonotonicTime = { .now }

    func isPermitted(by policy: AccessPolicy) -> Bool { policy.permits(grant, at: .camera(camera.id)) }

    /// The answer with a frame, in the size that is wished: at once, or as soon as that is made.
    func answer(with frame: PublishedFrame) -> Answer {
        let scale = wish.scale(of: frame)
        guard let sized = camera.sizes.made(scale, of: frame) else {
            return .later(SizeWait(for: self, frame, scale))
        }
        return answer(withSized: sized)
    }

    /// The answer with a frame that has its size.
    func answer(withSized frame: PublishedFrame) -> Answer {
        let response = frame.response(wish, crossOrigin, now: clock())
        if let tags = ifNoneMatch, frame.tag.isNamed(in: tags) { return .notModified(response) }
        return .now(response)
    }

    /// There is nothing newer than this, which the client has.
    func unchanged(_ frame: PublishedFrame) -> Answer {
        let sized = camera.sizes.made(wish.scale(of: frame), of: frame) ?? frame
        return .notModified(sized.response(wish, crossOrigin, now: clock()))
    }

    /// The client may not see the camera any more.
    var refusal: Answer { .now(.refused(.unauthorized(isChallenged: false), crossOrigin.headerFields)) }

    func unavailable(_ condition: CameraCondition) -> Answer {
        .now(.unavailable(condition, crossOrigin.headerFields))
    }
}

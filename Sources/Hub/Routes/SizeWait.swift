import Access
import Camera
import HTTP
import Posix

/// A request that waits for a frame in the size that it asks for.
final class SizeWait: PendingAnswer, SizeAsker {
    private let client: FrameClient
    private let frame: PublishedFrame
    private let scale: PictureScale
    private let completion = Locked<(@Sendable (Answer) -> Void)?>(nil)

    /// Many times what it takes.
    let patience: Duration = .seconds(5)

    init(for client: FrameClient, _ frame: PublishedFrame, _ scale: PictureScale) {
        self.client = client
        self.frame = frame
        self.scale = scale
    }

    private var sizes: FrameSizes { client.camera.sizes }

    func begin(_ completion: @escaping @Sendable (Answer) -> Void) {
        self.completion.withLock { $0 = completion }
        if let made = sizes.frame(frame, in: scale, for: self) { take(made) }
        // The policy may have changed since the request was let in. Whatever changes from now on finds the wait.
        if !isPermitted(by: client.access.policy), sizes.leave(self) { refuse() }
    }

    func isPermitted(by policy: AccessPolicy) -> Bool { client.isPermitted(by: policy) }

    func refuse() { completion.withLock { $0.take() }?(client.refusal) }

    func take(_ frame: PublishedFrame) {
        guard let completion = completion.withLock({ $0.take() }) else { return }
        completion(client.answer(withSized: frame))
    }

    func expire() -> Answer {
        _ = sizes.leave(self)
        return client.unavailable(
            CameraCondition(
                .streaming, reason: "the machine is too slow to make this picture smaller now",
                hint: "ask without width, or lower the rate or the size of the cameras"))
    }
}

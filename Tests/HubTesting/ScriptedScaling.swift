package import Camera
import Hub
import Posix

/// Makes smaller pictures without any decoding: what comes out is the divisor, and then the picture's own bytes.
package final class ScriptedScaling: Sendable {
    package struct Job: Equatable, Sendable {
        package let scale: PictureScale
        package let picture: [UInt8]
    }

    private struct State {
        var jobs: [Job] = []
        var scalers = 0
        var isBroken = false
        var whileScaling: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    init() {}

    /// Called on the crew's thread in the midst of each job.
    package func whileScaling(_ body: (@Sendable () -> Void)?) { state.withLock { $0.whileScaling = body } }

    /// From now on no picture can be decoded.
    package func breakDown() { state.withLock { $0.isBroken = true } }

    package var jobs: [Job] { state.withLock { $0.jobs } }

    /// How many were made.
    package var scalers: Int { state.withLock { $0.scalers } }

    @Sendable func make() -> any FrameScaler {
        state.withLock { $0.scalers += 1 }
        return Scaler(self)
    }

    private final class Scaler: FrameScaler {
        private let scaling: ScriptedScaling
        /// The picture's size is not in its bytes: all are this large.
        private let size = Size(width: 1280, height: 720)

        init(_ scaling: ScriptedScaling) { self.scaling = scaling }

        func shrink(_ picture: FrameBytes, to scale: PictureScale) -> (bytes: FrameBytes, size: Size)? {
            let bytes = picture.withBytes { $0.withUnsafeBytes { Array($0) } }
            let (isBroken, body) = scaling.state.withLock { state in
                state.jobs.append(Job(scale: scale, picture: bytes))
                return (state.isBroken, state.whileScaling)
            }
            body?()
            guard !isBroken else { return nil }
            let made = ([UInt8(scale.rawValue)] + bytes).withUnsafeBytes { FrameBytes(copying: $0) }
            return (made, scale.size(of: size))
        }
    }
}

package import Camera
package import Hub
import Posix

/// A source that gives what the test pushes into it, one thing a look.
package final class ScriptedSource: FrameSource, Sendable {
    /// What the next look brings.
    package enum Step: Sendable {
        /// A good frame, unless nobody watches.
        case frame(bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9], size: Size? = nil, age: Duration = .zero)
        case broken(BrokenCause)
        /// A piece of a stream, in which all this has been found since the source was opened.
        case piece(StreamTally)
        /// The descriptor was readable, but there is nothing behind it.
        case nothing
        /// The camera says that this many frames were lost, and gives one.
        case frameAfterDrops(Int)
        case fault(CaptureError)
    }

    private struct State {
        var steps: [Step] = []
        var delivery: Delivery
        var nextDue: MonotonicTime?
        var shortfall: Shortfall?
        var dropped = 0
        var tally = StreamTally()
        var isOpen = true
        /// Always readable, whether there is something or not.
        var isStuck = false
        var settings: CameraSettings
        var restarts = 0
        var restartFault: CaptureError?
        /// Whether each look was made for somebody.
        var looks: [Bool] = []
        var followsSize = false
        /// Its frames are encoded, which takes as long as this.
        var encoding: (@Sendable () -> Void)?
    }

    /// Nil: it has no controls.
    package let controls: ScriptedControls?
    private let time: ManualTime
    private let number: CInt
    private let hasDescriptor: Bool
    private let onClose: @Sendable (ScriptedSource) -> Void
    private let state: Locked<State>

    init(
        _ time: ManualTime, settings: CameraSettings, delivery: Delivery, hasDescriptor: Bool,
        controls: ScriptedControls?, shortfall: Shortfall? = nil, onClose: @escaping @Sendable (ScriptedSource) -> Void
    ) {
        self.time = time
        number = time.makeDescriptor()
        self.hasDescriptor = hasDescriptor
        self.onClose = onClose
        self.controls = controls
        state = Locked(State(delivery: delivery, shortfall: shortfall, settings: settings))
    }

    // MARK: - For tests

    package func push(_ steps: Step...) {
        state.withLock { $0.steps += steps }
        time.setReadable(number, true)
    }

    package func setStuck() {
        state.withLock { $0.isStuck = true }
        time.setReadable(number, true)
    }

    package func set(nextDue: MonotonicTime?) { state.withLock { $0.nextDue = nextDue } }
    package func set(delivery: Delivery) { state.withLock { $0.delivery = delivery } }
    package func failRestart(with error: CaptureError) { state.withLock { $0.restartFault = error } }
    /// Its frames have to be encoded from now on; `body` is that work, on the camera's own thread.
    package func encode(_ body: @escaping @Sendable () -> Void = {}) { state.withLock { $0.encoding = body } }
    package func acceptAnySize() { state.withLock { $0.followsSize = true } }

    package var isOpen: Bool { state.withLock { $0.isOpen } }
    package var restarts: Int { state.withLock { $0.restarts } }
    package var settings: CameraSettings { state.withLock { $0.settings } }
    package var looks: [Bool] { state.withLock { $0.looks } }

    // MARK: - For the hub

    package var delivery: Delivery { state.withLock { $0.delivery } }
    package var descriptor: CInt? { hasDescriptor ? number : nil }
    package var nextDue: MonotonicTime? { state.withLock { $0.nextDue } }
    package var shortfall: Shortfall? { state.withLock { $0.shortfall } }
    package var droppedByDevice: Int { state.withLock { $0.dropped } }
    package var tally: StreamTally { state.withLock { $0.tally } }

    package func isEncoding(at now: MonotonicTime) -> Bool { state.withLock { $0.encoding != nil } }

    package func take(now: MonotonicTime, isWatched: Bool) throws(CaptureError) -> Taken {
        let (step, delivery) = state.withLock { state in
            precondition(state.isOpen, "a closed source is looked at")
            state.looks.append(isWatched)
            let step = state.steps.isEmpty ? nil : state.steps.removeFirst()
            time.setReadable(number, !state.steps.isEmpty || state.isStuck)
            if case .frameAfterDrops(let count) = step { state.dropped += count }
            if case .piece(let tally) = step { state.tally = tally }
            return (step, state.delivery)
        }
        switch step {
        case .frame(let bytes, let size, let age):
            guard isWatched else { return .skipped }
            state.withLock { $0.encoding }?()
            return .frame(frame(bytes, size, delivery, at: now.advanced(by: .zero - age)))
        case .frameAfterDrops: return .frame(frame([0xFF, 0xD8, 0xFF, 0xD9], nil, delivery, at: now))
        case .broken(let cause): return .broken(cause)
        case .piece: return .piece
        case .fault(let error): throw error
        case .nothing, nil: return .nothing
        }
    }

    /// Said to be turned as the settings of this moment want it.
    private func frame(
        _ bytes: [UInt8], _ size: Size?, _ delivery: Delivery, at moment: MonotonicTime
    ) -> CapturedFrame {
        let turn = settings.turn
        return CapturedFrame(
            bytes: bytes.withUnsafeBytes { FrameBytes(copying: $0) }, size: (size ?? delivery.size).turned(turn),
            turn: turn, capturedAt: moment)
    }

    package func follow(_ settings: CameraSettings) -> Bool {
        state.withLock { state in
            precondition(state.isOpen, "a closed source is told of settings")
            guard state.followsSize || settings.size == state.settings.size else { return false }
            state.settings = settings
            return true
        }
    }

    package var controlled: (any ControlledDevice)? { controls }

    package func restart() throws(CaptureError) {
        let fault = state.withLock { state in
            precondition(state.isOpen, "a closed source is restarted")
            state.restarts += 1
            return state.restartFault
        }
        if let fault { throw fault }
    }

    package func close() {
        state.withLock { state in
            precondition(state.isOpen, "a source is closed twice")
            state.isOpen = false
        }
        time.setReadable(number, false)
        onClose(self)
    }
}

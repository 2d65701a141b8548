/// Decides when a camera's source is opened, restarted, reopened and let go. No clock, no device: events in, orders out.
///
/// ```
/// absent ──plugged──▶ resting ──wanted──▶ starting ──frame──▶ streaming ──silence──▶ silent ──frame──▶ streaming
///    ▲                  ▲  ▲                 │ failed            │ failed               │ still silent
///    └──unplugged──(any)│  └──nobody──(open) ▼                   ▼                      ▼
///                       └─────────────────  backingOff  ◀────────────────────────────────
/// ```
package struct CaptureLifecycle: Equatable, Sendable {
    /// What the owner of the source has to do now.
    package enum Order: Equatable, Sendable {
        case none
        case open
        /// Stop and start the flow of frames; the source stays open.
        case restart
        /// Close and open at once.
        case reopen
        case close
    }

    package enum Phase: Equatable, Sendable {
        /// No source to open. Leaves with `plugged`.
        case absent(CameraCondition)
        /// Closed, because nobody watches.
        case resting
        /// Open or being opened; no frame yet.
        case starting(until: MonotonicTime)
        case streaming(until: MonotonicTime)
        /// Open, but silent; the flow was restarted, or the source reopened.
        case silent(until: MonotonicTime, wasReopened: Bool)
        /// Closed after a fault; opened again at the moment, if somebody wants it then.
        case backingOff(until: MonotonicTime, CameraCondition)
    }

    package private(set) var phase: Phase
    /// How long a good frame is good for: two intervals and a second.
    private var patience: Duration = .seconds(3)
    /// Faults in a row.
    private var faults = 0
    /// What was wrong last; forgotten when a frame comes. It is told while the next try is under way.
    private var fault: CameraCondition?
    /// Since when good frames have been coming without silence or a fault; after `recovery`, earlier faults are forgiven.
    private var healthySince: MonotonicTime?

    /// Time that a source has for its first frame.
    package static let firstFrame: Duration = .seconds(5)
    /// Frames for this long forgive all earlier faults.
    package static let recovery: Duration = .seconds(10)

    package init(absent condition: CameraCondition) { phase = .absent(condition) }

    /// Present from the beginning and never unplugged: a configured source.
    package init() { phase = .resting }

    // MARK: - Events

    /// The device is there. A new plug forgives earlier faults.
    package mutating func plugged() -> Order {
        faults = 0
        fault = nil
        healthySince = nil
        let wasOpen = isOpen
        phase = .resting
        return wasOpen ? .close : .none
    }

    /// The device was found but could not even be looked at.
    package mutating func plugged(with error: CaptureError, now: MonotonicTime) -> Order {
        let order = plugged()
        fail(error.condition, now: now, rest: error.rest)
        return order
    }

    package mutating func unplugged(_ condition: CameraCondition) -> Order {
        let wasOpen = isOpen
        phase = .absent(condition)
        return wasOpen ? .close : .none
    }

    /// The source was opened, or follows another rate from now on.
    /// - Parameter interval: The time between two frames, as far as it is known.
    package mutating func paced(by interval: Duration?, now: MonotonicTime) {
        patience = .seconds(1) + (interval ?? .seconds(1)) * 2
        if case .streaming = phase { phase = .streaming(until: now.advanced(by: patience)) }
    }

    /// An order could not be carried out, or the open source had a fault: it has to be closed.
    package mutating func failed(_ error: CaptureError, now: MonotonicTime) -> Order {
        guard isOpen else { return .none }
        fail(error.condition, now: now, rest: error.rest)
        return .close
    }

    /// A good frame came.
    package mutating func frame(now: MonotonicTime) {
        guard isOpen else { return }
        let since = healthySince ?? now
        healthySince = since
        fault = nil
        phase = .streaming(until: now.advanced(by: patience))
        if since.duration(to: now) >= CaptureLifecycle.recovery { faults = 0 }
    }

    /// A frame came that was left alone on purpose: the source is alive, though nothing is known of its frames.
    package mutating func skippedFrame(now: MonotonicTime) {
        guard isOpen else { return }
        fault = nil
        phase = .streaming(until: now.advanced(by: patience))
    }

    /// The source has not begun yet, for others go first: its time begins now.
    package mutating func waited(now: MonotonicTime) {
        let until = now.advanced(by: CaptureLifecycle.firstFrame)
        switch phase {
        case .starting: phase = .starting(until: until)
        case .streaming: phase = .streaming(until: until)
        case .silent(_, let wasReopened): phase = .silent(until: until, wasReopened: wasReopened)
        case .absent, .resting, .backingOff: break
        }
    }

    /// What is wanted of the source has changed so much that it has to be opened anew, if it is open.
    package mutating func changed(now: MonotonicTime) -> Order {
        guard isOpen else { return .none }
        phase = .starting(until: now.advanced(by: CaptureLifecycle.firstFrame))
        healthySince = nil
        return .reopen
    }

    /// What was missing on the USB bus may be there again: it need not wait for its next try.
    package mutating func heardOfRoom(now: MonotonicTime) {
        guard case .backingOff(_, let condition) = phase, condition.state == .noBandwidth else { return }
        phase = .backingOff(until: now, condition)
    }

    /// Time has passed, or what is wanted has changed.
    package mutating func look(now: MonotonicTime, isWanted: Bool) -> Order {
        switch phase {
        case .absent:
            return .none
        case .resting, .backingOff(until: ...now, _):
            guard isWanted else { return .none }
            phase = .starting(until: now.advanced(by: CaptureLifecycle.firstFrame))
            return .open
        case .backingOff:
            return .none
        case .starting, .streaming, .silent:
            guard !isWanted else { return lookOpen(now: now) }
            phase = .resting
            healthySince = nil
            fault = nil
            return .close
        }
    }

    private mutating func lookOpen(now: MonotonicTime) -> Order {
        let grace = now.advanced(by: CaptureLifecycle.firstFrame)
        switch phase {
        case .starting(until: ...now), .streaming(until: ...now):
            phase = .silent(until: grace, wasReopened: false)
            healthySince = nil
            return .restart
        case .silent(until: ...now, let wasReopened):
            guard wasReopened else {
                phase = .silent(until: grace, wasReopened: true)
                return .reopen
            }
            fail(CaptureLifecycle.silence, now: now)
            return .close
        default:
            return .none
        }
    }

    private mutating func fail(_ condition: CameraCondition, now: MonotonicTime, rest: Duration = .zero) {
        // 0.5, 1, 2, 4, 8, 10, 10 … seconds.
        let delay = max(rest, min(.milliseconds(500) * (1 << min(faults, 5)), Duration.seconds(10)))
        faults += 1
        fault = condition
        healthySince = nil
        phase = .backingOff(until: now.advanced(by: delay), condition)
    }

    // MARK: - Answers

    package var isOpen: Bool {
        switch phase {
        case .starting, .streaming, .silent: true
        case .absent, .resting, .backingOff: false
        }
    }

    /// When to `look` again at the latest; nil: when something happens.
    package func nextLook(isWanted: Bool) -> MonotonicTime? {
        switch phase {
        case .absent, .resting: nil
        case .starting(let until), .streaming(let until), .silent(let until, _): until
        case .backingOff(let until, _): isWanted ? until : nil
        }
    }

    package var condition: CameraCondition {
        switch phase {
        case .absent(let condition), .backingOff(_, let condition): condition
        case .resting: CameraCondition(.idle)
        case .starting: fault ?? CameraCondition(.starting, reason: "waiting for the first frame")
        case .streaming: CameraCondition(.streaming)
        case .silent: CaptureLifecycle.silence
        }
    }

    private static let silence = CameraCondition(
        .stalled, reason: "the camera is connected but has sent no good frame for some seconds",
        hint: "check its cable and power; if it stays like this, plug it out and in again")
}

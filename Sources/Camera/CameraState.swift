/// How a camera is, in one word. The raw value is what the API says.
package enum CameraState: String, CaseIterable, Sendable {
    /// Being opened, or waiting for its first frame.
    case starting
    case streaming
    /// Nobody watches; the device is released.
    case idle
    /// Unplugged, or unreachable.
    case offline
    /// Another program has the device.
    case busy
    /// The hub may not open the device.
    case denied
    /// The USB bus has no bandwidth left for it.
    case noBandwidth = "no-bandwidth"
    /// Open, but silent.
    case stalled
    /// Anything else.
    case failed

    /// Whether a request for a frame may wait: a picture can be expected soon.
    package var promisesFrame: Bool { self == .starting || self == .idle || self == .streaming }
}

/// A state, why, and what to do about it.
package struct CameraCondition: Equatable, Sendable {
    package var state: CameraState
    /// Plain words; nil only for `streaming` and `idle`.
    package var reason: String?
    /// What the reader can do, where there is something.
    package var hint: String?

    package init(_ state: CameraState, reason: String? = nil, hint: String? = nil) {
        self.state = state
        self.reason = reason
        self.hint = hint
    }
}

/// A source could not be opened, or went wrong while open: the condition that it puts its camera in.
package struct CaptureError: Error, Equatable, CustomStringConvertible {
    package var condition: CameraCondition
    /// The next try has to wait for at least so long: too many of them do harm.
    package var rest: Duration

    package init(_ state: CameraState, reason: String, hint: String? = nil, rest: Duration = .zero) {
        condition = CameraCondition(state, reason: reason, hint: hint)
        self.rest = rest
    }

    package var description: String {
        let reason = condition.reason ?? condition.state.rawValue
        return condition.hint.map { "\(reason) (\($0))" } ?? reason
    }
}

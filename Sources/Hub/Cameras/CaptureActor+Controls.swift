package import Camera
import Posix

/// What has come of a question or a change that is about a camera's controls.
package enum ControlsOutcome: Sendable {
    /// All of them, as they are now.
    case controls([DeviceControl])
    /// Nothing was changed.
    case refused(ControlFault)
    /// The device is not there, or cannot be opened.
    case unavailable(CameraCondition)
    /// There is no such camera any more.
    case gone
    /// It is in force, and will not be any more after a restart: the state cannot be written.
    case notKept
}

// The device's controls. A device that rests is opened for them, and closed again.
extension CaptureActor {
    /// Who wants to know the controls: all who have asked at the same time are answered by one look.
    typealias Asker = @Sendable (ControlsOutcome) -> Void

    func answer(_ askers: [Asker]) {
        guard !askers.isEmpty else { return }
        let outcome = withControls { device throws(CaptureError) in .controls(try device.controls()) }
        for asker in askers { asker(outcome) }
    }

    /// Sets controls, all or none. Calls back with the numbers that are to be kept.
    func change(
        _ values: [String: ControlValue], completion: @Sendable (ControlsOutcome, _ kept: [String: Int]) -> Void
    ) {
        var kept: [String: Int] = [:]
        let outcome = withControls { device throws(CaptureError) in
            switch try device.change(values) {
            case .failure(let fault):
                return .refused(fault)
            case .success(let change):
                kept = change.kept
                for (name, number) in kept {
                    settings.controls[name] = values[name] == .standard ? nil : .number(number)
                }
                guard change.controls.contains(where: { $0.isAutomatic && kept[$0.name] != nil }) else {
                    return .controls(change.controls)
                }
                // What it has ruled until now may be free to be what it was meant to be.
                tell(try device.apply(settings.controls.filter { kept[$0.key] == nil }))
                return .controls(try device.controls())
            }
        }
        completion(outcome, kept)
    }

    /// Sets what the settings want, as far as it can be.
    func applyControls() throws(CaptureError) {
        guard !settings.controls.isEmpty, let device = source?.controlled else { return }
        tell(try device.apply(settings.controls))
    }

    /// After the first frame since a start of the flow: the camera may have forgotten them by then.
    func setControlsAgain() throws(CaptureError) {
        guard isToSetControls else { return }
        isToSetControls = false
        try applyControls()
    }

    /// Nobody shall wait for the answer of a camera that has ended.
    func refuseLateQuestions() {
        for message in takeMessages() {
            switch message {
            case .askControls(let asker): asker(.gone)
            case .changeControls(_, let completion): completion(.gone, [:])
            case .plugged, .unreadable, .unplugged, .settings, .busHasRoom, .end: break
            }
        }
    }

    /// Once each, as long as it stays like that.
    private func tell(_ faults: [ControlFault]) {
        for fault in faults where !toldFaults.contains(fault) {
            log.warning(live.id.description, "control \(fault)")
        }
        toldFaults = Set(faults)
    }

    private func withControls(
        _ body: (any ControlledDevice) throws(CaptureError) -> ControlsOutcome
    ) -> ControlsOutcome {
        do throws(CaptureError) {
            guard let description else { return .unavailable(lifecycle.condition) }
            let device = if let source { source.controlled } else { try opener.openControls(of: description) }
            return try body(device ?? NoControls())
        } catch {
            if source != nil { fail(error, now: reactor.now) }
            return .unavailable(error.condition)
        }
    }
}

/// A source that is no device.
private struct NoControls: ControlledDevice {
    func controls() -> [DeviceControl] { [] }
    func set(_ control: DeviceControl, to number: Int) -> ControlFault? { nil }
}

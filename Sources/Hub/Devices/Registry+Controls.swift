import Camera
import Posix

/// Controls that a camera's actor has set.
struct ChangedControls: Sendable {
    let patch: ControlsPatch
    /// What each control of the patch was set to.
    let kept: [String: Int]
    /// All of them, as they are now.
    let controls: [DeviceControl]
}

// Controls: the camera's actor asks and sets, what is to last is kept here.
extension Registry {
    func askControls(of id: CameraID, _ completion: @escaping @Sendable (ControlsOutcome) -> Void) {
        guard let member = members[id] else { return completion(.gone) }
        member.capture.post(.askControls(completion))
    }

    func changeControls(
        of id: CameraID, _ patch: ControlsPatch, _ completion: @escaping @Sendable (ControlsOutcome) -> Void
    ) {
        guard let member = members[id] else { return completion(.gone) }
        let values = patch.values(over: configuration.configuredSettings(of: id))
        member.capture.post(
            .changeControls(values) { outcome, kept in
                guard case .controls(let controls) = outcome else { return completion(outcome) }
                let changed = ChangedControls(patch: patch, kept: kept, controls: controls)
                self.keepControls(id, changed, completion: completion)
            })
    }

    func keep(_ changed: ChangedControls, of id: CameraID) -> ControlsOutcome {
        guard members[id] != nil else { return .gone }
        var change = configuration.changes[id] ?? CameraChange()
        change.take(changed.patch, kept: changed.kept, over: configuration.configuredSettings(of: id))
        configuration.changes[id] = change.isEmpty ? nil : change
        followSettings(id)
        ground.log.info(id.description, "controls were changed")
        return save() ? .controls(changed.controls) : .notKept
    }
}

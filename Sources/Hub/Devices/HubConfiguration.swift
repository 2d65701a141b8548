package import Camera

/// What the hub needs of the configuration; it can change while the hub runs.
package struct HubConfiguration: Sendable, Equatable {
    /// In the order of the file.
    package var cameras: [ConfiguredCamera]
    package var defaults: CameraDefaults
    /// An offline camera that no key names leaves the inventory after this time; nil: never.
    package var forgetAfter: Duration?
    package var access = AccessRules()
    /// Whether cameras that are added while the hub runs may be at addresses of this machine.
    package var allowsLocalCameras = false
    /// What somebody changed while the hub ran: it stands before what the file says.
    package var changes: [CameraID: CameraChange] = [:]

    package init(
        cameras: [ConfiguredCamera] = [], defaults: CameraDefaults = CameraDefaults(),
        forgetAfter: Duration? = .seconds(24 * 3600)
    ) {
        self.cameras = cameras
        self.defaults = defaults
        self.forgetAfter = forgetAfter
    }

    subscript(_ id: CameraID) -> ConfiguredCamera? { cameras.first { $0.id == id } }

    func settings(of id: CameraID) -> CameraSettings {
        let configured = configuredSettings(of: id)
        return changes[id]?.applied(to: configured) ?? configured
    }

    /// Without what was changed while the hub ran.
    func configuredSettings(of id: CameraID) -> CameraSettings { self[id]?.settings ?? defaults.settings }

    func configuredPin(of id: CameraID) -> PinSetting { self[id]?.pin ?? .inherited }

    /// Of every camera that has a word of its own about it; all others have the default.
    var pins: [CameraID: PinSetting] {
        let configured = Dictionary(cameras.map { ($0.id, $0.pin) }) { first, _ in first }
        return configured.merging(changes.compactMapValues { $0.pin?.setting }) { _, changed in changed }
    }

    /// Whether a key says by itself what this camera is, so that it is listed though its device was never seen.
    func describes(_ id: CameraID) -> Bool { self[id].map { $0.source != nil || $0.match != nil } ?? false }

    func isEnabled(_ id: CameraID) -> Bool { self[id]?.isEnabled ?? defaults.isEnabled }
}

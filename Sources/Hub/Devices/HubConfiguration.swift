package import Camera

/// What the hub needs of the configuration; it can change while the hub runs.
package struct HubConfiguration: Sendable, Equatable {
    /// In the order of the file.
    package var cameras: [ConfiguredCamera]
    package var defaults: CameraDefaults
    /// An offline camera that no key names leaves the inventory after this time; nil: never.
    package var forgetAfter: Duration?

    package init(
        cameras: [ConfiguredCamera] = [], defaults: CameraDefaults = CameraDefaults(),
        forgetAfter: Duration? = .seconds(24 * 3600)
    ) {
        self.cameras = cameras
        self.defaults = defaults
        self.forgetAfter = forgetAfter
    }

    subscript(_ id: CameraID) -> ConfiguredCamera? { cameras.first { $0.id == id } }

    func settings(of id: CameraID) -> CameraSettings { self[id]?.settings ?? defaults.settings }

    /// Whether a key says by itself what this camera is, so that it is listed though its device was never seen.
    func describes(_ id: CameraID) -> Bool { self[id].map { $0.source != nil || $0.match != nil } ?? false }

    func isEnabled(_ id: CameraID) -> Bool { self[id]?.isEnabled ?? defaults.isEnabled }
}

/// What holds for every camera that does not say otherwise, also for those that no key names.
package struct CameraDefaults: Hashable, Sendable {
    package var isEnabled = true
    /// `inherited` here: nobody has said anything, so the hub makes one PIN.
    package var pin: PinSetting = .inherited
    package var settings = CameraSettings()

    package init() {}
}

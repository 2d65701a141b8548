/// Who may see a camera, as the configuration says it.
package enum PinSetting: Hashable, Sendable {
    /// The key is absent: the default holds.
    case inherited
    /// `null`: opened on purpose.
    case open
    /// 4 to 12 digits, or the hash of them.
    case secret(Secret)
}

/// One entry under `cameras`, with the defaults already merged into all that it leaves out.
package struct ConfiguredCamera: Hashable, Sendable {
    package var id: CameraID
    /// Nil: a device, found by `match`, or one that the hub itself gave this id.
    package var source: ConfiguredSource?
    package var match: DeviceMatch?
    package var isEnabled: Bool
    package var pin: PinSetting
    package var settings: CameraSettings

    package init(
        id: CameraID, source: ConfiguredSource? = nil, match: DeviceMatch? = nil, isEnabled: Bool = true,
        pin: PinSetting = .inherited, settings: CameraSettings = CameraSettings()
    ) {
        self.id = id
        self.source = source
        self.match = match
        self.isEnabled = isEnabled
        self.pin = pin
        self.settings = settings
    }
}

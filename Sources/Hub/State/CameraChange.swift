package import Camera

/// What somebody changed about a camera while the hub ran; kept in the state file.
///
/// Each value stands before that of the configuration only as long as the configuration says what it said then: the
/// newest word counts.
package struct CameraChange: Codable, Equatable, Sendable {
    /// A value, and what the configuration said when it was set.
    struct Changed<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
        var value: Value
        var instead: Value

        /// Nil as soon as the configuration says something else.
        func kept(_ configured: Value) -> Changed? { instead == configured ? self : nil }
    }

    /// A PIN is kept as its hash, and of the configuration's PIN a mark alone.
    struct Pin: Codable, Equatable, Sendable {
        /// The hash, or the word for a camera that is open: what is missing opens nothing.
        var value: String
        var instead: String

        static let open = "open"

        var setting: PinSetting { value == Pin.open ? .open : .secret(Secret(value)) }
    }

    /// A control's value by its number, and what the configuration said of that control, if anything.
    struct Control: Codable, Equatable, Sendable {
        var value: Int
        var instead: ControlValue?
    }

    var fps: Changed<Int>?
    /// Empty: the model's name.
    var name: Changed<String>?
    var quality: Changed<Quality>?
    var rotate: Changed<Rotation>?
    var flip: Changed<Flip>?
    var pin: Pin?
    /// By the control's name; nil instead of empty.
    var controls: [String: Control]?

    var isEmpty: Bool { self == CameraChange() }

    /// Whether somebody can have set all this: a file may say anything.
    var canBe: Bool {
        (fps.map { SettingsPatch.isRate($0.value) } ?? true)
            && (quality.map { SettingsPatch.isQuality($0.value) } ?? true)
            && (name.map { $0.value.isEmpty || SettingsPatch.isName($0.value) } ?? true)
            && (pin.map { $0.value == Pin.open || Secret($0.value).isHash } ?? true)
            && (controls.map { !$0.isEmpty && $0.keys.allSatisfy { $0 == DeviceControl.name(from: $0) } } ?? true)
    }

    /// The settings with what was changed about them.
    func applied(to configured: CameraSettings) -> CameraSettings {
        var settings = configured
        if let fps { settings.fps = fps.value }
        if let name { settings.name = name.value.isEmpty ? nil : name.value }
        if let quality { settings.quality = quality.value }
        if let rotate { settings.rotate = rotate.value }
        if let flip { settings.flip = flip.value }
        if let controls { settings.controls.merge(controls.mapValues { .number($0.value) }) { _, changed in changed } }
        return settings
    }

    /// Without what the configuration has changed since.
    func kept(by configured: CameraSettings, pinMark: String) -> CameraChange {
        var change = self
        change.fps = fps?.kept(configured.fps)
        change.name = name?.kept(configured.name ?? "")
        change.quality = quality?.kept(configured.quality)
        change.rotate = rotate?.kept(configured.rotate)
        change.flip = flip?.kept(configured.flip)
        if pin?.instead != pinMark { change.pin = nil }
        change.controls = controls?.filter { $0.value.instead == configured.controls[$0.key] }.nilIfEmpty
        return change
    }

    /// Takes in what a patch says; its PIN as the hash that was made of it.
    mutating func take(_ patch: SettingsPatch, over configured: CameraSettings, pin: Pin?) {
        if let value = patch.fps { fps = Changed(value: value, instead: configured.fps) }
        if let value = patch.name { name = Changed(value: value, instead: configured.name ?? "") }
        if let value = patch.quality { quality = Changed(value: value, instead: configured.quality) }
        if let value = patch.rotate { rotate = Changed(value: value, instead: configured.rotate) }
        if let value = patch.flip { flip = Changed(value: value, instead: configured.flip) }
        if let pin { self.pin = pin }
    }

    /// Takes in what a patch of controls has come to.
    /// - Parameter kept: the numbers that were set; what the patch has and this has not is no longer changed.
    mutating func take(_ patch: ControlsPatch, kept: [String: Int], over configured: CameraSettings) {
        var all = controls ?? [:]
        for (name, wish) in patch.wishes {
            let number = wish == nil ? nil : kept[name]
            all[name] = number.map { Control(value: $0, instead: configured.controls[name]) }
        }
        controls = all.nilIfEmpty
    }
}

extension Dictionary {
    fileprivate var nilIfEmpty: Dictionary? { isEmpty ? nil : self }
}

extension Rotation: Codable {}
extension Flip: Codable {}

extension Quality: Codable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Int.self) {
            self = .fixed(number)
        } else if try value.decode(String.self) == "auto" {
            self = .automatic
        } else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "neither a number nor auto")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .automatic: try value.encode("auto")
        case .fixed(let quality): try value.encode(quality)
        }
    }
}

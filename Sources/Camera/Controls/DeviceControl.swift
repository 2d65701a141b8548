/// One thing that can be set at a device, such as brightness or focus: what it may be, and what it is.
package struct DeviceControl: Hashable, Sendable {
    /// The raw word is the API's.
    package enum Kind: String, Sendable, CaseIterable {
        case integer, integer64, boolean, menu, button, bitmask
        /// A menu whose choices are numbers.
        case integerMenu = "integer-menu"
    }

    /// One of a menu's choices: what is set, and what it is called.
    package struct Choice: Hashable, Sendable {
        package var value: Int
        package var name: String

        package init(_ value: Int, _ name: String) {
            self.value = value
            self.name = name
        }
    }

    /// Unique among the device's controls, as `v4l2-ctl` writes it: `exposure_time_absolute`.
    package var name: String
    /// The driver's own words: `Exposure Time, Absolute`.
    package var label: String
    /// The kernel's number for it.
    package var id: UInt32
    package var kind: Kind
    package var minimum: Int
    package var maximum: Int
    package var step: Int
    /// What it is without anybody's word.
    package var standard: Int
    /// Nil for what cannot be read: buttons, and what can only be written.
    package var value: Int?
    /// Empty for all but menus.
    package var choices: [Choice] = []
    package var flags: ControlFlags = []

    package init(
        name: String, label: String, id: UInt32, kind: Kind, minimum: Int, maximum: Int, step: Int, standard: Int
    ) {
        self.name = name
        self.label = label
        self.id = id
        self.kind = kind
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        self.standard = standard
    }

    /// Whether others may depend on it, so that it has to be set before them.
    package var isAutomatic: Bool { flags.contains(.update) || isCalledAutomatic }

    private var isCalledAutomatic: Bool { name.split(separator: "_").contains { $0.hasPrefix("auto") } }

    /// Lower-case letters and digits, and one `_` for all that is between them.
    package static func name(from label: String) -> String {
        label.lowercased().unicodeScalars.split { !("a"..."z" ~= $0 || "0"..."9" ~= $0) }
            .map { String(String.UnicodeScalarView($0)) }.joined(separator: "_")
    }
}

/// What the kernel says about a control beside its range.
///
/// The corresponding C values are `V4L2_CTRL_FLAG_…`.
package struct ControlFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// There, but never usable.
    package static let disabled = ControlFlags(rawValue: 0x001)
    /// Another program, or the running stream, holds it as it is.
    package static let grabbed = ControlFlags(rawValue: 0x002)
    package static let readOnly = ControlFlags(rawValue: 0x004)
    /// Setting it may change other controls.
    package static let update = ControlFlags(rawValue: 0x008)
    /// Of no effect, as other controls are now.
    package static let inactive = ControlFlags(rawValue: 0x010)
    package static let slider = ControlFlags(rawValue: 0x020)
    package static let writeOnly = ControlFlags(rawValue: 0x040)
    /// The device changes it by itself.
    package static let volatile = ControlFlags(rawValue: 0x080)
    /// Its value is a memory area.
    package static let payload = ControlFlags(rawValue: 0x100)
    /// Something happens at each setting, even to the same value.
    package static let executeOnWrite = ControlFlags(rawValue: 0x200)
    /// It changes what frames look like in memory.
    package static let modifyLayout = ControlFlags(rawValue: 0x400)

    private static let known: [(ControlFlags, String)] = [
        (.readOnly, "read-only"), (.writeOnly, "write-only"), (.inactive, "inactive"), (.grabbed, "grabbed"),
        (.volatile, "volatile"), (.update, "update"), (.slider, "slider"), (.executeOnWrite, "execute-on-write"),
        (.modifyLayout, "modify-layout"),
    ]

    /// As the API says them.
    package var words: [String] { ControlFlags.known.filter { contains($0.0) }.map(\.1) }

    package static var allWords: [String] { known.map(\.1) }
}

import Camera

/// `/cam/<id>/controls`, one control.
struct ControlReport: Encodable {
    private struct Choice: Encodable {
        let value: Int
        let name: String
    }

    private let control: DeviceControl

    init(_ control: DeviceControl) { self.control = control }

    private enum Key: String, CodingKey {
        case name, label, id, type, min, max, step, `default`, value, menu, flags
    }

    func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: Key.self)
        try keys.encode(control.name, forKey: .name)
        try keys.encode(control.label, forKey: .label)
        try keys.encode(control.id, forKey: .id)
        try keys.encode(control.kind.rawValue, forKey: .type)
        try keys.encode(control.minimum, forKey: .min)
        try keys.encode(control.maximum, forKey: .max)
        try keys.encode(control.step, forKey: .step)
        try keys.encode(shown(control.kind == .button ? nil : control.standard), forKey: .default)
        try keys.encode(shown(control.value), forKey: .value)
        let isMenu = control.kind == .menu || control.kind == .integerMenu
        let choices = control.choices.map { Choice(value: $0.value, name: $0.name) }
        try keys.encode(isMenu ? choices : nil, forKey: .menu)
        try keys.encode(control.flags.words, forKey: .flags)
    }

    /// What is on or off is said as such.
    private func shown(_ number: Int?) -> ControlValue? {
        number.map { control.kind == .boolean ? .flag($0 != 0) : .number($0) }
    }
}

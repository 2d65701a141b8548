/// Why a control is not what somebody wants it to be, and what to do about it.
package struct ControlFault: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Cause: Sendable {
        /// It can never be that, at this device.
        case wrong
        /// It cannot be that as things are.
        case refused
    }

    package var name: String
    package var cause: Cause
    package var reason: String
    package var hint: String?

    package init(_ name: String, _ cause: Cause, _ reason: String, hint: String? = nil) {
        self.name = name
        self.cause = cause
        self.reason = reason
        self.hint = hint
    }

    /// Without the hint.
    package var sentence: String { "\(name): \(reason)" }

    package var description: String { hint.map { "\(sentence) (\($0))" } ?? sentence }
}

extension ControlFault {
    /// There is no control of that name among these.
    static func unknown(_ name: String, among controls: [DeviceControl]) -> ControlFault {
        let shown = String(name.prefix(40))
        guard !controls.isEmpty else {
            return ControlFault(shown, .wrong, "this camera has no controls")
        }
        let alike = controls.map(\.name).filter { $0.sharesWord(with: name) || name.sharesWord(with: $0) }
        let names = alike.isEmpty ? controls.map(\.name) : alike
        return ControlFault(
            shown, .wrong, "this camera has no such control",
            hint: "it has \(names.prefix(20).joined(separator: ", "))\(names.count > 20 ? ", …" : "")")
    }

    /// Others rule it now.
    static func inactive(_ control: DeviceControl, among controls: [DeviceControl]) -> ControlFault {
        let rulers = controls.filter { $0.isAutomatic && $0.name != control.name }.map(\.name)
        let likely = rulers.filter { $0.sharesWord(with: control.name) }
        let names = (likely.isEmpty ? rulers : likely).joined(separator: " or ")
        return ControlFault(
            control.name, .refused, "it is inactive: another control rules it now",
            hint: names.isEmpty ? nil : "set \(names) to manual first, or in the same request")
    }

    static func grabbed(_ control: DeviceControl) -> ControlFault {
        ControlFault(
            control.name, .refused, "it is held as it is, by another program or while frames flow",
            hint: "close the other program, or set it while nobody watches")
    }
}

extension String {
    /// Whether a word of a control's name, one that tells something, is in both.
    fileprivate func sharesWord(with other: String) -> Bool {
        let words = split(separator: "_").filter { $0.count > 3 && !$0.hasPrefix("auto") }
        return words.contains { other.contains($0) }
    }
}

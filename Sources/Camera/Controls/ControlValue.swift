/// What somebody wants a control to be, before it is known what the device makes of it.
package enum ControlValue: Hashable, Sendable {
    case number(Int)
    case flag(Bool)
    /// The name of a menu's choice.
    case word(String)
    /// The device's own default.
    case standard
}

extension ControlValue: Codable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .standard
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Int.self) {
            self = .number(number)
        } else {
            self = .word(try value.decode(String.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .number(let number): try value.encode(number)
        case .flag(let flag): try value.encode(flag)
        case .word(let word): try value.encode(word)
        case .standard: try value.encodeNil()
        }
    }
}

extension ControlValue: CustomStringConvertible {
    package var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .word(let word): "\"\(word.prefix(40))\""
        case .standard: "the default"
        }
    }
}

extension DeviceControl {
    /// The number by which the device knows a value.
    package func number(for value: ControlValue) throws(ControlFault) -> Int {
        if flags.contains(.readOnly) { throw ControlFault(name, .wrong, "it can be read, and not be set") }
        guard let number = candidate(value), isAllowed(number) else {
            throw ControlFault(name, .wrong, "it cannot be \(value)", hint: "allowed: \(allowed)")
        }
        return number
    }

    private func candidate(_ value: ControlValue) -> Int? {
        switch (value, kind) {
        case (.flag(let flag), .boolean): flag ? 1 : 0
        case (.flag(true), .button): 1
        case (.number(let number), _): number
        case (.word(let word), .menu), (.word(let word), .integerMenu):
            choices.first { $0.name.lowercased() == word.lowercased() }?.value
        case (.standard, .button): nil
        case (.standard, _): standard
        default: nil
        }
    }

    private func isAllowed(_ number: Int) -> Bool {
        switch kind {
        case .button: number == 1
        case .boolean: number == 0 || number == 1
        case .menu, .integerMenu: choices.contains { $0.value == number }
        case .bitmask: number >= 0 && number & ~maximum == 0
        case .integer, .integer64: isInRange(number)
        }
    }

    /// The largest need not be a whole number of steps away from the smallest, nor need the default.
    private func isInRange(_ number: Int) -> Bool {
        guard minimum <= number, number <= maximum else { return false }
        if step <= 1 || number == maximum || number == standard { return true }
        return UInt(bitPattern: number &- minimum).isMultiple(of: UInt(step))
    }

    /// In words: what it can be set to.
    package var allowed: String {
        switch kind {
        case .button: "true, which presses it"
        case .boolean: "true or false"
        case .bitmask: "a whole number of bits in \(maximum)"
        case .integer, .integer64:
            "a whole number from \(minimum) to \(maximum)" + (step > 1 ? " in steps of \(step)" : "")
        case .menu, .integerMenu:
            choices.prefix(20).map { kind == .menu ? "\($0.value) (\($0.name))" : "\($0.value) (for \($0.name))" }
                .joined(separator: ", ") + (choices.count > 20 ? ", …" : "")
        }
    }
}

import Camera
import FoundationEssentials
import Testing

/// Which values a control takes.
@Suite struct ControlValueTests {
    private static func control(
        _ kind: DeviceControl.Kind, _ range: ClosedRange<Int> = 0...255, step: Int = 1, standard: Int = 0
    ) -> DeviceControl {
        DeviceControl(
            name: "it", label: "It", id: 1, kind: kind, minimum: range.lowerBound, maximum: range.upperBound,
            step: step, standard: standard)
    }

    private static var menu: DeviceControl {
        var menu = control(.menu, 0...3)
        menu.choices = [.init(1, "Manual Mode"), .init(3, "Aperture Priority Mode")]
        return menu
    }

    private static let accepted: [(DeviceControl, ControlValue, Int)] = [
        (control(.integer), .number(0), 0), (control(.integer), .number(255), 255),
        (control(.integer, -10...10), .number(-10), -10),
        (control(.integer, 2800...6500, step: 10), .number(2810), 2810),
        // The end and the default of a range need not be a whole number of steps away.
        (control(.integer, 0...255, step: 10), .number(255), 255),
        (control(.integer, 0...255, step: 10, standard: 128), .number(128), 128),
        (control(.integer, 0...255, step: 0), .number(7), 7), (control(.integer, standard: 9), .standard, 9),
        (control(.integer64, Int.min...Int.max), .number(Int.max), Int.max),
        (control(.integer64, Int.min...Int.max, step: 5), .number(Int.min + 10), Int.min + 10),
        (control(.boolean, 0...1), .flag(true), 1), (control(.boolean, 0...1), .flag(false), 0),
        (control(.boolean, 0...1), .number(1), 1), (menu, .number(3), 3), (menu, .word("manual mode"), 1),
        (control(.bitmask, 0...0x8000_00F1), .number(0x8000_0011), 0x8000_0011),
        (control(.button, 0...0), .flag(true), 1), (control(.button, 0...0), .number(1), 1),
    ]

    @Test("What a control takes, and by which number the device knows it")
    func numbers() throws {
        for (control, value, number) in Self.accepted {
            #expect(try control.number(for: value) == number, "\(control.kind) \(value)")
        }
    }

    private static let refused: [(DeviceControl, ControlValue, String)] = [
        (control(.integer), .number(256), "a whole number from 0 to 255"),
        (control(.integer), .number(-1), "a whole number from 0 to 255"),
        (control(.integer), .flag(true), "a whole number from 0 to 255"),
        (control(.integer), .word("bright"), "a whole number from 0 to 255"),
        (control(.integer, 2800...6500, step: 10), .number(2805), "a whole number from 2800 to 6500 in steps of 10"),
        (control(.boolean, 0...1), .number(2), "true or false"),
        (control(.boolean, 0...1), .word("on"), "true or false"),
        (menu, .number(0), "1 (Manual Mode), 3 (Aperture Priority Mode)"),
        (menu, .word("Manual"), "1 (Manual Mode), 3 (Aperture Priority Mode)"),
        (control(.bitmask, 0...0x0F), .number(0x10), "a whole number of bits in 15"),
        (control(.bitmask, 0...0x0F), .number(-1), "a whole number of bits in 15"),
        (control(.button, 0...0), .flag(false), "true, which presses it"),
        (control(.button, 0...0), .standard, "true, which presses it"),
    ]

    @Test("What it does not take is refused with what is allowed")
    func refusals() throws {
        for (control, value, allowed) in Self.refused {
            let fault = #expect(throws: ControlFault.self) { try control.number(for: value) }
            #expect(fault?.hint == "allowed: \(allowed)" && fault?.cause == .wrong)
            #expect(fault?.sentence == "it: it cannot be \(value)")
        }
    }

    @Test("What can only be read is not set, not even to what it is")
    func readOnly() {
        var control = Self.control(.integer)
        control.flags = [.readOnly]
        let fault = #expect(throws: ControlFault.self) { try control.number(for: .number(0)) }
        #expect(fault?.reason == "it can be read, and not be set")
    }

    @Test("A menu of numbers is set by the place of the number, or by the number in words")
    func numberMenu() throws {
        var menu = Self.control(.integerMenu, 0...1)
        menu.choices = [.init(0, "48000"), .init(1, "96000")]
        #expect(try menu.number(for: .number(1)) == 1 && menu.number(for: .word("96000")) == 1)
        let fault = #expect(throws: ControlFault.self) { try menu.number(for: .number(96000)) }
        #expect(fault?.hint == "allowed: 0 (for 48000), 1 (for 96000)")
    }

    @Test(
        "Names are those of v4l2-ctl",
        arguments: [
            ("Brightness", "brightness"), ("White Balance, Automatic", "white_balance_automatic"),
            ("Exposure Time, Absolute", "exposure_time_absolute"), ("LED1 Mode", "led1_mode"), ("  a--b  ", "a_b"),
            ("Gain (dB)", "gain_db"), ("\u{00C4}", ""), ("", ""),
        ])
    func names(label: String, name: String) {
        #expect(DeviceControl.name(from: label) == name)
    }

    @Test(
        "Values are kept as JSON has them",
        arguments: [
            (ControlValue.number(-5), "-5"), (.flag(true), "true"), (.word("50 Hz"), "\"50 Hz\""), (.standard, "null"),
        ])
    func coding(value: ControlValue, text: String) throws {
        #expect(String(decoding: try JSONEncoder().encode([value]), as: UTF8.self) == "[\(text)]")
        #expect(try JSONDecoder().decode([ControlValue].self, from: Data("[\(text)]".utf8)) == [value])
    }
}

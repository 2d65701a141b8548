import CVideo4Linux
import Camera
import Posix
import Testing
import Video4Linux
import Video4LinuxTesting

/// A device's controls by the kernel's requests.
@Suite struct ControlTests {
    private let camera = ScriptedCamera(modes: [Samples.mjpeg])

    private func device(_ controls: [ScriptedControl] = ScriptedControl.webcam) throws -> VideoDevice {
        camera.change { $0.controls = controls }
        return try VideoDevice(opening: ScriptedCamera.node, camera)
    }

    private static func control(
        _ label: String, _ id: UInt32, _ type: v4l2_ctrl_type = V4L2_CTRL_TYPE_INTEGER,
        _ range: ClosedRange<Int64> = 0...9, flags: ControlFlags = [], menu: [UInt32: String] = [:]
    ) -> ScriptedControl {
        ScriptedControl(label, id: id, type: type.rawValue, range, flags: flags, menu: menu)
    }

    @Test("Controls are listed in the kernel's order, by v4l2-ctl's names, with their ranges, menus and values")
    func list() throws {
        let device = try device()
        let controls = try device.controls()
        #expect(
            controls.map(\.name) == [
                "brightness", "white_balance_automatic", "power_line_frequency", "white_balance_temperature",
                "exposure_time_absolute", "auto_exposure",
            ])
        let frequency = controls[2]
        #expect(frequency.kind == .menu && frequency.label == "Power Line Frequency" && frequency.id == 0x98_0918)
        #expect(frequency.choices == [.init(0, "Disabled"), .init(1, "50 Hz"), .init(2, "60 Hz")])
        #expect(frequency.value == 2 && frequency.standard == 2)
        // Choices that the device leaves out are left out.
        #expect(controls[5].choices.map(\.value) == [1, 3] && controls[5].flags == [.update])
        let temperature = controls[3]
        #expect(temperature.minimum == 2800 && temperature.maximum == 6500 && temperature.step == 10)
        #expect(temperature.flags.contains(.inactive) && !controls[0].flags.contains(.inactive))
    }

    @Test("Classes, texts, arrays and what is disabled are left out; every other kind has its word")
    func kinds() throws {
        let device = try device([
            Self.control("Class", 1, V4L2_CTRL_TYPE_CTRL_CLASS), Self.control("Text", 2, V4L2_CTRL_TYPE_STRING),
            Self.control("Area", 3, V4L2_CTRL_TYPE_AREA), Self.control("Array", 4, flags: .payload),
            Self.control("Off", 5, flags: .disabled), Self.control("A", 6),
            Self.control("B", 7, V4L2_CTRL_TYPE_BOOLEAN),
            Self.control("C", 8, V4L2_CTRL_TYPE_MENU, 0...0, menu: [0: "x"]),
            Self.control("D", 9, V4L2_CTRL_TYPE_INTEGER_MENU, 0...1, menu: [0: "-5", 1: "48000"]),
            Self.control("E", 10, V4L2_CTRL_TYPE_BUTTON, flags: .writeOnly),
            Self.control("F", 11, V4L2_CTRL_TYPE_BITMASK),
            Self.control("G", 12, V4L2_CTRL_TYPE_INTEGER64), Self.control("H", 13, flags: .writeOnly),
        ])
        let controls = try device.controls()
        #expect(controls.map(\.name) == ["a", "b", "c", "d", "e", "f", "g", "h"])
        #expect(
            controls.map(\.kind) == [
                .integer, .boolean, .menu, .integerMenu, .button, .bitmask, .integer64, .integer,
            ])
        #expect(controls[3].choices == [.init(0, "-5"), .init(1, "48000")])
        #expect(controls.map { $0.value == nil } == [false, false, false, false, true, false, false, true])
    }

    @Test("Values of 64 bits and bit 31 of a mask come and go whole")
    func wideValues() throws {
        let device = try device([
            Self.control("Wide", 1, V4L2_CTRL_TYPE_INTEGER64, Int64.min...Int64.max),
            Self.control("Mask", 2, V4L2_CTRL_TYPE_BITMASK, 0...0xFFFF_FFFF),
        ])
        let controls = try device.controls()
        let changed = try device.change(["wide": .number(Int.min), "mask": .number(0x8000_0001)]).get()
        #expect(changed.controls.map(\.value) == [Int.min, 0x8000_0001])
        #expect(controls[1].maximum == 0xFFFF_FFFF)
    }

    @Test("Two controls of one name have two names, and one without letters has its number")
    func names() throws {
        let device = try device([
            Self.control("Gain", 0x10), Self.control("gain", 0x11), Self.control("GAIN", 0x12), Self.control("+", 0x1F),
        ])
        #expect(try device.controls().map(\.name) == ["gain", "gain_2", "gain_3", "control_1f"])
    }

    @Test("A device without controls has none, and a list or a menu that never ends is cut off")
    func endless() throws {
        #expect(try device([]).controls() == [])
        let many = (1...300).map { Self.control("C\($0)", UInt32($0)) }
        #expect(try device(many).controls().count == 256)
        let names = Dictionary(uniqueKeysWithValues: (0...300).map { (UInt32($0), "x") })
        let menu = try device([Self.control("M", 1, V4L2_CTRL_TYPE_MENU, 0...Int64.max, menu: names)]).controls()
        #expect(menu.first?.choices.count == 256)
    }

    @Test("A value that cannot be read is none, and the others are read all the same")
    func unreadable() throws {
        let device = try device()
        camera.refuse(.control(.getControls), with: .inputOutput, times: 1)
        #expect(try device.controls().map { $0.value == nil } == [true, false, false, false, false, false])
    }

    @Test(
        "Each refusal has its words: what, which and what to do",
        arguments: [
            (Errno.outOfRange, ControlFault.Cause.wrong, "allowed: a whole number from 0 to 255"),
            (.invalidArgument, .wrong, "allowed: a whole number from 0 to 255"),
            (.accessDenied, .refused, "set what is automatic to manual first"),
            (.illegalSequence, .refused, "set what is automatic to manual first"),
            (.deviceBusy, .refused, "close other programs"), (.inputOutput, .refused, "unplug it"),
            (.brokenPipe, .refused, "unplug it"), (.timedOut, .refused, "unplug it"),
        ])
    func refusals(errno: Errno, cause: ControlFault.Cause, hint: String) throws {
        let device = try device()
        camera.change { $0.controlRefusals[0x98_0900] = errno }
        let result = try device.change(["brightness": .number(5)])
        let fault = #expect(throws: ControlFault.self) { try result.get() }
        #expect(fault?.cause == cause && fault?.name == "brightness")
        #expect(fault?.hint?.contains(hint) == true)
        #expect(fault?.reason.hasSuffix(": \("\(errno)".lowercased())") == true)
    }

    @Test("A device that is gone is no refusal but an end")
    func gone() throws {
        let device = try device()
        let brightness = try #require(try device.controls().first)
        camera.pullOut()
        let listing = #expect(throws: CaptureError.self) { try device.controls() }
        #expect(listing?.condition.state == .offline)
        #expect(throws: CaptureError.self) { try device.set(brightness, to: 1) }
    }

    @Test("What is automatic is switched off before what it rules is set, whatever their numbers are")
    func automaticFirst() throws {
        let device = try device()
        let faults = try device.apply([
            "exposure_time_absolute": .number(100), "auto_exposure": .word("Manual Mode"),
            "white_balance_temperature": .number(5000), "white_balance_automatic": .flag(false),
        ])
        #expect(faults == [])
        #expect(
            camera.controlsSet == [
                ControlSetting(label: "White Balance, Automatic", value: 0),
                ControlSetting(label: "Auto Exposure", value: 1),
                ControlSetting(label: "White Balance Temperature", value: 5000),
                ControlSetting(label: "Exposure Time, Absolute", value: 100),
            ])
    }
}

import Camera
import Testing

/// In which order controls are set, and what becomes of those that cannot be.
@Suite struct ControlledDeviceTests {
    /// An exposure time that can be set only while its automatic is off; by its number it comes first.
    private func camera() -> FakeDevice {
        let device = FakeDevice(
            .fake("exposure_time"), .fake("auto_exposure", .integer, 0...3, value: 3, flags: .update),
            .fake("brightness"), .fake("reset", .button, 0...0, value: nil))
        device.rulers["exposure_time"] = ("auto_exposure", 1)
        return device
    }

    @Test(
        "Automatic is what says that others change with it, and what is called so",
        arguments: [
            (DeviceControl.fake("exposure_time"), false), (.fake("x", flags: .update), true),
            (.fake("white_balance_automatic"), true), (.fake("focus_automatic_continuous"), true),
            (.fake("autogain"), true), (.fake("focus_auto"), true), (.fake("tautology"), false),
        ])
    func automatic(control: DeviceControl, isAutomatic: Bool) {
        #expect(control.isAutomatic == isAutomatic)
    }

    // MARK: - What is wished

    @Test("Automatic ones are set first, so that what they rule is free")
    func automaticFirst() throws {
        let device = camera()
        let wishes: [String: ControlValue] = [
            "exposure_time": .number(5), "auto_exposure": .number(1), "brightness": .number(7),
        ]
        #expect(try device.apply(wishes) == [])
        #expect(device.log == ["auto_exposure=1", "exposure_time=5", "brightness=7"])
    }

    @Test("What an automatic one rules is left alone without a word")
    func ruled() throws {
        let device = camera()
        #expect(try device.apply(["exposure_time": .number(5), "auto_exposure": .number(3)]) == [])
        #expect(device.log == ["auto_exposure=3"])
        #expect(try camera().apply(["exposure_time": .number(5)]) == [])
    }

    @Test("What cannot be is told, each by itself, and the rest is set")
    func lenient() throws {
        let device = camera()
        device.refusals["auto_exposure"] = ControlFault("auto_exposure", .refused, "not now")
        device.making["brightness"] = 8
        let faults = try device.apply([
            "brightnes": .number(1), "brightness": .number(7), "exposure_time": .number(300), "reset": .flag(true),
            "auto_exposure": .number(1),
        ])
        #expect(
            faults.map(\.sentence) == [
                "brightnes: this camera has no such control", "exposure_time: it cannot be 300",
                "auto_exposure: not now", "reset: it is a button, which is pressed and not kept",
                "brightness: it was set to 7, and the camera made it 8",
            ])
        #expect(device.log == ["brightness=7"])
    }

    @Test("Without a wish the device is not even asked")
    func nothingWished() throws {
        let device = camera()
        device.fault = CaptureError(.offline, reason: "gone")
        #expect(try device.apply([:]) == [])
        #expect(throws: CaptureError.self) { try device.apply(["brightness": .number(1)]) }
    }

    @Test("A misspelt name is answered with those that are alike, or with all")
    func hints() throws {
        let device = FakeDevice(
            .fake("white_balance_temperature"), .fake("white_balance_automatic"), .fake("brightness"))
        let alike = try device.apply(["white_balance_temp": .number(1)])
        #expect(alike.first?.hint == "it has white_balance_temperature, white_balance_automatic")
        let other = try device.apply(["zoom": .number(1)])
        #expect(other.first?.hint == "it has white_balance_temperature, white_balance_automatic, brightness")
        #expect(try FakeDevice().apply(["zoom": .number(1)]).first?.reason == "this camera has no controls")
    }

    // MARK: - What is changed

    @Test("A change sets all, automatic ones first, and answers what there is then and what is to be kept")
    func change() throws {
        let device = camera()
        let change = try device.change([
            "exposure_time": .number(5), "auto_exposure": .number(1), "reset": .flag(true), "brightness": .standard,
        ]).get()
        #expect(device.log == ["auto_exposure=1", "exposure_time=5", "brightness=100", "reset=1"])
        #expect(change.kept == ["auto_exposure": 1, "exposure_time": 5, "brightness": 100])
        #expect(change.controls.map(\.value) == [5, 1, 100, nil])
    }

    @Test("What cannot be is found before anything is set")
    func checkedFirst() throws {
        for wrong: [String: ControlValue] in [["x": .number(1)], ["brightness": .number(256)]] {
            let device = camera()
            let result = try device.change(["auto_exposure": .number(1)].merging(wrong) { old, _ in old })
            #expect(throws: ControlFault.self) { try result.get() }
            #expect(device.log == [])
        }
    }

    @Test("What is ruled by another one now is refused with what to do, and what was set before is put back")
    func inactive() throws {
        let device = camera()
        let result = try device.change(["exposure_time": .number(5), "auto_exposure": .number(2)])
        let fault = #expect(throws: ControlFault.self) { try result.get() }
        #expect(fault?.cause == .refused && fault?.name == "exposure_time")
        #expect(fault?.hint == "set auto_exposure to manual first, or in the same request")
        #expect(device.log == ["auto_exposure=2", "auto_exposure=3"])
    }

    @Test("Of several automatic ones that are named which have to do with it")
    func likelyRuler() throws {
        let device = FakeDevice(
            .fake("exposure_time", flags: .inactive), .fake("auto_exposure"), .fake("focus_automatic_continuous"))
        let result = try device.change(["exposure_time": .number(5)])
        let fault = #expect(throws: ControlFault.self) { try result.get() }
        #expect(fault?.hint == "set auto_exposure to manual first, or in the same request")
        let other = FakeDevice(.fake("iris", flags: .inactive), .fake("auto_exposure"), .fake("autogain"))
        let ruled = try other.change(["iris": .number(5)])
        let unknown = #expect(throws: ControlFault.self) { try ruled.get() }
        #expect(unknown?.hint == "set auto_exposure or autogain to manual first, or in the same request")
    }

    @Test("What the device refuses, or holds, ends the change, and what was set before is put back, the last first")
    func refused() throws {
        let device = FakeDevice(.fake("a", value: 1), .fake("b", value: 2), .fake("c", value: 3), .fake("d"))
        let notNow = ControlFault("c", .refused, "not now")
        device.refusals["c"] = notNow
        let result = try device.change(["a": .number(11), "b": .number(12), "c": .number(13), "d": .number(14)])
        #expect(throws: notNow) { try result.get() }
        #expect(device.log == ["a=11", "b=12", "b=2", "a=1"])
        let held = FakeDevice(.fake("a", flags: .grabbed))
        let fault = #expect(throws: ControlFault.self) { try held.change(["a": .number(1)]).get() }
        #expect(fault?.cause == .refused && held.log == [])
    }
}

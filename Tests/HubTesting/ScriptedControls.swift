package import Camera
import Posix

/// A device's controls as a script has them; they are what they are over openings and closings.
package final class ScriptedControls: ControlledDevice, Sendable {
    private struct State {
        var controls: [DeviceControl]
        var events: [String] = []
        var looks = 0
        var refusals: [String: ControlFault] = [:]
        var fault: CaptureError?
        var whileLooking: (@Sendable () -> Void)?
    }

    /// What is inactive as long as the other one is not at that value.
    private static let rulers = ["exposure_time_absolute": ("auto_exposure", 1)]
    private let state: Locked<State>

    package init(_ controls: [DeviceControl] = ScriptedControls.webcam) { state = Locked(State(controls: controls)) }

    // MARK: - For tests

    /// What was done to the device, in order: `brightness=5`, and `start` when the flow of frames began.
    package var events: [String] { state.withLock { $0.events } }
    package func forgetEvents() { state.withLock { $0.events = [] } }

    /// How often all of them were asked for.
    package var looks: Int { state.withLock { $0.looks } }
    package subscript(_ name: String) -> Int? { state.withLock { $0.controls.first { $0.name == name }?.value } }

    /// From now on it does not take what is set, and says so; nil: it does.
    package func refuse(_ name: String, with fault: ControlFault?) { state.withLock { $0.refusals[name] = fault } }

    /// From now on the device is gone.
    package func fail(with error: CaptureError?) { state.withLock { $0.fault = error } }

    /// Called on the camera's own thread in the midst of each look.
    package func whileLooking(_ body: (@Sendable () -> Void)?) { state.withLock { $0.whileLooking = body } }

    func noteStart() { state.withLock { $0.events.append("start") } }

    // MARK: - For the hub

    package func controls() throws(CaptureError) -> [DeviceControl] {
        state.withLock { $0.whileLooking }?()
        return try state.withLock { state throws(CaptureError) in
            if let fault = state.fault { throw fault }
            state.looks += 1
            return state.controls.map { control in
                guard let (ruler, manual) = ScriptedControls.rulers[control.name],
                    state.controls.first(where: { $0.name == ruler })?.value != manual
                else { return control }
                var ruled = control
                ruled.flags.insert(.inactive)
                return ruled
            }
        }
    }

    package func set(_ control: DeviceControl, to number: Int) throws(CaptureError) -> ControlFault? {
        try state.withLock { state throws(CaptureError) in
            if let fault = state.fault { throw fault }
            if let refusal = state.refusals[control.name] { return refusal }
            state.events.append("\(control.name)=\(number)")
            guard let place = state.controls.firstIndex(where: { $0.name == control.name }) else { return nil }
            if control.kind != .button { state.controls[place].value = number }
            return nil
        }
    }
}

extension ScriptedControls {
    /// A brightness, an exposure with its automatic, a flag, a menu and a button.
    package static let webcam: [DeviceControl] = {
        var brightness = DeviceControl(
            name: "brightness", label: "Brightness", id: 0x98_0900, kind: .integer, minimum: 0, maximum: 255, step: 1,
            standard: 128)
        brightness.flags = [.slider]
        let time = DeviceControl(
            name: "exposure_time_absolute", label: "Exposure Time, Absolute", id: 0x9A_0902, kind: .integer, minimum: 3,
            maximum: 2047, step: 1, standard: 250)
        var automatic = DeviceControl(
            name: "auto_exposure", label: "Auto Exposure", id: 0x9A_0901, kind: .menu, minimum: 0, maximum: 3, step: 1,
            standard: 3)
        automatic.choices = [.init(1, "Manual Mode"), .init(3, "Aperture Priority Mode")]
        automatic.flags = [.update]
        let lamp = DeviceControl(
            name: "lamp", label: "Lamp", id: 0x9A_0903, kind: .boolean, minimum: 0, maximum: 1, step: 1, standard: 0)
        let reset = DeviceControl(
            name: "reset", label: "Reset", id: 0x9A_0904, kind: .button, minimum: 0, maximum: 0, step: 0, standard: 0)
        return [brightness, time, automatic, lamp, reset].map { control in
            var control = control
            control.value = control.kind == .button ? nil : control.standard
            return control
        }
    }()
}

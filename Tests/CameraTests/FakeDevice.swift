import Camera

/// A device that takes what it is told, unless the test says otherwise.
final class FakeDevice: ControlledDevice {
    private(set) var all: [DeviceControl]
    /// What was set, in order.
    private(set) var log: [String] = []
    var refusals: [String: ControlFault] = [:]
    /// What a device makes of what is set.
    var making: [String: Int] = [:]
    /// What is inactive unless the other one has that value.
    var rulers: [String: (name: String, manual: Int)] = [:]
    var fault: CaptureError?

    init(_ controls: DeviceControl...) { all = controls }

    func controls() throws(CaptureError) -> [DeviceControl] {
        if let fault { throw fault }
        return all.map { control in
            guard let ruler = rulers[control.name], all.first(where: { $0.name == ruler.name })?.value != ruler.manual
            else { return control }
            var ruled = control
            ruled.flags.insert(.inactive)
            return ruled
        }
    }

    func set(_ control: DeviceControl, to number: Int) throws(CaptureError) -> ControlFault? {
        if let fault { throw fault }
        if let refusal = refusals[control.name] { return refusal }
        log.append("\(control.name)=\(number)")
        let place = all.firstIndex { $0.name == control.name }
        if let place, control.kind != .button { all[place].value = making[control.name] ?? number }
        return nil
    }
}

extension DeviceControl {
    static func fake(
        _ name: String, _ kind: Kind = .integer, _ range: ClosedRange<Int> = 0...255, value: Int? = 10,
        flags: ControlFlags = []
    ) -> DeviceControl {
        var control = DeviceControl(
            name: name, label: name, id: 1, kind: kind, minimum: range.lowerBound, maximum: range.upperBound, step: 1,
            standard: 100)
        control.value = value
        control.flags = flags
        return control
    }
}

/// A device whose controls can be asked for and set while it is open. Thread-bound, as the device is.
package protocol ControlledDevice: ~Copyable {
    /// Every control that a number can be set of, as they are at this moment. Throws when the device is gone.
    func controls() throws(CaptureError) -> [DeviceControl]

    /// Sets one. Answers why the device does not take it; throws when it is gone.
    func set(_ control: DeviceControl, to number: Int) throws(CaptureError) -> ControlFault?
}

/// What has come of a change that was wanted as a whole.
package struct ControlChange: Equatable, Sendable {
    /// All controls, as they are afterwards.
    package var controls: [DeviceControl]
    /// What was set, as it is to be set again; without buttons.
    package var kept: [String: Int]
}

extension ControlledDevice where Self: ~Copyable {
    /// Sets what is wished as far as it can be, automatic ones first. Answers what is otherwise in the end, and why.
    ///
    /// What an automatic one rules is left alone without a word: it is meant for the time when that is off.
    package func apply(_ wishes: [String: ControlValue]) throws(CaptureError) -> [ControlFault] {
        guard !wishes.isEmpty else { return [] }
        let before = try controls()
        let plan = ControlPlan(wishes, for: before)
        var faults = plan.faults
        var done: [ControlPlan.Order] = []
        for stage in [plan.automatic, plan.others] where !stage.isEmpty {
            let now = done.isEmpty ? before : try controls()
            for order in stage {
                if order.control.kind == .button {
                    faults.append(.notKept(order.control))
                    continue
                }
                guard now.named(order.control.name)?.flags.contains(.inactive) != true else { continue }
                if let fault = try set(order.control, to: order.number) {
                    faults.append(fault)
                } else {
                    done.append(order)
                }
            }
        }
        return faults + (done.isEmpty ? [] : try differences(from: done))
    }

    /// Sets all that is wanted, automatic ones first, or nothing: what was set before a refusal is put back.
    package func change(
        _ wanted: [String: ControlValue]
    ) throws(CaptureError) -> Result<ControlChange, ControlFault> {
        let before = try controls()
        let plan = ControlPlan(wanted, for: before)
        if let fault = plan.faults.first { return .failure(fault) }
        var done: [ControlPlan.Order] = []
        for stage in [plan.automatic, plan.others] where !stage.isEmpty {
            let now = done.isEmpty ? before : try controls()
            for order in stage {
                var fault = obstacle(to: order, among: now)
                if fault == nil { fault = try set(order.control, to: order.number) }
                if let fault {
                    try putBack(done)
                    return .failure(fault)
                }
                done.append(order)
            }
        }
        let kept = plan.orders.filter { $0.control.kind != .button }.map { ($0.control.name, $0.number) }
        return .success(ControlChange(controls: try controls(), kept: Dictionary(uniqueKeysWithValues: kept)))
    }

    private func obstacle(to order: ControlPlan.Order, among controls: [DeviceControl]) -> ControlFault? {
        guard let control = controls.named(order.control.name) else { return nil }
        if control.flags.contains(.inactive) { return .inactive(control, among: controls) }
        return control.flags.contains(.grabbed) ? .grabbed(control) : nil
    }

    /// The last first, so that what depends on others is free while it is set.
    private func putBack(_ done: [ControlPlan.Order]) throws(CaptureError) {
        for order in done.reversed() {
            // What a button has done, and what cannot be read, stays.
            if let value = order.control.value { _ = try set(order.control, to: value) }
        }
    }

    /// Reads back: some devices say yes to everything.
    private func differences(from done: [ControlPlan.Order]) throws(CaptureError) -> [ControlFault] {
        let now = try controls()
        return done.compactMap { order in
            guard let control = now.named(order.control.name), let value = control.value, value != order.number,
                control.flags.isDisjoint(with: [.inactive, .volatile])
            else { return nil }
            return ControlFault(
                control.name, .refused, "it was set to \(order.number), and the camera made it \(value)")
        }
    }
}

extension [DeviceControl] {
    func named(_ name: String) -> DeviceControl? { first { $0.name == name } }
}

extension ControlFault {
    fileprivate static func notKept(_ button: DeviceControl) -> ControlFault {
        ControlFault(
            button.name, .wrong, "it is a button, which is pressed and not kept",
            hint: "take it out of the configuration, and press it by PATCH")
    }
}

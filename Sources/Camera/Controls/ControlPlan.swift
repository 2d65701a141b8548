/// In which order a device's controls are set, and what cannot be set at all.
package struct ControlPlan: Equatable, Sendable {
    /// One control and the number that it is to have.
    package struct Order: Equatable, Sendable {
        package var control: DeviceControl
        package var number: Int
    }

    /// To be set first: others may be free to be set only then.
    package private(set) var automatic: [Order] = []
    package private(set) var others: [Order] = []
    /// By name.
    package private(set) var faults: [ControlFault] = []

    package init(_ wishes: [String: ControlValue], for controls: [DeviceControl]) {
        let byName = Dictionary(controls.map { ($0.name, $0) }) { first, _ in first }
        for name in wishes.keys.sorted() where byName[name] == nil {
            faults.append(.unknown(name, among: controls))
        }
        for control in controls {
            guard let wish = wishes[control.name] else { continue }
            do throws(ControlFault) {
                let order = Order(control: control, number: try control.number(for: wish))
                if control.isAutomatic { automatic.append(order) } else { others.append(order) }
            } catch {
                faults.append(error)
            }
        }
        faults.sort { $0.name < $1.name }
    }

    package var orders: [Order] { automatic + others }
}

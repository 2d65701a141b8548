import CVideo4Linux
package import Camera
import Posix

/// A control as the kernel's side has it.
package struct ScriptedControl: Sendable {
    package var id: UInt32
    package var label: String
    /// `V4L2_CTRL_TYPE_…`
    package var type: UInt32
    package var range: ClosedRange<Int64>
    package var step: UInt64
    package var standard: Int64
    package var flags: ControlFlags
    package var value: Int64
    /// Names, or numbers in words, of a menu's choices.
    package var menu: [UInt32: String]
    /// It is inactive unless that control has that value.
    package var ruler: (id: UInt32, manual: Int64)?
    /// What the device makes of what is set.
    package var making: @Sendable (Int64) -> Int64 = { $0 }

    package init(
        _ label: String, id: UInt32, type: UInt32 = V4L2_CTRL_TYPE_INTEGER.rawValue,
        _ range: ClosedRange<Int64> = 0...255,
        step: UInt64 = 1, standard: Int64 = 0, flags: ControlFlags = [], menu: [UInt32: String] = [:],
        ruler: (id: UInt32, manual: Int64)? = nil
    ) {
        self.id = id
        self.label = label
        self.type = type
        self.range = range
        self.step = step
        self.standard = standard
        self.flags = flags
        value = standard
        self.menu = menu
        self.ruler = ruler
    }
}

extension ScriptedControl {
    /// What a common USB camera has.
    package static let webcam: [ScriptedControl] = [
        ScriptedControl(
            "User Controls", id: 0x98_0001, type: V4L2_CTRL_TYPE_CTRL_CLASS.rawValue, 0...0, flags: .readOnly),
        ScriptedControl("Brightness", id: 0x98_0900, standard: 128),
        ScriptedControl(
            "White Balance, Automatic", id: 0x98_090C, type: V4L2_CTRL_TYPE_BOOLEAN.rawValue, 0...1, standard: 1,
            flags: .update),
        ScriptedControl(
            "Power Line Frequency", id: 0x98_0918, type: V4L2_CTRL_TYPE_MENU.rawValue, 0...2, standard: 2,
            menu: [0: "Disabled", 1: "50 Hz", 2: "60 Hz"]),
        ScriptedControl(
            "White Balance Temperature", id: 0x98_091A, 2800...6500, step: 10, standard: 4600,
            ruler: (0x98_090C, 0)),
        ScriptedControl("Camera Controls", id: 0x9A_0001, type: V4L2_CTRL_TYPE_CTRL_CLASS.rawValue, 0...0),
        // As in the kernel: the number of what is ruled is the lower one.
        ScriptedControl("Exposure Time, Absolute", id: 0x9A_0900, 3...2047, standard: 250, ruler: (0x9A_0901, 1)),
        ScriptedControl(
            "Auto Exposure", id: 0x9A_0901, type: V4L2_CTRL_TYPE_MENU.rawValue, 0...3, standard: 3, flags: .update,
            menu: [1: "Manual Mode", 3: "Aperture Priority Mode"]),
    ]
}

// Controls: listed, read, set.
extension ScriptedState {
    func flags(of control: ScriptedControl) -> ControlFlags {
        guard let ruler = control.ruler, let other = controls.first(where: { $0.id == ruler.id }) else {
            return control.flags
        }
        return other.value == ruler.manual ? control.flags : control.flags.union(.inactive)
    }

    func query(_ entry: UnsafeMutablePointer<v4l2_query_ext_ctrl>) throws(Errno) {
        guard !controls.isEmpty else { throw .inappropriateIoctl }
        let id = entry.pointee.id & UInt32(V4L2_CTRL_ID_MASK)
        let isNext = entry.pointee.id & UInt32(V4L2_CTRL_FLAG_NEXT_CTRL) != 0
        guard let control = controls.first(where: { isNext ? $0.id > id : $0.id == id }) else { throw .invalidArgument }
        entry.pointee.id = control.id
        entry.pointee.type = control.type
        withUnsafeMutableBytes(of: &entry.pointee.name) { bytes in
            bytes.copyBytes(from: Array(control.label.utf8.prefix(31)) + [0])
        }
        (entry.pointee.minimum, entry.pointee.maximum) = (control.range.lowerBound, control.range.upperBound)
        (entry.pointee.step, entry.pointee.default_value) = (control.step, control.standard)
        entry.pointee.flags = flags(of: control).rawValue
    }

    func query(_ item: UnsafeMutablePointer<v4l2_querymenu>) throws(Errno) {
        guard let control = controls.first(where: { $0.id == item.pointee.id }),
            let name = control.menu[item.pointee.index]
        else { throw .invalidArgument }
        if control.type == V4L2_CTRL_TYPE_INTEGER_MENU.rawValue {
            item.pointee.value = Int64(name) ?? 0
        } else {
            withUnsafeMutableBytes(of: &item.pointee.name) { bytes in
                bytes.copyBytes(from: Array(name.utf8.prefix(31)) + [0])
            }
        }
    }

    mutating func getControl(_ list: UnsafeMutablePointer<v4l2_ext_controls>) throws(Errno) {
        let place = try place(of: list)
        if controls[place].flags.contains(.writeOnly) { throw .accessDenied }
        if controls[place].type == V4L2_CTRL_TYPE_INTEGER64.rawValue {
            list.pointee.controls.pointee.value64 = controls[place].value
        } else {
            list.pointee.controls.pointee.value = Int32(truncatingIfNeeded: controls[place].value)
        }
    }

    mutating func setControl(_ list: UnsafeMutablePointer<v4l2_ext_controls>) throws(Errno) {
        let place = try place(of: list)
        let control = controls[place]
        let value =
            control.type == V4L2_CTRL_TYPE_INTEGER64.rawValue
            ? list.pointee.controls.pointee.value64 : Int64(list.pointee.controls.pointee.value)
        if !flags(of: control).isDisjoint(with: [.readOnly, .inactive]) { throw .accessDenied }
        if let refusal = controlRefusals[control.id] { throw refusal }
        guard control.type == V4L2_CTRL_TYPE_BITMASK.rawValue || control.range.contains(value) else {
            throw .outOfRange
        }
        controls[place].value = control.making(value)
        controlsSet.append(ControlSetting(label: control.label, value: Int(value)))
    }

    private func place(of list: UnsafeMutablePointer<v4l2_ext_controls>) throws(Errno) -> Int {
        guard list.pointee.count == 1, let entry = list.pointee.controls,
            let place = controls.firstIndex(where: { $0.id == entry.pointee.id })
        else { throw .invalidArgument }
        return place
    }
}

/// One control that was set, in the order of the calls.
package struct ControlSetting: Equatable, Sendable {
    package var label: String
    package var value: Int

    package init(label: String, value: Int) {
        self.label = label
        self.value = value
    }
}

import CVideo4Linux
package import Camera
import Posix

extension VideoDevice: ControlledDevice {
    /// A driver that never ends its list, or a menu, is cut off.
    private static var limit: Int { 256 }

    /// Without classes, what is disabled, and what no single number can be set of: texts, arrays, structures.
    package func controls() throws(CaptureError) -> [DeviceControl] {
        var controls: [DeviceControl] = []
        var names: Set<String> = []
        var last: UInt32 = 0
        for _ in 0..<VideoDevice.limit {
            guard let entry = try nextControl(after: last) else { break }
            last = entry.id
            guard var control = DeviceControl(entry) else { continue }
            control.name = control.name.unique(among: names)
            names.insert(control.name)
            control.choices = try choices(of: control)
            control.value = try value(of: control)
            controls.append(control)
        }
        return controls
    }

    package func set(_ control: DeviceControl, to number: Int) throws(CaptureError) -> ControlFault? {
        do throws(Errno) {
            _ = try exchange(.setControls, control, number)
            return nil
        } catch {
            try throwIfGone(error)
            return ControlFault(control, number, error)
        }
    }

    private func nextControl(after id: UInt32) throws(CaptureError) -> v4l2_query_ext_ctrl? {
        var entry = v4l2_query_ext_ctrl()
        entry.id = id | UInt32(V4L2_CTRL_FLAG_NEXT_CTRL)
        do throws(Errno) {
            try opened.control(.queryControl, &entry)
        } catch {
            // EINVAL ends the list, ENOTTY says that there is none; after others there is no other way to go on.
            try throwIfGone(error)
            return nil
        }
        // Some drivers do not know the flag, and answer with the same one again and again.
        return entry.id > id ? entry : nil
    }

    private func choices(of control: DeviceControl) throws(CaptureError) -> [DeviceControl.Choice] {
        guard control.kind == .menu || control.kind == .integerMenu, control.minimum >= 0,
            control.minimum <= control.maximum
        else { return [] }
        var choices: [DeviceControl.Choice] = []
        let last = control.minimum + min(control.maximum - control.minimum, VideoDevice.limit - 1)
        for index in control.minimum...last {
            var item = v4l2_querymenu()
            item.id = control.id
            item.index = UInt32(truncatingIfNeeded: index)
            do throws(Errno) {
                try opened.control(.queryMenu, &item)
            } catch {
                // EINVAL: this device leaves that one out.
                try throwIfGone(error)
                continue
            }
            let name = control.kind == .menu ? String(fromC: item.name) : "\(item.value)"
            choices.append(DeviceControl.Choice(index, name))
        }
        return choices
    }

    /// Nil for what cannot be read now.
    private func value(of control: DeviceControl) throws(CaptureError) -> Int? {
        guard control.kind != .button, !control.flags.contains(.writeOnly) else { return nil }
        do throws(Errno) {
            return try exchange(.getControls, control, 0)
        } catch {
            try throwIfGone(error)
            return nil
        }
    }

    /// One control at a time, so that each refusal is that of one.
    private func exchange(_ request: VideoRequest, _ control: DeviceControl, _ number: Int) throws(Errno) -> Int {
        var entry = unsafe v4l2_ext_control()
        unsafe entry.id = control.id
        if control.kind == .integer64 {
            unsafe entry.value64 = Int64(number)
        } else {
            unsafe entry.value = Int32(truncatingIfNeeded: number)
        }
        try unsafe withUnsafeMutablePointer(to: &entry) { pointer throws(Errno) in
            var list = unsafe v4l2_ext_controls()
            unsafe list.which = UInt32(V4L2_CTRL_WHICH_CUR_VAL)
            unsafe list.count = 1
            unsafe list.controls = unsafe pointer
            try unsafe opened.control(request, &list)
        }
        switch control.kind {
        case .integer64: return unsafe Int(entry.value64)
        case .bitmask: return unsafe Int(UInt32(bitPattern: entry.value))
        default: return unsafe Int(entry.value)
        }
    }

    private func throwIfGone(_ error: Errno) throws(CaptureError) {
        if [.noSuchDevice, .noSuchDeviceOrAddress].contains(error) { throw opened.failure(.control, error) }
    }
}

extension DeviceControl {
    /// Nil for what is left out.
    fileprivate init?(_ entry: v4l2_query_ext_ctrl) {
        let flags = ControlFlags(rawValue: entry.flags)
        guard let kind = Kind(type: entry.type), flags.isDisjoint(with: [.disabled, .payload]) else { return nil }
        let label = String(fromC: entry.name)
        let name = DeviceControl.name(from: label)
        self.init(
            name: name.isEmpty ? "control_\(String(entry.id, radix: 16))" : name, label: label, id: entry.id,
            kind: kind, minimum: Int(entry.minimum), maximum: Int(entry.maximum), step: Int(clamping: entry.step),
            standard: Int(entry.default_value))
        self.flags = flags
        guard kind == .bitmask else { return }
        // Bit 31 is no sign here, whatever became of it on the way.
        (minimum, maximum, standard) = (0, maximum & 0xFFFF_FFFF, standard & 0xFFFF_FFFF)
    }
}

extension DeviceControl.Kind {
    fileprivate init?(type: UInt32) {
        switch type {
        case V4L2_CTRL_TYPE_INTEGER.rawValue: self = .integer
        case V4L2_CTRL_TYPE_INTEGER64.rawValue: self = .integer64
        case V4L2_CTRL_TYPE_BOOLEAN.rawValue: self = .boolean
        case V4L2_CTRL_TYPE_MENU.rawValue: self = .menu
        case V4L2_CTRL_TYPE_INTEGER_MENU.rawValue: self = .integerMenu
        case V4L2_CTRL_TYPE_BUTTON.rawValue: self = .button
        case V4L2_CTRL_TYPE_BITMASK.rawValue: self = .bitmask
        default: return nil
        }
    }
}

extension ControlFault {
    /// The one place where the kernel's refusals of a value become words that people understand.
    fileprivate init(_ control: DeviceControl, _ number: Int, _ errno: Errno) {
        let what = "the camera does not take \(number)"
        let kernel = "\(errno)".lowercased()
        switch errno {
        case .outOfRange, .invalidArgument:
            self.init(control.name, .wrong, "\(what): \(kernel)", hint: "allowed: \(control.allowed)")
        case .accessDenied, .illegalSequence:
            self.init(
                control.name, .refused, "\(what) now: \(kernel)",
                hint: "it may be read-only, or another control rules it: set what is automatic to manual first")
        case .deviceBusy:
            self.init(
                control.name, .refused, "\(what) now: \(kernel)",
                hint: "close other programs that use the camera, or set it while nobody watches")
        case .inputOutput, .brokenPipe, .protocolError, .timedOut, .remoteError:
            self.init(
                control.name, .refused, "the camera does not answer: \(kernel)",
                hint: "unplug it and plug it in again if it stays like this")
        default:
            self.init(control.name, .refused, "\(what): \(kernel)")
        }
    }
}

extension String {
    /// Of a C array of characters, up to its end or the first zero.
    fileprivate init<Characters>(fromC characters: Characters) {
        self = unsafe withUnsafeBytes(of: characters) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// With a number behind it, if another control has this name.
    fileprivate func unique(among names: Set<String>) -> String {
        guard names.contains(self) else { return self }
        return (2...).lazy.map { "\(self)_\($0)" }.first { !names.contains($0) } ?? self
    }
}

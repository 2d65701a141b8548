import CUdev
import Camera
import Glibc
import Posix

/// libudev's context.
@safe struct UdevHandle: ~Copyable {
    let pointer: OpaquePointer

    init() throws(Errno) {
        guard let pointer = unsafe udev_new() else { throw Errno(rawValue: errno) }
        unsafe self.pointer = pointer
    }

    deinit { unsafe udev_unref(pointer) }

    /// Every device of a subsystem. Nothing where there is no sysfs.
    func devices(of subsystem: String) -> [UdevDevice] {
        guard let enumeration = unsafe udev_enumerate_new(pointer) else { return [] }
        defer { unsafe udev_enumerate_unref(enumeration) }
        guard unsafe udev_enumerate_add_match_subsystem(enumeration, subsystem) >= 0,
            unsafe udev_enumerate_scan_devices(enumeration) >= 0
        else { return [] }
        var devices: [UdevDevice] = []
        var entry = unsafe udev_enumerate_get_list_entry(enumeration)
        while let current = unsafe entry {
            // Gone since the list was made: nil.
            if let device = unsafe udev_device_new_from_syspath(pointer, udev_list_entry_get_name(current)) {
                devices.append(unsafe UdevDevice(adopting: device))
            }
            unsafe entry = unsafe udev_list_entry_get_next(current)
        }
        return devices
    }
}

/// What udevd sends after its rules have run.
@safe struct MonitorHandle: ~Copyable {
    enum Next {
        case event(NodeEvent)
        /// Something that is not about a camera's node.
        case other
        /// The kernel had to throw events away.
        case overflow
        case end
    }

    private let pointer: OpaquePointer

    init(_ udev: borrowing UdevHandle) throws(Errno) {
        guard let pointer = unsafe udev_monitor_new_from_netlink(udev.pointer, "udev") else {
            throw Errno(rawValue: errno)
        }
        unsafe self.pointer = pointer
    }

    deinit { unsafe udev_monitor_unref(pointer) }

    var descriptor: CInt { unsafe udev_monitor_get_fd(pointer) }

    /// From now on, events are collected.
    func listen(to subsystem: String, bufferSize: CInt) throws(Errno) {
        // Refused without CAP_NET_ADMIN beyond the machine's limit: the smaller buffer does, too.
        unsafe udev_monitor_set_receive_buffer_size(pointer, bufferSize)
        let failure = unsafe min(
            udev_monitor_filter_add_match_subsystem_devtype(pointer, subsystem, nil),
            udev_monitor_enable_receiving(pointer))
        guard failure >= 0 else { throw Errno(rawValue: -failure) }
    }

    func next() -> Next {
        errno = 0
        guard let received = unsafe udev_monitor_receive_device(pointer) else {
            return errno == ENOBUFS ? .overflow : .end
        }
        let device = unsafe UdevDevice(adopting: received)
        return device.event.map { .event($0) } ?? .other
    }
}

/// One device as udev knows it. Thread-bound.
@safe final class UdevDevice {
    private let pointer: OpaquePointer

    init(adopting pointer: OpaquePointer) { unsafe self.pointer = pointer }

    deinit { unsafe udev_device_unref(pointer) }

    var isInitialized: Bool { unsafe udev_device_get_is_initialized(pointer) > 0 }

    /// What has happened, if this came from a monitor and is about a video node.
    var event: NodeEvent? {
        switch unsafe text(udev_device_get_action(pointer)) {
        case "add", "change": videoNode.map { .added($0) }
        case "remove": isVideoNode ? .removed(deviceNumber: deviceNumber) : nil
        default: nil
        }
    }

    /// Nil for the radio, teletext and sub-device nodes that the subsystem also has, and for what is gone by now.
    var videoNode: VideoNode? {
        guard isVideoNode, let path = unsafe text(udev_device_get_devnode(pointer)) else { return nil }
        var properties = NodeProperties(
            devicePath: unsafe text(udev_device_get_syspath(pointer)) ?? "", node: path, deviceNumber: deviceNumber)
        properties.name = attribute("name")
        properties.index = attribute("index")
        properties.busPath = unsafe text(udev_device_get_property_value(pointer, "ID_PATH"))
        properties.databaseModel = unsafe text(udev_device_get_property_value(pointer, "ID_MODEL"))
        properties.databaseCapabilities = unsafe text(
            udev_device_get_property_value(pointer, "ID_V4L_CAPABILITIES"))
        // Parents belong to their child: nothing to give back.
        if let usb = unsafe udev_device_get_parent_with_subsystem_devtype(pointer, "usb", "usb_device") {
            properties.vendorID = unsafe text(udev_device_get_sysattr_value(usb, "idVendor"))
            properties.productID = unsafe text(udev_device_get_sysattr_value(usb, "idProduct"))
            properties.product = unsafe text(udev_device_get_sysattr_value(usb, "product"))
            properties.serial = unsafe text(udev_device_get_sysattr_value(usb, "serial"))
        }
        if let parent = unsafe udev_device_get_parent(pointer) {
            properties.driver = unsafe text(udev_device_get_driver(parent))
        }
        // Asked last: of a device that is just being removed, the parents may be those of the port it was in.
        guard unsafe access(properties.devicePath, F_OK) == 0 else { return nil }
        return VideoNode(properties)
    }

    private var isVideoNode: Bool {
        guard let name = unsafe text(udev_device_get_sysname(pointer)), name.hasPrefix("video") else { return false }
        return name.dropFirst(5).allSatisfy(\.isNumber)
    }

    private var deviceNumber: UInt64 { unsafe UInt64(udev_device_get_devnum(pointer)) }

    private func attribute(_ name: String) -> String? {
        unsafe text(udev_device_get_sysattr_value(pointer, name))
    }

    private func text(_ bytes: UnsafePointer<CChar>?) -> String? {
        guard let bytes = unsafe bytes else { return nil }
        return unsafe String(cString: bytes)
    }
}

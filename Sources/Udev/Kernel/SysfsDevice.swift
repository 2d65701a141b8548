import Camera
import Glibc
import Posix

/// A device's folder below /sys.
struct SysfsDevice {
    /// Without links.
    let path: String

    /// Nil where there is none.
    init?(_ path: String) {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        self.path = unsafe String(cString: real)
    }

    private init(known path: String) { self.path = path }

    /// This one and all above it, from below.
    var chain: [SysfsDevice] {
        var chain: [SysfsDevice] = []
        var path = path
        while let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            // Folders between devices, such as `video4linux`, have no such file.
            if unsafe access("\(path)/uevent", F_OK) == 0 { chain.append(SysfsDevice(known: path)) }
            path = String(path[..<slash])
        }
        return chain
    }

    var steps: [BusPath.Step] {
        chain.map { BusPath.Step(name: $0.name, subsystem: $0.subsystem, type: $0.value("DEVTYPE")) }
    }

    var name: String { String(path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...]) }

    var subsystem: String? { target(of: "subsystem") }
    var driver: String? { target(of: "driver") }

    /// Without the line end; nil for what the device does not have.
    func attribute(_ name: String) -> String? {
        guard var bytes = try? RegularFile.contents(of: "\(path)/\(name)", limit: 65536)[...] else { return nil }
        while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A word that the kernel sends with the device's events, for example `DEVNAME`.
    func value(_ key: String) -> String? {
        attribute("uevent")?.split(separator: "\n").first { $0.hasPrefix("\(key)=") }
            .map { String($0.dropFirst(key.utf8.count + 1)) }
    }

    /// The last part of what a link leads to.
    private func target(of link: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink("\(path)/\(link)", &buffer, buffer.count)
        guard count > 0 else { return nil }
        let text = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.split(separator: "/").last.map(String.init)
    }
}

extension NodeProperties {
    /// As udev would describe a video node, by what its rules and its built-in commands do. Nil for what is no video
    /// node, or has no file in `deviceFolder`.
    init?(_ device: SysfsDevice, deviceFolder: String) {
        guard let number = device.attribute("dev").flatMap(DeviceNumber.parsed), let file = device.value("DEVNAME"),
            file.hasPrefix("video"),
            file.dropFirst(5).allSatisfy(\.isNumber), unsafe access("\(deviceFolder)/\(file)", F_OK) == 0
        else { return nil }
        self.init(devicePath: device.path, node: "\(deviceFolder)/\(file)", deviceNumber: number)
        let chain = device.chain
        name = device.attribute("name")
        index = device.attribute("index")
        driver = chain.dropFirst().first?.driver
        busPath = BusPath.built(from: device.steps)
        guard let usb = chain.first(where: { $0.subsystem == "usb" && $0.value("DEVTYPE") == "usb_device" }) else {
            return
        }
        vendorID = usb.attribute("idVendor")
        productID = usb.attribute("idProduct")
        product = usb.attribute("product")
        serial = usb.attribute("serial")
        // Its ID_MODEL for a device that has no name.
        databaseModel = product == nil ? productID : nil
    }
}

/// What tells one device from another, without any name that changes at the next boot.
package struct DeviceTraits: Hashable, Sendable, Codable {
    package var vendorID: String?
    package var productID: String?
    package var serial: String?
    /// Folded `ID_PATH`.
    package var busPath: String?
    package var model: String
    /// Which of the nodes of its interface.
    package var index: Int

    package init(_ node: VideoNode) {
        vendorID = node.vendorID
        productID = node.productID
        serial = node.serial.flatMap { $0.isEmpty ? nil : $0 }
        busPath = node.busPath.map(BusPath.folded)
        model = node.model
        index = node.index
    }

    /// What stays the same in every port. Without a serial number, every device of the same make shares it.
    ///
    /// Ids are hashes of it: its form must never change.
    package var makeAndSerial: String {
        let make = vendorID.map { "usb:\($0):\(productID ?? "")" } ?? "model:\(model)"
        let interface = busPath.flatMap(BusPath.interface) ?? ""
        return "\(make)|serial:\(serial ?? "")|interface:\(interface)|index:\(index)"
    }

    /// `makeAndSerial` and the port. Ids are hashes of it: its form must never change.
    package var makeSerialAndPort: String { "\(makeAndSerial)|port:\(busPath ?? "")" }
}

extension DeviceMatch {
    /// Whether every part that is given fits the device. A match that gives nothing fits nothing.
    package func fits(_ device: DeviceTraits) -> Bool {
        guard serial != nil || path != nil || model != nil else { return false }
        return (serial == nil || serial == device.serial)
            && (model == nil || model == device.model)
            && (path.map { fits(path: $0, device) } ?? true)
    }

    /// A path is `ID_PATH`, or the name of the link in /dev/v4l/by-path, which has the node's index at its end.
    private func fits(path: String, _ device: DeviceTraits) -> Bool {
        guard let busPath = device.busPath else { return false }
        let folder = "/dev/v4l/by-path/"
        let name = BusPath.folded(path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path)
        return name == busPath || name == "\(busPath)-video-index\(device.index)"
    }
}

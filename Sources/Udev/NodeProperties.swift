package import Camera

/// What udev and sysfs say of a video node, as text.
package struct NodeProperties: Equatable, Sendable {
    package var devicePath: String
    package var node: String
    package var deviceNumber: UInt64
    /// Attributes of the node itself.
    package var name: String?
    package var index: String?
    /// Attributes of the USB device above it.
    package var vendorID: String?
    package var productID: String?
    package var product: String?
    package var serial: String?
    /// `ID_PATH` and `ID_MODEL`, from udev's database or as udev would make them.
    package var busPath: String?
    package var databaseModel: String?
    /// `ID_V4L_CAPABILITIES`, for example `:capture:`; nil without udevd.
    package var databaseCapabilities: String?
    package var driver: String?

    package init(devicePath: String, node: String, deviceNumber: UInt64) {
        self.devicePath = devicePath
        self.node = node
        self.deviceNumber = deviceNumber
    }
}

extension VideoNode {
    package init(_ properties: NodeProperties) {
        self.init(
            path: properties.node, deviceNumber: properties.deviceNumber,
            vendorID: properties.vendorID?.lowercased(), productID: properties.productID?.lowercased(),
            serial: properties.serial.flatMap { $0.isEmpty ? nil : $0 },
            busPath: properties.busPath.map(BusPath.folded),
            model: properties.model, driver: properties.driver, index: properties.index.flatMap { Int($0) } ?? 0,
            udevSaysCapture: properties.databaseCapabilities.map { $0.split(separator: ":").contains("capture") })
    }
}

extension NodeProperties {
    /// The device's own words for itself, the best ones that there are.
    fileprivate var model: String {
        let underscored = databaseModel?.split(separator: "_").joined(separator: " ")
        let candidates = [product, underscored, name.map(NodeProperties.once)]
        return candidates.lazy.compactMap { $0.map(NodeProperties.trimmed) }.first { !$0.isEmpty } ?? "Camera"
    }

    /// uvcvideo puts the interface's name behind the device's, and often they are the same.
    private static func once(_ name: String) -> String {
        let halves = name.split(separator: ": ", maxSplits: 1)
        // The kernel cuts long names off.
        return halves.count == 2 && halves[0].hasPrefix(halves[1]) ? String(halves[0]) : name
    }

    private static func trimmed(_ text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace)
        return words.joined(separator: " ")
    }
}

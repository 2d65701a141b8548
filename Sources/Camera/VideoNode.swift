/// A /dev/video node as udev describes it, before anyone has opened it.
package struct VideoNode: Hashable, Sendable {
    /// For example `/dev/video0`: where to open it now, never an identity.
    package var path: String
    /// The kernel's device number (`dev_t`), by which plug events and scans are merged.
    package var deviceNumber: UInt64
    /// Four hexadecimal digits, lower case; nil for devices that are not on USB.
    package var vendorID: String?
    package var productID: String?
    /// The USB serial number, exactly as the device gives it; nil if it gives none or an empty one.
    package var serial: String?
    /// udev's `ID_PATH`, variants folded: the port that it is plugged into.
    package var busPath: String?
    /// The device's own name.
    package var model: String
    /// The kernel driver behind it, for example `uvcvideo`.
    package var driver: String?
    /// Which of the nodes of its interface it is; 0 is the first.
    package var index: Int
    /// What udev found when it looked at the node; nil without udev. Some versions of it are wrong where it says yes.
    package var udevSaysCapture: Bool?

    package init(
        path: String, deviceNumber: UInt64, vendorID: String? = nil, productID: String? = nil, serial: String? = nil,
        busPath: String? = nil, model: String, driver: String? = nil, index: Int = 0,
        udevSaysCapture: Bool? = nil
    ) {
        self.path = path
        self.deviceNumber = deviceNumber
        self.vendorID = vendorID
        self.productID = productID
        self.serial = serial
        self.busPath = busPath
        self.model = model
        self.driver = driver
        self.index = index
        self.udevSaysCapture = udevSaysCapture
    }
}

/// What a monitor reports.
package enum NodeEvent: Hashable, Sendable {
    case added(VideoNode)
    /// By device number: the node is gone already.
    case removed(deviceNumber: UInt64)
}

/// What was found behind a node.
package enum NodeFinding: Equatable, Sendable {
    /// A camera, with every mode that can become JPEG.
    case camera(modes: [Mode])
    /// A capture node with only infrared or depth formats: a camera only if the configuration names it.
    case sensor(modes: [Mode])
    /// No camera, with the reason for people.
    case excluded(reason: String)
    /// It could not be asked: kept as a camera in this condition, since it may be one.
    case unreadable(CaptureError)
}

extension NodeFinding {
    /// Whether it is no camera for certain.
    package var isExcluded: Bool {
        if case .excluded = self { true } else { false }
    }
}

/// What a video node can do, as the kernel says it of this node.
///
/// The corresponding C value is `device_caps` of `struct v4l2_capability`.
package struct NodeCapabilities: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// `V4L2_CAP_VIDEO_CAPTURE`.
    package static let videoCapture = NodeCapabilities(rawValue: 0x0000_0001)
    /// `V4L2_CAP_VIDEO_OUTPUT`.
    package static let videoOutput = NodeCapabilities(rawValue: 0x0000_0002)
    /// `V4L2_CAP_VIDEO_CAPTURE_MPLANE`.
    package static let videoCaptureMultiplanar = NodeCapabilities(rawValue: 0x0000_1000)
    /// `V4L2_CAP_VIDEO_OUTPUT_MPLANE`.
    package static let videoOutputMultiplanar = NodeCapabilities(rawValue: 0x0000_2000)
    /// `V4L2_CAP_VIDEO_M2M_MPLANE`.
    package static let memoryToMemoryMultiplanar = NodeCapabilities(rawValue: 0x0000_4000)
    /// `V4L2_CAP_VIDEO_M2M`.
    package static let memoryToMemory = NodeCapabilities(rawValue: 0x0000_8000)
    /// `V4L2_CAP_META_CAPTURE`.
    package static let metadataCapture = NodeCapabilities(rawValue: 0x0080_0000)
    /// `V4L2_CAP_STREAMING`.
    package static let streaming = NodeCapabilities(rawValue: 0x0400_0000)
    /// `V4L2_CAP_META_OUTPUT`.
    package static let metadataOutput = NodeCapabilities(rawValue: 0x0800_0000)
    /// `V4L2_CAP_IO_MC`: the formats are decided by links of a media controller, not by this node.
    package static let mediaController = NodeCapabilities(rawValue: 0x2000_0000)

    package static let anyCapture: NodeCapabilities = [.videoCapture, .videoCaptureMultiplanar]
    package static let anyOutput: NodeCapabilities = [.videoOutput, .videoOutputMultiplanar]
    package static let anyMemoryToMemory: NodeCapabilities = [.memoryToMemory, .memoryToMemoryMultiplanar]
}

/// What an opened node says of itself.
package struct NodeDescription: Hashable, Sendable {
    /// The kernel driver, for example `uvcvideo`.
    package var driver: String
    package var capabilities: NodeCapabilities
    /// Every mode that it offers, also those that cannot become JPEG.
    package var modes: [Mode]

    package init(driver: String, capabilities: NodeCapabilities, modes: [Mode]) {
        self.driver = driver
        self.capabilities = capabilities
        self.modes = modes
    }
}

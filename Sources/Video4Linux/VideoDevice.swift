import CVideo4Linux
package import Camera

/// A video node that is open, and what it says of itself. Thread-bound; closed when its owner is gone.
package struct VideoDevice: ~Copyable {
    let opened: OpenNode
    /// The kernel's name for the driver.
    package let driver: String
    package let capabilities: NodeCapabilities

    /// Opens the node, and makes sure that it is still the device that it was when `node` was described.
    package init(opening node: VideoNode, _ kernel: any VideoKernel = LinuxVideoKernel()) throws(CaptureError) {
        let opened = try OpenNode(node, kernel)
        try opened.verify()
        let answer = try opened.capabilities()
        driver = unsafe withUnsafeBytes(of: answer.driver) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        // `capabilities` is the union over all nodes of the device; drivers before Linux 3.4 have only that.
        let hasOwn = answer.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
        capabilities = NodeCapabilities(rawValue: hasOwn ? answer.device_caps : answer.capabilities)
        self.opened = opened
    }

    package var node: VideoNode { opened.node }

    /// Single-planar where the node has both.
    var isMultiplanar: Bool { !capabilities.contains(.videoCapture) }

    var bufferType: UInt32 {
        isMultiplanar ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue : V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    }
}

package import Camera
import Hub
package import Video4Linux

/// Looks at a node through Video4Linux.
package struct VideoNodeInspector: NodeInspector {
    private let kernel: any VideoKernel

    package init(kernel: any VideoKernel = LinuxVideoKernel()) { self.kernel = kernel }

    package func inspect(_ node: VideoNode) -> NodeFinding {
        do throws(CaptureError) {
            return NodeFinding(try VideoDevice(opening: node, kernel).describe())
        } catch {
            // Whoever may not open a webcam may not open its metadata node either: that is no second camera.
            guard node.udevSaysCapture != false else {
                return .excluded(reason: "udev found that it does not capture video")
            }
            return .unreadable(error)
        }
    }
}

package import Camera
package import Posix

/// What we were about to do with a node, in the words of an error: `cannot <operation> /dev/video0: …`.
package enum VideoOperation: String, Sendable {
    case open = "open"
    case identify = "ask for the kind of"
    case setFormat = "set the format of"
    case setInterval = "set the frame rate of"
    case requestBuffers = "get buffers from"
    case mapBuffers = "map the buffers of"
    case queueBuffer = "give a buffer to"
    case startStreaming = "start streaming on"
    case dequeueBuffer = "take a frame from"
    case control = "reach the controls of"
    case followSource = "follow the signal at"
}

extension CaptureError {
    /// The one place where the kernel's refusals become states that people understand.
    package init(_ operation: VideoOperation, _ node: VideoNode, _ errno: Errno, _ kernel: any VideoKernel) {
        let what = "cannot \(operation.rawValue) \(node.path): \(errno.description.lowercasedFirst)"
        switch errno {
        case .deviceBusy:
            let holders = kernel.holders(of: node.deviceNumber).joined(separator: ", ")
            self.init(
                .busy,
                reason: holders.isEmpty ? "\(what) (another program has it open)" : "\(what) (\(holders) has it open)",
                hint: holders.isEmpty
                    ? "close the program that uses the camera; sudo fuser \(node.path) names it"
                    : "close that program; the camera comes back by itself")
        case .accessDenied, .notPermitted:
            self.init(.denied, reason: what, hint: kernel.access(to: node.path)?.hint)
        case .noSuchDevice, .noSuchDeviceOrAddress, .noSuchFile:
            self.init(.offline, reason: "\(node.path) is gone: the camera was unplugged", hint: "plug it in")
        case .noSpace where operation == .startStreaming:
            self.init(
                .noBandwidth, reason: "\(what) (the USB bus has no bandwidth left)",
                hint: "lower the size or fps of the cameras on this bus, use MJPG, or plug this one into another "
                    + "controller's port")
        default:
            self.init(.failed, reason: what, hint: CaptureError.advice(errno))
        }
    }

    /// What to try against the faults that cameras, cables and drivers have.
    private static func advice(_ errno: Errno) -> String? {
        switch errno {
        case .protocolError, .inputOutput:
            "the camera answers wrongly: try another cable or port, without a hub, or unplug it and plug it in again"
        case .timedOut: "the camera does not answer: unplug it and plug it in again"
        case .outOfMemory, .noSpace: "the kernel has no memory for its frames: choose a smaller size"
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem: "raise the limit of open files (ulimit -n)"
        case .noLink: "its input has no signal: check what is connected to it"
        default: nil
        }
    }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

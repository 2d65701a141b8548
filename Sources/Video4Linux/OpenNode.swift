import CVideo4Linux
import Camera
import Posix

/// A video node's descriptor, closed when its owner is gone.
struct OpenNode: ~Copyable {
    let node: VideoNode
    let descriptor: CInt
    let kernel: any VideoKernel

    init(_ node: VideoNode, _ kernel: any VideoKernel) throws(CaptureError) {
        let descriptor: CInt
        do {
            descriptor = try kernel.open(node.path)
        } catch {
            throw CaptureError(.open, node, error, kernel)
        }
        self.descriptor = descriptor
        self.node = node
        self.kernel = kernel
    }

    deinit { kernel.close(descriptor) }

    /// Between the plug event and now, the path may have come to mean another device.
    func verify() throws(CaptureError) {
        do throws(Errno) {
            guard try kernel.deviceNumber(of: descriptor) == node.deviceNumber else { throw .noSuchDevice }
        } catch {
            throw failure(.open, error)
        }
    }

    func capabilities() throws(CaptureError) -> v4l2_capability {
        var answer = v4l2_capability()
        do {
            try control(.queryCapabilities, &answer)
        } catch {
            throw failure(.identify, error)
        }
        return answer
    }

    /// Sends one request; the argument is of the type that belongs to it.
    func control<Argument>(_ request: VideoRequest, _ argument: inout Argument) throws(Errno) {
        try unsafe withUnsafeMutableBytes(of: &argument) { bytes throws(Errno) in
            // Never nil: no request has an empty argument.
            try unsafe kernel.control(descriptor, request, bytes.baseAddress!)
        }
    }

    func failure(_ operation: VideoOperation, _ errno: Errno) -> CaptureError {
        CaptureError(operation, node, errno, kernel)
    }
}

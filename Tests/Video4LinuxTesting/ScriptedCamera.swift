package import Camera
package import Posix
package import Video4Linux

/// A video node that plays a script instead of having a device: what tests put in the place of the kernel.
///
/// It keeps the books that the kernel keeps (descriptors, buffers, mappings), writes down every call, and notes what
/// no program may do. For one thread at a time.
package final class ScriptedCamera: VideoKernel {
    package enum Call: Hashable, Sendable {
        case open, close, map, unmap
        case control(VideoRequest)
    }

    private let state: Locked<ScriptedState>

    package init(
        _ node: VideoNode = ScriptedCamera.node, driver: String = "uvcvideo",
        capabilities: NodeCapabilities = [.videoCapture, .streaming], modes: [Mode]
    ) {
        state = Locked(ScriptedState(node: node, driver: driver, capabilities: capabilities, modes: modes))
    }

    deinit { state.withLock { $0.freeMemory() } }

    /// A USB camera at /dev/video0.
    package static let node = VideoNode(
        path: "/dev/video0", deviceNumber: 81 << 8, vendorID: "046d", productID: "0825", serial: "SN0001",
        busPath: "platform-vhci_hcd.0-usb-0:1:1.0", model: "Scripted", driver: "uvcvideo")

    /// Changes the script: before a test and in the middle of it.
    package func change(_ body: (inout ScriptedState) -> Void) { state.withLock { body(&$0) } }

    /// `times` calls of this kind fail with this error, after `first` that do not.
    package func refuse(_ call: Call, with errno: Errno, times: Int = 1, after first: Int = 0) {
        let ends = Array(repeating: nil, count: first) + Array(repeating: Optional(errno), count: times)
        change { $0.refusals[call, default: []] += ends }
    }

    /// The device fills the next buffer, or loses the frame if the program has left it none.
    package func deliver(_ frame: ScriptedFrame) { change { $0.deliver(frame) } }

    /// Pulled out: every call from now on says that there is no such device.
    package func pullOut() { change { $0.isGone = true } }

    package var calls: [Call] { state.withLock { $0.calls } }

    package func count(of request: VideoRequest) -> Int { calls.count { $0 == .control(request) } }

    /// Every control that was set until now.
    package var controlsSet: [ControlSetting] { state.withLock { $0.controlsSet } }

    /// What a control is now, by its label.
    package func value(of label: String) -> Int? {
        state.withLock { $0.controls.first { $0.label == label }.map { Int($0.value) } }
    }

    /// Buffers that the device could fill now.
    package var queueDepth: Int { state.withLock { $0.queued.count } }

    package var isStreaming: Bool { state.withLock { $0.isStreaming } }

    /// What the program did that no program may do, and what it did not give back until now.
    package var faults: [String] {
        state.withLock { state in
            var faults = state.faults
            if !state.descriptors.isEmpty { faults.append("\(state.descriptors.count) descriptors are open") }
            if !state.mapped.isEmpty { faults.append("\(state.mapped.count) buffers are mapped") }
            if state.bufferCount > 0 && !state.isGone { faults.append("\(state.bufferCount) buffers are held") }
            return faults
        }
    }
}

extension ScriptedCamera {
    package func open(_ path: String) throws(Errno) -> CInt {
        try state.withLock { state throws(Errno) in try state.open(path) }
    }

    package func close(_ descriptor: CInt) { state.withLock { $0.close(descriptor) } }

    package func deviceNumber(of descriptor: CInt) throws(Errno) -> UInt64 { state.withLock { $0.node.deviceNumber } }

    package func control(
        _ descriptor: CInt, _ request: VideoRequest, _ argument: UnsafeMutableRawPointer
    ) throws(Errno) {
        try state.withLock { state throws(Errno) in
            try state.begin(.control(request))
            try state.answer(request, argument)
        }
    }

    package func map(_ descriptor: CInt, offset: Int, count: Int) throws(Errno) -> UnsafeRawBufferPointer {
        try state.withLock { state throws(Errno) in try state.map(offset: offset, count: count) }
    }

    package func unmap(_ memory: UnsafeRawBufferPointer) { state.withLock { $0.unmap(memory) } }

    package var now: MonotonicTime { state.withLock { $0.now } }

    package func access(to path: String) -> NodeAccess? { state.withLock { $0.access } }

    package func holders(of deviceNumber: UInt64) -> [String] { state.withLock { $0.holders } }
}

/// One frame of a time-line.
package struct ScriptedFrame: Sendable {
    package var bytes: [UInt8]
    package var isMarkedBad = false
    /// Numbers that the device leaves out before this frame.
    package var lost: UInt32 = 0
    /// Nil: the time at which it is delivered.
    package var stamp: MonotonicTime?
    package var isMonotonic = true

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package init(
        _ bytes: [UInt8], isMarkedBad: Bool = false, lost: UInt32 = 0, stamp: MonotonicTime? = nil,
        isMonotonic: Bool = true
    ) {
        self.bytes = bytes
        self.isMarkedBad = isMarkedBad
        self.lost = lost
        self.stamp = stamp
        self.isMonotonic = isMonotonic
    }
}

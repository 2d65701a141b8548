package import Camera
package import Hub
import Posix

/// The machine's video nodes, plugged in and pulled out by the test.
package final class ScriptedDevices: DeviceWatch {
    fileprivate struct State {
        var nodes: [UInt64: VideoNode] = [:]
        var events: [NodeEvent] = []
        var refusal: CaptureError?
        var isWatched = false
    }

    private let time: ManualTime
    fileprivate let descriptor: CInt
    private let state = Locked(State())

    package init(_ time: ManualTime) {
        self.time = time
        descriptor = time.makeDescriptor()
    }

    // MARK: - For tests

    /// The node is there, and the monitor tells so, as often as is said.
    package func plug(_ node: VideoNode, told times: Int = 1) {
        tell { state in
            state.nodes[node.deviceNumber] = node
            state.events += Array(repeating: .added(node), count: times)
        }
    }

    package func unplug(_ node: VideoNode) {
        tell { state in
            state.nodes[node.deviceNumber] = nil
            state.events.append(.removed(deviceNumber: node.deviceNumber))
        }
    }

    /// No monitor can be had on this machine.
    package func refuse(with error: CaptureError) { state.withLock { $0.refusal = error } }

    private func tell(_ body: (inout State) -> Void) {
        let isWatched = state.withLock { state in
            body(&state)
            // What happens before anyone watches is found by the scan.
            if !state.isWatched { state.events = [] }
            return state.isWatched
        }
        if isWatched { time.setReadable(descriptor, true) }
    }

    // MARK: - For the hub

    package func begin() throws(CaptureError) -> any DeviceMonitor {
        let refusal = state.withLock { state in
            state.isWatched = state.refusal == nil
            return state.refusal
        }
        if let refusal { throw refusal }
        return ScriptedMonitor(self)
    }

    fileprivate func scan() -> [VideoNode] {
        state.withLock { $0.nodes.values.sorted { $0.deviceNumber < $1.deviceNumber } }
    }

    fileprivate func receive() -> [NodeEvent] {
        time.setReadable(descriptor, false)
        return state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }
}

private final class ScriptedMonitor: DeviceMonitor {
    private let devices: ScriptedDevices

    init(_ devices: ScriptedDevices) { self.devices = devices }

    var descriptor: CInt? { devices.descriptor }
    func scan() -> [VideoNode] { devices.scan() }
    func receive() -> [NodeEvent] { devices.receive() }
}

/// Finds a camera behind every node, unless the test says otherwise.
package final class ScriptedInspector: NodeInspector {
    private struct State {
        var findings: [UInt64: NodeFinding] = [:]
        var looks: [VideoNode] = []
        var whileLooking: (@Sendable (VideoNode) -> Void)?
    }

    private let state = Locked(State())

    package static let modes = [
        Mode(
            format: .mjpeg, size: Size(width: 1280, height: 720),
            intervals: [FrameInterval(numerator: 1, denominator: 30)])
    ]

    package init() {}

    package func find(_ finding: NodeFinding?, behind node: VideoNode) {
        state.withLock { $0.findings[node.deviceNumber] = finding }
    }

    /// Called on the look's own thread, before it is answered.
    package func whileLooking(_ body: (@Sendable (VideoNode) -> Void)?) { state.withLock { $0.whileLooking = body } }

    package var looks: [VideoNode] { state.withLock { $0.looks } }

    package func inspect(_ node: VideoNode) -> NodeFinding {
        state.withLock { $0.whileLooking }?(node)
        return state.withLock { state in
            state.looks.append(node)
            return state.findings[node.deviceNumber] ?? .camera(modes: ScriptedInspector.modes)
        }
    }
}

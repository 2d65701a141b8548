package import Camera
package import Hub
import Posix

/// Opens scripted sources, as the test has arranged it, and notes what was opened and what was wrong about that.
package final class ScriptedOpener: SourceOpener {
    package struct Opening: Sendable {
        package let id: CameraID
        package let description: SourceDescription
        package let settings: CameraSettings
        package let at: MonotonicTime
        /// Nil if it was refused.
        package let source: ScriptedSource?
    }

    private struct State {
        var openings: [Opening] = []
        /// What the next openings of a camera throw; empty: they work.
        var refusals: [CameraID: [CaptureError]] = [:]
        var permanent: [CameraID: CaptureError] = [:]
        var open: [(source: ScriptedSource, id: CameraID, description: SourceDescription)] = []
        /// Of devices, by their nodes' paths.
        var controls: [String: ScriptedControls] = [:]
        /// How many cameras have all that they want at a time; the others have less.
        var room: Int?
        /// Devices that are open for their controls alone, and how many have been.
        var openForControls: [SourceDescription] = []
        var controlOpenings = 0
        var complaints: [String] = []
        var hasDescriptors = true
        var whileOpening: (@Sendable (CameraID) -> Void)?
        var whileClosing: (@Sendable (CameraID) -> Void)?
    }

    private let time: ManualTime
    private let state = Locked(State())

    package init(_ time: ManualTime) { self.time = time }

    // MARK: - For tests

    /// The next openings of this camera fail like this, one after the other.
    package func refuse(_ id: CameraID, with errors: CaptureError...) {
        state.withLock { $0.refusals[id, default: []] += errors }
    }

    /// So many sources that are open get what they want; whoever comes then gets less.
    package func set(room: Int) { state.withLock { $0.room = room } }

    /// Every opening of this camera fails like this, until nil.
    package func refuseAlways(_ id: CameraID, with error: CaptureError?) {
        state.withLock { $0.permanent[id] = error }
    }

    /// Called on the camera's own thread in the midst of each opening.
    package func whileOpening(_ body: (@Sendable (CameraID) -> Void)?) { state.withLock { $0.whileOpening = body } }

    /// Likewise, of each closing.
    package func whileClosing(_ body: (@Sendable (CameraID) -> Void)?) { state.withLock { $0.whileClosing = body } }

    /// Sources from now on have no descriptor, and are looked at when they say.
    package func goByTimeAlone() { state.withLock { $0.hasDescriptors = false } }

    /// The device at this node has these controls.
    package func give(_ controls: ScriptedControls, to node: VideoNode) {
        state.withLock { $0.controls[node.path] = controls }
    }

    /// How often a device was opened for its controls alone; all are closed again, or `complaints` says so.
    package var controlOpenings: Int { state.withLock { $0.controlOpenings } }

    package var openings: [Opening] { state.withLock { $0.openings } }

    package func openings(of id: CameraID) -> [Opening] { openings.filter { $0.id == id } }

    /// The source that was opened last for this camera, open or closed by now.
    package func source(_ id: CameraID) -> ScriptedSource? { openings(of: id).last { $0.source != nil }?.source }

    /// Cameras whose sources are open now.
    package var open: Set<CameraID> { state.withLock { Set($0.open.map(\.id)) } }

    /// What the hub did wrong: two openings of one device at a time.
    package var complaints: [String] {
        state.withLock { $0.complaints + $0.openForControls.map { "\($0) is still open for its controls" } }
    }

    // MARK: - For the hub

    package func open(
        _ source: SourceDescription, id: CameraID, settings: CameraSettings, now: MonotonicTime
    ) throws(CaptureError) -> any FrameSource {
        state.withLock { $0.whileOpening }?(id)
        let (refusal, hasDescriptor) = state.withLock { state -> (CaptureError?, Bool) in
            for other in state.open where other.description == source && (source.isDevice || other.id == id) {
                state.complaints.append("\(id) opens \(source), which \(other.id) has")
            }
            if state.openForControls.contains(source) { state.complaints.append("\(id) opens \(source) twice") }
            let planned = state.refusals[id].flatMap { $0.first }
            if planned != nil { state.refusals[id]?.removeFirst() }
            return (planned ?? state.permanent[id], state.hasDescriptors)
        }
        let controls = state.withLock { state in source.path.flatMap { state.controls[$0] } }
        if refusal == nil {
            _ = try controls?.apply(settings.controls)
            controls?.noteStart()
        }
        let made = refusal == nil ? make(settings, hasDescriptor, controls) : nil
        state.withLock { state in
            state.openings.append(Opening(id: id, description: source, settings: settings, at: now, source: made))
            if let made { state.open.append((made, id, source)) }
        }
        if let refusal { throw refusal }
        // Made unless it was refused.
        return made!
    }

    package func openControls(of source: SourceDescription) throws(CaptureError) -> (any ControlledDevice)? {
        guard source.isDevice else { return nil }
        let controls = state.withLock { state in
            if state.open.contains(where: { $0.description == source }) {
                state.complaints.append("\(source) is opened for its controls, and is open")
            }
            state.controlOpenings += 1
            state.openForControls.append(source)
            return source.path.flatMap { state.controls[$0] }
        }
        return IdleControls(controls ?? ScriptedControls([])) {
            self.state.withLock { state in
                if let place = state.openForControls.firstIndex(of: source) { state.openForControls.remove(at: place) }
            }
        }
    }

    private func make(
        _ settings: CameraSettings, _ hasDescriptor: Bool, _ controls: ScriptedControls?
    ) -> ScriptedSource {
        let delivery = Delivery(format: .mjpeg, size: settings.size, framesPerSecond: Double(settings.fps))
        let isShort = state.withLock { state in
            state.room.map { room in state.open.count { $0.source.shortfall == nil } >= room } ?? false
        }
        let wanted = ModeChoice(format: .mjpeg, size: settings.size, interval: nil)
        let given = ModeChoice(format: .mjpeg, size: settings.minimumSize, interval: nil)
        return ScriptedSource(
            time, settings: settings, delivery: delivery, hasDescriptor: hasDescriptor, controls: controls,
            shortfall: isShort ? Shortfall(wanted: wanted, given: given) : nil
        ) { [weak self] source in
            guard let self else { return }
            let (body, id) = self.state.withLock { state in
                defer { state.open.removeAll { $0.source === source } }
                return (state.whileClosing, state.open.first { $0.source === source }?.id)
            }
            if let id { body?(id) }
        }
    }
}

/// A device that is open for its controls alone.
private final class IdleControls: ControlledDevice {
    private let scripted: ScriptedControls
    private let onClose: () -> Void

    init(_ controls: ScriptedControls, onClose: @escaping () -> Void) {
        scripted = controls
        self.onClose = onClose
    }

    deinit { onClose() }

    func controls() throws(CaptureError) -> [DeviceControl] { try scripted.controls() }

    func set(_ control: DeviceControl, to number: Int) throws(CaptureError) -> ControlFault? {
        try scripted.set(control, to: number)
    }
}

extension SourceDescription {
    /// The node's; nil for what is no device.
    fileprivate var path: String? {
        if case .device(let node, _) = self { return node.path }
        return nil
    }

    /// Only one can have a device at a time.
    fileprivate var isDevice: Bool {
        if case .device = self { return true }
        return false
    }
}

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

    package var openings: [Opening] { state.withLock { $0.openings } }

    package func openings(of id: CameraID) -> [Opening] { openings.filter { $0.id == id } }

    /// The source that was opened last for this camera, open or closed by now.
    package func source(_ id: CameraID) -> ScriptedSource? { openings(of: id).last { $0.source != nil }?.source }

    /// Cameras whose sources are open now.
    package var open: Set<CameraID> { state.withLock { Set($0.open.map(\.id)) } }

    /// What the hub did wrong: two openings of one device at a time.
    package var complaints: [String] { state.withLock { $0.complaints } }

    // MARK: - For the hub

    package func open(
        _ source: SourceDescription, id: CameraID, settings: CameraSettings, now: MonotonicTime
    ) throws(CaptureError) -> any FrameSource {
        state.withLock { $0.whileOpening }?(id)
        let (refusal, hasDescriptor) = state.withLock { state -> (CaptureError?, Bool) in
            for other in state.open where other.description == source && (source.isDevice || other.id == id) {
                state.complaints.append("\(id) opens \(source), which \(other.id) has")
            }
            let planned = state.refusals[id].flatMap { $0.first }
            if planned != nil { state.refusals[id]?.removeFirst() }
            return (planned ?? state.permanent[id], state.hasDescriptors)
        }
        let made = refusal == nil ? make(settings, hasDescriptor) : nil
        state.withLock { state in
            state.openings.append(Opening(id: id, description: source, settings: settings, at: now, source: made))
            if let made { state.open.append((made, id, source)) }
        }
        if let refusal { throw refusal }
        // Made unless it was refused.
        return made!
    }

    private func make(_ settings: CameraSettings, _ hasDescriptor: Bool) -> ScriptedSource {
        let delivery = Delivery(format: .mjpeg, size: settings.size, framesPerSecond: Double(settings.fps))
        return ScriptedSource(time, settings: settings, delivery: delivery, hasDescriptor: hasDescriptor) { source in
            let (body, id) = self.state.withLock { state in
                defer { state.open.removeAll { $0.source === source } }
                return (state.whileClosing, state.open.first { $0.source === source }?.id)
            }
            if let id { body?(id) }
        }
    }
}

extension SourceDescription {
    /// Only one can have a device at a time.
    fileprivate var isDevice: Bool {
        if case .device = self { return true }
        return false
    }
}

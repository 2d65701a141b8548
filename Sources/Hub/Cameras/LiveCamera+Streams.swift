import Access
import Camera
import Posix

// Streams of the camera's pictures.
extension LiveCamera {
    /// What a stream finds when it can send something.
    enum Newest {
        case frame(PublishedFrame)
        /// No newer one: the last there was, and whether one can be expected. The stream is woken by the next.
        case none(PublishedFrame?, isExpected: Bool)
        /// The camera is gone from the hub.
        case over
    }

    /// Takes a stream in: as long as it is there, somebody watches.
    func open(_ stream: CameraStream, now: MonotonicTime) {
        let wasAsleep = state.withLock { state in
            guard !state.isClosed else { return false }
            state.streams[ObjectIdentifier(stream)] = stream
            state.lastAsked = now
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if wasAsleep { wake() }
    }

    func close(_ stream: CameraStream, now: MonotonicTime) {
        let wasOpen = state.withLock { state in
            state.listening[ObjectIdentifier(stream)] = nil
            guard state.streams.removeValue(forKey: ObjectIdentifier(stream)) != nil else { return false }
            state.viewers.note(stream.viewer, at: now)
            state.lastAsked = now
            return true
        }
        // Perhaps the last one: from now on the actor has a time to go by.
        if wasOpen { wake() }
    }

    func newest(for stream: CameraStream, after last: PublishedFrame?) -> Newest {
        state.withLock { state in
            guard !state.isClosed else { return .over }
            if let frame = state.frame, frame.sequence != last?.sequence { return .frame(frame) }
            // The same lock as `publish`: no frame can slip in between.
            state.listening[ObjectIdentifier(stream)] = stream
            return .none(state.last, isExpected: state.condition.state.promisesFrame)
        }
    }

    /// Ends the streams of those who may not see the camera any more.
    func endStreams(unless isPermitted: (CameraStream) -> Bool) {
        let streams = state.withLock { Array($0.streams.values) }
        for stream in streams where !isPermitted(stream) { stream.end() }
    }

    /// The camera leaves the hub, or the hub ends: so does everything that goes on with it.
    package func close() {
        let (streams, waits) = state.withLock { state in
            state.isClosed = true
            defer { state.waits = [:] }
            return (Array(state.streams.values), Array(state.waits.values))
        }
        for stream in streams { stream.end() }
        for wait in waits { wait.finish(.unavailable(LiveCamera.removed)) }
    }

    static let removed = CameraCondition(.offline, reason: "the camera was removed")
}

import Access
package import Camera
package import HTTP
import Posix

/// The cameras in their order, and a number that grows with every change that pages care about. Thread-safe.
package final class Inventory: Sendable {
    private struct State {
        var ordered: [LiveCamera] = []
        var byID: [String: LiveCamera] = [:]
        var version = 1
        var feeds: [ObjectIdentifier: EventFeed] = [:]
        var changed: @Sendable () -> Void = {}
    }

    /// Different at each start of the hub, so that tags of an earlier run never fit.
    package let boot: String
    private let state = Locked(State())

    package init(boot: String) { self.boot = boot }

    // MARK: - For HTTP threads

    package func camera(_ id: String) -> LiveCamera? { state.withLock { $0.byID[id] } }

    /// All cameras in order, and the tag that their present state has.
    package var listing: (cameras: [LiveCamera], tag: EntityTag) {
        state.withLock { ($0.ordered, EntityTag("\(boot)-\($0.version)", isWeak: true)) }
    }

    func subscribe(_ feed: EventFeed) { state.withLock { $0.feeds[ObjectIdentifier(feed)] = feed } }

    func unsubscribe(_ feed: EventFeed) {
        state.withLock { _ = $0.feeds.removeValue(forKey: ObjectIdentifier(feed)) }
    }

    /// Calls `body`, on any thread, whenever what the list says has changed.
    package func onChange(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.changed = body } }

    // MARK: - For the registry and the cameras

    /// The membership has changed, or the order.
    package func replace(with cameras: [LiveCamera]) {
        let (events, feeds, gone, changed) = state.withLock { state in
            let before = state.byID
            state.ordered = cameras
            state.byID = Dictionary(uniqueKeysWithValues: cameras.map { ($0.id.description, $0) })
            state.version += 1
            let removed = before.keys.filter { state.byID[$0] == nil }.sorted().map { Event(.removed, id: $0) }
            let new = cameras.filter { before[$0.id.description] !== $0 }.map(\.id.description)
            let added = new.map { Event(before[$0] == nil ? .added : .changed, id: $0) }
            let gone = before.values.filter { state.byID[$0.id.description] !== $0 }
            return (removed + added, Array(state.feeds.values), gone, state.changed)
        }
        for camera in gone { camera.close() }
        for feed in feeds { feed.send(events) }
        changed()
    }

    /// One camera has changed in a way that pages care about.
    package func noteChange(of id: CameraID) {
        let (feeds, changed) = state.withLock { state -> ([EventFeed], (@Sendable () -> Void)?) in
            // A camera that is not listed yet, or not any more, is told of by `replace`.
            guard state.byID[id.description] != nil else { return ([], nil) }
            state.version += 1
            return (Array(state.feeds.values), state.changed)
        }
        for feed in feeds { feed.send([Event(.changed, id: id.description)]) }
        changed?()
    }

    /// Who may see what has changed: ends what somebody may not wait for any more, and the list has another tag.
    func follow(_ policy: AccessPolicy) {
        let cameras = state.withLock { state in
            state.version += 1
            return state.ordered
        }
        for camera in cameras {
            camera.refuseWaits { $0.isPermitted(by: policy) }
            camera.sizes.refuse(by: policy)
            camera.endStreams { $0.isPermitted(by: policy) }
        }
    }

    package func ping() {
        let feeds = state.withLock { Array($0.feeds.values) }
        for feed in feeds { feed.send([Event.ping]) }
    }

    /// Ends every stream, and every wait.
    package func close() {
        let (feeds, cameras) = state.withLock { (Array($0.feeds.values), $0.ordered) }
        for feed in feeds { feed.end() }
        for camera in cameras { camera.close() }
    }
}

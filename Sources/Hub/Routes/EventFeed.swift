import HTTP
import Posix

/// One server-sent event, as programs read it.
struct Event: Sendable {
    enum Name: String {
        case added = "camera-added"
        case removed = "camera-removed"
        case changed = "camera-changed"
    }

    let text: String

    /// The data is the camera's id: who wants more asks `/cameras`, as what may be seen there.
    init(_ name: Name, id: String) { text = "event: \(name.rawValue)\ndata: {\"id\":\"\(id)\"}\n\n" }

    private init(text: String) { self.text = text }

    /// Keeps proxies and clients from taking silence for death.
    static let ping = Event(text: "event: ping\ndata: {}\n\n")
}

/// One client of `/events`. Bounded: a client that does not read is let go when `limit` bytes wait for it.
final class EventFeed: BodyStream {
    private struct State {
        var pending: [UInt8]
        var isEnded = false
        var wake: (@Sendable () -> Void)?
    }

    private static let limit = 64 * 1024
    private let inventory: Inventory
    private let meter: RouteMeter
    // A comment at once, so that the client sees that it is connected.
    private let state = Locked(State(pending: Array(": camhub\n\n".utf8)))

    /// - Parameter meter: counts what is sent.
    init(_ inventory: Inventory, _ meter: RouteMeter) {
        self.inventory = inventory
        self.meter = meter
    }

    func send(_ events: [Event]) {
        guard !events.isEmpty else { return }
        let bytes = events.flatMap { Array($0.text.utf8) }
        change { state in
            guard !state.isEnded else { return }
            state.pending += bytes
            guard state.pending.count > EventFeed.limit else { return }
            state.isEnded = true
            // Its end may be late to come, if the client takes nothing.
            state.pending = []
        }
    }

    func end() { change { $0.isEnded = true } }

    private func change(_ body: (inout State) -> Void) {
        let wake = state.withLock { state in
            body(&state)
            return state.wake.take()
        }
        wake?()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, wake: @escaping @Sendable () -> Void) -> StreamRead {
        state.withLock { state in
            if state.isEnded { return .end }
            guard !state.pending.isEmpty else {
                state.wake = wake
                return .later
            }
            let count = min(buffer.count, state.pending.count)
            buffer.copyBytes(from: state.pending.prefix(count))
            state.pending.removeFirst(count)
            meter.send(count)
            return .bytes(count)
        }
    }

    func close() {
        state.withLock { $0.wake = nil }
        inventory.unsubscribe(self)
    }
}

package import Hub
package import Posix

/// The hub's state, in memory.
package final class MemoryStore: StateStore {
    private let states: Locked<[HubState]>
    private let full = Locked(false)

    package init(_ state: HubState = HubState()) { states = Locked([state]) }

    /// What was kept last.
    package var state: HubState { states.withLock { $0.last ?? HubState() } }

    /// How often something was kept.
    package var saves: Int { states.withLock { $0.count - 1 } }

    package func load() -> HubState { state }
    @discardableResult
    package func save(_ state: HubState) -> Bool {
        guard !isFull else { return false }
        states.withLock { $0.append(state) }
        return true
    }

    /// Whether it keeps nothing more.
    package var isFull: Bool {
        get { full.withLock { $0 } }
        set { full.withLock { $0 = newValue } }
    }
}

/// What was logged, line by line.
package final class LogLines: Sendable {
    private let lines = Locked<[String]>([])

    package init() {}

    package var all: [String] { lines.withLock { $0 } }

    package func containing(_ words: String) -> [String] { all.filter { $0.contains(words) } }

    package func log(limit: Log.Level = .debug) -> Log {
        Log(limit: limit) { line in self.lines.withLock { $0.append(line) } }
    }
}

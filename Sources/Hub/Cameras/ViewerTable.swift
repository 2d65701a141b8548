package import Camera
package import HTTP

/// What tells one viewer from another, as well as can be: the address and the program behind it.
package struct ViewerKey: Hashable, Sendable {
    private let client: PeerAddress
    private let agent: Int

    /// - Parameter agent: what User-Agent says, shortened to a number.
    package init(client: PeerAddress, agent: Int) {
        self.client = client
        self.agent = agent
    }
}

/// Who has asked for a camera within the last seconds. Bounded: beyond `limit` viewers the longest silent are dropped.
package struct ViewerTable: Sendable {
    private var lastAsked: [ViewerKey: MonotonicTime] = [:]

    /// For so long after a request its sender counts as a viewer.
    package static let memory: Duration = .seconds(5)
    private static let limit = 4096

    package init() {}

    package mutating func note(_ viewer: ViewerKey, at now: MonotonicTime) {
        lastAsked[viewer] = now
        if lastAsked.count > ViewerTable.limit { forget(at: now) }
    }

    package mutating func viewers(at now: MonotonicTime) -> Set<ViewerKey> {
        forget(at: now)
        return Set(lastAsked.keys)
    }

    private mutating func forget(at now: MonotonicTime) {
        let start = now.advanced(by: .zero - ViewerTable.memory)
        lastAsked = lastAsked.filter { $0.value >= start }
        guard lastAsked.count > ViewerTable.limit else { return }
        let kept = lastAsked.sorted { $0.value > $1.value }.prefix(ViewerTable.limit / 2)
        lastAsked = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }
}

package import Camera

/// What the hub remembers over a restart.
package struct HubState: Equatable, Sendable {
    package var version = 1
    package var cameras = KnownCameras()
    package var changes: [CameraID: CameraChange] = [:]
    /// In the order in which they were added.
    package var added: [AddedCamera] = []
    /// Nil before the first start.
    package var access: AccessState?

    package init() {}
}

extension HubState: Codable {
    private enum Key: String, CodingKey { case version, cameras, changes, added, access }

    package init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: Key.self)
        version = try keys.decode(Int.self, forKey: .version)
        cameras = try keys.decode(KnownCameras.self, forKey: .cameras)
        let changes = try keys.decodeIfPresent([String: CameraChange].self, forKey: .changes) ?? [:]
        for (text, change) in changes {
            guard let id = CameraID(text), change.canBe else {
                throw DecodingError.dataCorruptedError(
                    forKey: .changes, in: keys,
                    debugDescription: "\(text) is no camera's id, or has a setting that cannot be")
            }
            self.changes[id] = change
        }
        added = try keys.decodeIfPresent([AddedCamera].self, forKey: .added) ?? []
        access = try keys.decodeIfPresent(AccessState.self, forKey: .access)
    }

    package func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: Key.self)
        try keys.encode(version, forKey: .version)
        try keys.encode(cameras, forKey: .cameras)
        let changes = Dictionary(uniqueKeysWithValues: changes.map { ($0.key.description, $0.value) })
        try keys.encode(changes, forKey: .changes)
        if !added.isEmpty { try keys.encode(added, forKey: .added) }
        try keys.encodeIfPresent(access, forKey: .access)
    }
}

/// Keeps the hub's state. Called by one thread at a time: read at the start, then by the registry alone.
package protocol StateStore: Sendable {
    /// What was kept last; an empty state if there is none, or none that can be read.
    func load() -> HubState

    /// Keeps the state so that a crash at any moment leaves the old or the new one. Failure is logged, not fatal: false.
    @discardableResult
    func save(_ state: HubState) -> Bool
}

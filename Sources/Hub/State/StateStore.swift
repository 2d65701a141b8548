package import Camera

/// What the hub remembers over a restart.
package struct HubState: Codable, Equatable, Sendable {
    package var version = 1
    package var cameras = KnownCameras()

    package init() {}
}

/// Keeps the hub's state. Called by the registry alone, on its thread.
package protocol StateStore: Sendable {
    /// What was kept last; an empty state if there is none, or none that can be read.
    func load() -> HubState

    /// Keeps the state so that a crash at any moment leaves the old or the new one. Failure is logged, not fatal.
    func save(_ state: HubState)
}

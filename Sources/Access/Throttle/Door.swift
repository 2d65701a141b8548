package import Camera

/// What somebody wants to be let in to.
package enum Door: Hashable, Sendable {
    case camera(CameraID)
    /// Settings, and every camera.
    case admin
}

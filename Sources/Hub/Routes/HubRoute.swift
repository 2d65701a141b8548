import HTTP

/// What can be asked of the hub: the paths of its interface, and the methods that each takes.
enum HubRoute: Equatable {
    case grid
    case asset(String)
    case cameraPage(String)
    case cameraFrame(String)
    case cameraSettings(String)
    case cameraStatus(String)
    case cameras
    case events
    case firstFrame
    case status
    case settings

    /// Nil for a path that is none of ours.
    init?(_ path: ArraySlice<String>) {
        switch (path.count, path.first) {
        case (0, _): self = .grid
        case (1, "cameras"): self = .cameras
        case (1, "events"): self = .events
        case (1, "frame"): self = .firstFrame
        case (1, "status"): self = .status
        case (1, "settings"): self = .settings
        case (2, "assets"): self = .asset(path[path.startIndex + 1])
        case (2, "cam"): self = .cameraPage(path[path.startIndex + 1])
        case (3, "cam"):
            let id = path[path.startIndex + 1]
            switch path[path.startIndex + 2] {
            case "frame", "snapshot": self = .cameraFrame(id)
            case "settings": self = .cameraSettings(id)
            case "status": self = .cameraStatus(id)
            default: return nil
            }
        default: return nil
        }
    }

    /// HEAD is answered wherever GET is.
    var methods: [Method] { [.get, .head] }
}

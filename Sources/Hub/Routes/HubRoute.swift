import HTTP

/// What can be asked of the hub: the paths of its interface, and the methods that each takes.
enum HubRoute: Equatable {
    case grid
    case asset(String)
    case basic
    case login
    case logout
    case cameraPage(String)
    case cameraFrame(String)
    case cameraStream(String)
    case cameraSettings(String)
    case cameraControls(String)
    case cameraStatus(String)
    case cameraLogin(String)
    case cameras
    case camera(String)
    case events
    case firstFrame
    case status
    case settings
    case metrics
    case openAPI

    /// Nil for a path that is none of ours.
    init?(_ path: ArraySlice<String>) {
        let second = path.dropFirst().first ?? ""
        switch (path.count, path.first) {
        case (0, _): self = .grid
        case (1, "basic"): self = .basic
        case (1, "cameras"): self = .cameras
        case (1, "events"): self = .events
        case (1, "frame"): self = .firstFrame
        case (1, "status"): self = .status
        case (1, "settings"): self = .settings
        case (1, "metrics"): self = .metrics
        case (1, "openapi.json"): self = .openAPI
        case (1, "login"): self = .login
        case (1, "logout"): self = .logout
        case (2, "assets"): self = .asset(second)
        case (2, "cam"): self = .cameraPage(second)
        case (2, "cameras") where !second.isEmpty: self = .camera(second)
        case (3, "cam"):
            switch path.last {
            case "frame", "snapshot": self = .cameraFrame(second)
            case "stream": self = .cameraStream(second)
            case "settings": self = .cameraSettings(second)
            case "controls": self = .cameraControls(second)
            case "status": self = .cameraStatus(second)
            case "login": self = .cameraLogin(second)
            default: return nil
            }
        default: return nil
        }
    }

    private static let reading: [Method] = [.get, .head]
    private static let changing: [Method] = [.get, .head, .patch]
    private static let entering: [Method] = [.get, .head, .post]

    /// HEAD is answered wherever GET is, and OPTIONS everywhere.
    var methods: [Method] {
        switch self {
        case .cameraSettings, .cameraControls: HubRoute.changing
        case .login, .cameraLogin: HubRoute.entering
        case .logout: [.post]
        case .cameras: [.get, .head, .post]
        case .camera: [.delete]
        default: HubRoute.reading
        }
    }

    /// The camera whose pictures are asked for, which other web sites may do; nil for all else.
    var pictures: String? {
        switch self {
        case .cameraFrame(let id), .cameraStream(let id): id
        default: nil
        }
    }

    /// Whether a form may send to it, as pages without script do.
    var takesForms: Bool {
        switch self {
        case .login, .cameraLogin, .logout: true
        default: false
        }
    }
}

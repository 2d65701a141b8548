extension HubRoute {
    /// What a route is called in `/metrics`, whichever camera or file it is about.
    enum Name: Int, CaseIterable {
        case grid, asset, basic, login, logout
        case cameraPage, cameraFrame, cameraStream, cameraSettings, cameraControls, cameraStatus, cameraLogin
        case cameras, camera, events, firstFrame, status, settings, metrics, openAPI
        /// Every path that is none of the hub's.
        case unknown
        /// What the server refuses before it comes to a path: what is no good request, and one connection too many.
        case server
    }

    var name: Name {
        switch self {
        case .grid: .grid
        case .asset: .asset
        case .basic: .basic
        case .login: .login
        case .logout: .logout
        case .cameraPage: .cameraPage
        case .cameraFrame: .cameraFrame
        case .cameraStream: .cameraStream
        case .cameraSettings: .cameraSettings
        case .cameraControls: .cameraControls
        case .cameraStatus: .cameraStatus
        case .cameraLogin: .cameraLogin
        case .cameras: .cameras
        case .camera: .camera
        case .events: .events
        case .firstFrame: .firstFrame
        case .status: .status
        case .settings: .settings
        case .metrics: .metrics
        case .openAPI: .openAPI
        }
    }
}

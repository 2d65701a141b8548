import Camera
import Configuration
import Glibc
import Hub
import Posix

/// What a run goes by: the configuration of its file, and what the command line says instead.
struct Setup {
    let options: ServeOptions
    /// Nil: there is none, and the defaults hold.
    let file: String?
    let configuration: Configuration

    /// Finds the file and reads it. Throws its faults.
    init(_ options: ServeOptions) throws(ConfigurationFaults) {
        self.options = options
        let places = DefaultPlaces(environment: Setup.environment)
        file = options.configurationFile ?? places.configurationFile { access($0, F_OK) == 0 }
        configuration =
            try file.map { file throws(ConfigurationFaults) in try Configuration(file: file) }
            ?? Configuration()
    }

    /// The same run with the file as it is now.
    func reread() throws(ConfigurationFaults) -> Setup { try Setup(options) }

    var listen: [ListenAddress] { options.listen.isEmpty ? configuration.listen : options.listen }

    var hub: HubConfiguration {
        let settings = configuration.defaults.settings
        let demo = (0..<options.demoCameras).compactMap { number in
            CameraID("demo-\(number + 1)").map { ConfiguredCamera(id: $0, source: .test, settings: settings) }
        }
        let own = Set(configuration.cameras.map(\.id))
        var hub = HubConfiguration(
            cameras: configuration.cameras + demo.filter { !own.contains($0.id) }, defaults: configuration.defaults,
            forgetAfter: configuration.forgetAfter)
        hub.access = accessRules
        hub.allowsLocalCameras = configuration.allowsLocalCameras
        return hub
    }

    /// Where state is kept. Throws when neither the configuration nor the environment says it.
    func stateDirectory() throws -> String {
        let places = DefaultPlaces(environment: Setup.environment)
        guard let directory = configuration.stateDirectory ?? places.stateDirectory else { throw NoStateDirectory() }
        return directory
    }

    /// The state of the hub that a command beside it means: for root, that of the service.
    func servedStateDirectory() throws -> String {
        let service = DefaultPlaces(environment: Setup.environment)
            .serviceStateDirectory(isRoot: geteuid() == 0) { access($0, F_OK) == 0 }
        return try configuration.stateDirectory ?? service ?? stateDirectory()
    }

    private static var environment: [String: String] {
        var variables: [String: String] = [:]
        for name in ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "STATE_DIRECTORY", "HOME"] {
            variables[name] = getenv(name).map { String(cString: $0) }
        }
        return variables
    }
}

struct NoStateDirectory: Error, CustomStringConvertible {
    var description: String {
        "there is no place to keep the hub's state: set stateDirectory in the configuration, or HOME"
    }
}

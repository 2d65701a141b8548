import Camera
import Capture
import Configuration
import Glibc
import HTTP
import Hub
import MicroHTTPD
import Posix

/// The composition root: makes every part, hands each what it needs, and runs them.
extension Program {
    static func serve(_ options: ServeOptions, _ signals: SignalSource) async throws -> ExitCode {
        let log = Log(limit: options.logLevel)
        let startedAt = MonotonicTime.now
        let setup = try Setup(options)
        setup.warnOfNotYet(log)
        let certificate = try setup.certificate(log)
        let sockets = try setup.listen.map { try ListeningSocket($0.endpoint) }

        let directory = try setup.stateDirectory()
        let store = StateFile(directory: directory, log: log)
        let secrets = SecretsFile(directory: directory)
        let restored = store.load()
        let tools = try Setup.accessTools()
        var hub = setup.hub
        hub.changes = restored.changes
        let access = try AccessControl(
            setup.accessState(restored.access, secrets, tools, log), hub, tools: tools,
            reactor: try PollExecutor(name: "hashes"), log: log)

        let inventory = Inventory(boot: String(UInt32.random(in: .min ... .max), radix: 36))
        let ground = Registry.Ground(
            reactor: try PollExecutor(name: "registry"),
            makeReactor: { name throws(Errno) in try PollExecutor(name: name) },
            devices: UdevDevices(), inspector: VideoNodeInspector(), opener: Sources(), store: store, log: log)
        let registry = Registry(
            ground, configuration: hub, restored: restored, inventory: inventory, access: access)
        let handler = HubHandler(
            inventory: inventory, access: access, registry: registry, configuration: hub,
            basePath: setup.basePathSegments, frameAncestors: setup.configuration.frameAncestors.map(\.description),
            version: version, startedAt: startedAt)
        let limits = setup.configuration.limits
        let server = try Server(
            sockets: sockets, handler: handler,
            limits: ConnectionLimits(total: limits.connections, perAddress: limits.connectionsPerAddress),
            certificate: certificate, workerCount: workerCount, log: log)
        let supervisor = Supervisor(
            setup, signals: signals, reactor: try PollExecutor(name: "supervisor"), registry: registry,
            inventory: inventory, access: access, secrets: secrets, handler: handler, server: server, log: log)
        let places = Addresses(
            sockets.map(\.endpoint), isSecure: certificate != nil,
            basePath: setup.configuration.basePath.description)
        try await supervisor.run(
            announce: {
                let isTerminal = isatty(STDOUT_FILENO) == 1
                Log.put(places.text + setup.secretsNotice(secrets, isTerminal: isTerminal), on: STDOUT_FILENO)
            },
            giveUp: {
                log.warning("hub", "a device did not let go in time: ending all the same")
                exit(ExitCode.success.rawValue)
            })
        return .success
    }
}

/// Half of the processors are for HTTP, the rest for cameras and encoding; more than four threads never pay.
private var workerCount: Int { min(max(Processors.count / 2, 1), 4) }

extension ListenAddress {
    fileprivate var endpoint: Endpoint {
        switch self {
        case .tcp(let host, let port): .internet(host: host, port: port)
        case .unix(let path): .unix(path)
        }
    }
}

extension Setup {
    fileprivate var basePathSegments: [String] {
        configuration.basePath.description.split(separator: "/").map(String.init)
    }
}

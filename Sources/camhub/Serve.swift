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
        try setup.checkReach()
        let certificate = try setup.certificate(log)
        let sockets = try setup.listen.map { try ListeningSocket($0.endpoint) }

        let inventory = Inventory(boot: String(UInt32.random(in: .min ... .max), radix: 36))
        let ground = Registry.Ground(
            reactor: try PollExecutor(name: "registry"),
            makeReactor: { name throws(Errno) in try PollExecutor(name: name) },
            devices: UdevDevices(), inspector: VideoNodeInspector(), opener: Sources(),
            store: StateFile(directory: try setup.stateDirectory(), log: log), log: log)
        let registry = Registry(ground, configuration: setup.hub, inventory: inventory)
        let handler = HubHandler(
            inventory: inventory, configuration: setup.hub, basePath: setup.basePathSegments,
            frameAncestors: setup.configuration.frameAncestors.map(\.description), version: version,
            startedAt: startedAt)
        let limits = setup.configuration.limits
        let server = try Server(
            sockets: sockets, handler: handler,
            limits: ConnectionLimits(total: limits.connections, perAddress: limits.connectionsPerAddress),
            certificate: certificate, log: log)
        let supervisor = Supervisor(
            setup, signals: signals, reactor: try PollExecutor(name: "supervisor"), registry: registry,
            inventory: inventory, handler: handler, server: server, log: log)
        let places = Addresses(
            sockets.map(\.endpoint), isSecure: certificate != nil,
            basePath: setup.configuration.basePath.description)
        try await supervisor.run(
            announce: { Log.put(places.text, on: STDOUT_FILENO) },
            giveUp: {
                log.warning("hub", "a device did not let go in time: ending all the same")
                exit(ExitCode.success.rawValue)
            })
        return .success
    }
}

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

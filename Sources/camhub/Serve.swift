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
    static func serve(
        _ options: ServeOptions, _ signals: SignalSource, _ environment: ServiceEnvironment
    ) async throws -> ExitCode {
        let log = Log(limit: options.logLevel)
        let startedAt = MonotonicTime.now
        let setup = try Setup(options)
        setup.warn(log)
        let certificate = try setup.certificate(log)
        let sockets = try Program.sockets(setup, environment, log)
        let loops = LoopWatch()
        let makeReactor: @Sendable (String) throws(Errno) -> any Reactor = { name throws(Errno) in
            let reactor = try PollExecutor(name: name)
            loops.add(reactor, name: name)
            return reactor
        }

        let directory = try setup.stateDirectory()
        let store = StateFile(directory: directory, log: log)
        let secrets = SecretsFile(directory: directory)
        let restored = store.load()
        let tools = try Setup.accessTools()
        var hub = setup.hub
        hub.changes = restored.changes
        // Whoever watches goes before whoever shows a secret.
        let hashes = try PollExecutor(name: "hashes", niceness: 10)
        loops.add(hashes, name: "hashes")
        let access = try AccessControl(
            setup.accessState(restored.access, secrets, tools, log), hub, tools: tools, reactor: hashes, log: log)

        let inventory = Inventory(boot: String(UInt32.random(in: .min ... .max), radix: 36))
        let ground = Registry.Ground(
            reactor: try makeReactor("registry"), makeReactor: makeReactor,
            devices: UdevDevices(log: log), inspector: VideoNodeInspector(),
            opener: Sources(network: NetworkGround(hub: inventory.boot)),
            places: EncodingPlaces(count: Processors.count - workerCount), makeScaler: { JPEGScaler() }, store: store,
            reader: CameraKeys(), log: log)
        let registry = Registry(
            ground, configuration: hub, restored: restored, inventory: inventory, access: access)
        let handler = HubHandler(
            inventory: inventory, access: access, registry: registry, configuration: hub,
            basePath: setup.basePathSegments, frameAncestors: setup.configuration.frameAncestors.map(\.description),
            version: version, startedAt: startedAt)
        let server = try Server(
            sockets: sockets, handler: handler,
            limits: try setup.connectionLimits(log),
            certificate: certificate, workerCount: workerCount, log: log)
        for (number, loop) in server.loops.enumerated() { loops.add(loop, name: "http-\(number)") }
        let supervisor = Supervisor(
            setup, signals: signals, reactor: try PollExecutor(name: "supervisor"), registry: registry,
            inventory: inventory, access: access, secrets: secrets, handler: handler, server: server,
            service: try Service(environment, loops: loops, now: .now, log: log), log: log)
        let places = Addresses(
            sockets, isSecure: certificate != nil,
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

/// What is left of the processors is for encoding. Half of them, and two at least: with one, who guesses PINs makes everybody wait. More than four never pay.
private var workerCount: Int { min(max(Processors.count / 2, 2), 4) }

extension ListenAddress {
    var endpoint: Endpoint {
        switch self {
        case .tcp(let host, let port): .internet(host: host, port: port)
        case .unix(let path): .unix(path)
        }
    }
}

extension Setup {
    /// How many connections there may be, and a place for each: who comes beyond has to be told so, and devices and
    /// files have to open all the same.
    fileprivate func connectionLimits(_ log: Log) throws(Errno) -> ConnectionLimits {
        let limits = configuration.limits
        let (places, others) = (try DescriptorLimit.raise(), 256)
        if places < limits.connections + others {
            log.warning(
                "http",
                "the system allows \(places) open files, and limits.connections is \(limits.connections): raise LimitNOFILE "
                    + "(ulimit -n), or make it less than \(max(1, places - others))")
        }
        return ConnectionLimits(
            total: limits.connections, perAddress: limits.connectionsPerAddress, proxies: configuration.trustedProxies)
    }

    fileprivate var basePathSegments: [String] {
        configuration.basePath.description.split(separator: "/").map(String.init)
    }
}

import Camera
import Configuration
import Hub
import MicroHTTPD
import Posix

/// Runs the hub until a signal ends it: starts in order, reloads, and stops in the opposite order within two seconds.
///
/// On a thread of its own that sleeps until a signal comes.
actor Supervisor {
    private let reactor: any Reactor
    private let signals: SignalSource
    private let registry: Registry
    private let inventory: Inventory
    private let access: AccessControl
    private let secrets: SecretsFile
    private let handler: HubHandler
    private let server: Server
    private let log: Log
    private var service: Service
    private var setup: Setup
    private var isRegistryOver = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { reactor.asUnownedSerialExecutor() }

    init(
        _ setup: Setup, signals: SignalSource, reactor: any Reactor, registry: Registry, inventory: Inventory,
        access: AccessControl, secrets: SecretsFile, handler: HubHandler, server: Server,
        service: Service, log: Log
    ) {
        self.setup = setup
        self.signals = signals
        self.reactor = reactor
        self.registry = registry
        self.inventory = inventory
        self.access = access
        self.secrets = secrets
        self.handler = handler
        self.server = server
        self.service = service
        self.log = log
    }

    /// Returns when everything is closed, or `finish` says that something did not let go in time.
    func run(announce: @Sendable () -> Void, giveUp: @Sendable () -> Void) async throws {
        // First, so that nobody who comes at once finds the hub empty.
        await registry.begin()
        try server.start()
        announce()
        service.notifier?.tell(.ready)
        if service.notifier != nil { inventory.onChange { [reactor] in reactor.wake() } }
        await withTaskGroup { group in
            group.addTask { [registry] in
                await registry.run()
                await self.noteRegistryOver()
            }
            group.addTask { [access] in await access.run() }
            await serve()
            log.info("hub", "stopping")
            service.notifier?.tell(.stopping)
            inventory.onChange {}
            registry.end()
            access.end()
            inventory.close()
            server.stop(grace: .milliseconds(500))
            // A device can hold its thread in the kernel: the end of the process frees it.
            let deadline = reactor.now.advanced(by: .seconds(1))
            while !isRegistryOver && reactor.now < deadline { _ = await reactor.wait(for: nil, until: deadline) }
            if !isRegistryOver { giveUp() }
        }
    }

    private func noteRegistryOver() {
        isRegistryOver = true
        reactor.wake()
    }

    /// Until interrupt or terminate.
    private func serve() async {
        while true {
            service.look(now: reactor.now, at: inventory)
            _ = await reactor.wait(for: signals.rawValue, until: service.due)
            while let signal = signals.next() {
                switch signal {
                case .hangUp: reload()
                case .interrupt, .terminate: return
                }
            }
        }
    }

    private func reload() {
        let notifier = service.notifier
        notifier?.tell(.reloading(since: reactor.now))
        guard let new = readAgain() else {
            notifier?.tell(.ready)
            return
        }
        for key in new.keysThatNeedRestart(since: setup) {
            log.warning("configuration", "\(key) has changed: that takes effect at the next start")
        }
        setup = new
        adoptSecrets()
        handler.follow(new.hub)
        registry.follow(new.hub) { [log] in
            log.info("configuration", "reloaded \(new.file ?? "the defaults: there is no file")")
            notifier?.tell(.ready)
        }
    }

    /// Nil: there is something wrong, which was said, and nothing is to be changed.
    private func readAgain() -> Setup? {
        do throws(ConfigurationFaults) {
            let new = try setup.reread()
            new.warn(log)
            do {
                // Without TLS at the start no socket would speak it, and with it none stops.
                if setup.configuration.tls != nil, let certificate = try new.certificate(log) {
                    server.show(certificate)
                }
                return new
            } catch {
                log.error("configuration", "nothing was changed: \(error)")
            }
        } catch {
            for line in error.lines { log.error("configuration", line) }
            log.error("configuration", "nothing was changed: correct the file and send SIGHUP again")
        }
        return nil
    }

    /// Somebody may have made new secrets beside the running hub.
    private func adoptSecrets() {
        guard let secrets = secrets.read(log) else { return }
        do {
            try access.adopt(secrets)
        } catch {
            log.error("secrets", "the PIN and password of \(self.secrets.path) were not taken: \(error)")
        }
    }
}

extension Setup {
    func warn(_ log: Log) {
        let file = file ?? ""
        for notice in configuration.warnings(file: file) {
            log.warning("configuration", notice.line(file: file))
        }
    }

    /// Keys that were read once, at the start.
    fileprivate func keysThatNeedRestart(since old: Setup) -> [String] {
        let (new, old) = (configuration, old.configuration)
        return [
            ("listen", options.listen.isEmpty && new.listen != old.listen), ("limits", new.limits != old.limits),
            ("tls", (new.tls == nil) != (old.tls == nil)),
            ("basePath", new.basePath != old.basePath), ("frameAncestors", new.frameAncestors != old.frameAncestors),
            ("stateDirectory", new.stateDirectory != old.stateDirectory),
        ].filter(\.1).map(\.0)
    }
}

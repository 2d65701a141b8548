import Camera
import Hub
import Posix

/// What the service manager is told while the hub runs, if there is one. Thread-bound: the supervisor's.
struct Service {
    /// Nil: nobody asks.
    let notifier: ServiceNotifier?
    private var watchdog: Watchdog?
    private var status = ""

    /// - Parameter loops: those without which the hub is not alive.
    init(_ environment: ServiceEnvironment, loops: LoopWatch, now: MonotonicTime, log: Log) throws(NotifyError) {
        notifier = try environment.notifySocket.map { path throws(NotifyError) in try ServiceNotifier(path, log: log) }
        guard notifier != nil else { return }
        watchdog = environment.watchdogPatience.map { Watchdog(loops, patience: $0, now: now, log: log) }
    }

    /// When to `look` again at the latest.
    var due: MonotonicTime? { watchdog?.due }

    /// Says how it is, where that has changed or is awaited.
    mutating func look(now: MonotonicTime, at inventory: Inventory) {
        guard let notifier else { return }
        if watchdog?.isToFeed(now: now) == true { notifier.tell(.alive) }
        let status = inventory.summary
        if status != self.status { notifier.tell(.status(status)) }
        self.status = status
    }
}

extension Program {
    /// The sockets that the service manager has passed, and without any those of the configuration.
    static func sockets(_ setup: Setup, _ environment: ServiceEnvironment, _ log: Log) throws -> [ListeningSocket] {
        guard !environment.sockets.isEmpty else { return try setup.listen.map { try ListeningSocket($0.endpoint) } }
        log.info("service", "listening on the sockets that were passed: listen is left alone")
        return try environment.sockets.map { try ListeningSocket(adopting: $0) }
    }
}

package import Camera

/// Tells the service manager that the hub is alive, as long as all its loops turn. Thread-bound.
package struct Watchdog {
    private let watch: LoopWatch
    private let interval: Duration
    private let log: Log
    private var silent: [String] = []
    /// When to look next.
    package private(set) var due: MonotonicTime

    /// While a loop is silent it is looked at more often: it may be alive again before the patience is over.
    private static let worriedInterval: Duration = .seconds(1)

    /// - Parameter patience: The manager's; it is told twice in that time.
    package init(_ watch: LoopWatch, patience: Duration, now: MonotonicTime, log: Log) {
        self.watch = watch
        interval = patience / 2
        self.log = log
        due = now.advanced(by: patience / 2)
    }

    /// Whether to say now that the hub is alive: it is time for it, and each loop has answered since the last time.
    package mutating func isToFeed(now: MonotonicTime) -> Bool {
        guard due <= now else { return false }
        let silent = watch.silent
        if !silent.isEmpty, silent != self.silent {
            log.error("service", "no answer from \(silent.joined(separator: ", ")): the watchdog is not fed")
        }
        self.silent = silent
        guard silent.isEmpty else {
            due = now.advanced(by: min(interval, Watchdog.worriedInterval))
            return false
        }
        watch.ask()
        due = now.advanced(by: interval)
        return true
    }
}

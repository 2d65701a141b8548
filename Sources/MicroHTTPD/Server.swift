package import HTTP
package import Posix

/// How many connections a server takes before it answers 503, and how long it waits for them.
package struct ConnectionLimits: Sendable, Equatable {
    package var total: Int
    /// Of an IPv6 network with 64 bits: whoever has one address there has them all.
    package var perAddress: Int
    /// Proxies, which stand for many clients each: `perAddress` is not for them.
    package var proxies: [AddressRange]
    /// Time for the head of a request, and as much again for its body. Slower clients are cut off.
    package var patience: Duration
    /// Time in which who is pushed something has to take some of it.
    package var stall: Duration
    /// So many without TLS go to a worker before there are any for the next one: a thread that finds several requests
    /// at a time, and does not fall asleep in between, answers each with less work.
    package var company: Int

    package init(
        total: Int = 1024, perAddress: Int = 128, proxies: [AddressRange] = [], patience: Duration = .seconds(10),
        stall: Duration = .seconds(20), company: Int = 32
    ) {
        self.total = total
        self.perAddress = perAddress
        self.proxies = proxies
        self.patience = patience
        self.stall = stall
        self.company = company
    }
}

/// An HTTP server: some worker threads, each with a libmicrohttpd daemon in external mode and its own event loop.
///
/// Rule: everything about a connection happens on its worker's thread. libmicrohttpd's own thread pool is not used,
/// because it waits again after a full batch of events before it serves that batch.
package final class Server: Sendable {
    private let workers: [Worker]
    /// What the next connections are shown; nil: the server speaks no TLS.
    private let certificate: Locked<Certificate>?
    private let threads = Locked<[RunningThread]>([])

    /// Takes clients from all sockets on `workerCount` threads. Throws when the machine refuses what that needs.
    ///
    /// - Parameters:
    ///   - certificate: with one, every socket but Unix ones speaks HTTPS.
    ///   - workerCount: at least 1; each answers tens of thousands of frames a second.
    package init(
        sockets: [ListeningSocket], handler: any Handler, limits: ConnectionLimits, certificate: Certificate? = nil,
        workerCount: Int, log: Log
    ) throws(Errno) {
        let admission = Admission(limits, workerCount: workerCount)
        let certificate = certificate.map { Locked($0) }
        self.certificate = certificate
        var workers: [Worker] = []
        for number in 0..<workerCount {
            workers.append(
                try Worker(
                    number: number, sockets: sockets, handler: handler, admission: admission,
                    certificate: certificate, log: log))
        }
        for worker in workers { worker.join(workers) }
        self.workers = workers
    }

    /// Its threads' loops, in the order of their numbers.
    package var loops: [any Loop] { workers }

    package func start() throws(Errno) {
        for (number, worker) in workers.enumerated() {
            let thread = try Thread(name: "http-\(number)") { worker.run() }
            let running = RunningThread(thread)
            threads.withLock { $0.append(running) }
        }
    }

    /// Shows another certificate from now on. Connections that are there go on with what they have seen.
    package func show(_ certificate: Certificate) {
        // The old one goes with its last connection, after the lock is free.
        let old = self.certificate?.withLock { current in
            defer { current = certificate }
            return current
        }
        withExtendedLifetime(old) {}
    }

    /// Answers what is still waiting with 503, lets answers under way go out for at most `grace`, closes everything.
    /// Blocks until the workers' threads have ended.
    package func stop(grace: Duration) {
        for worker in workers { worker.stop(grace: grace) }
        for thread in threads.withLock({ running in
            defer { running = [] }
            return running
        }) { thread.join() }
    }
}

/// A thread in a list: noncopyable values do not go into arrays.
private final class RunningThread: Sendable {
    private let thread: Locked<Thread?>

    init(_ thread: consuming Thread) { self.thread = Locked(thread) }

    func join() { thread.withLock { $0.take() }?.join() }
}

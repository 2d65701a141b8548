import CMicroHTTPD
import Camera
import HTTP
import Posix

/// One thread's event loop: its listening sockets, its daemon, its inbox and its deadlines.
final class Worker: @unchecked Sendable {  // reason: all but `inbox` and `bell` is touched on its thread alone
    enum Message {
        case answer(Exchange, Answer)
        case wake(StreamingResponse)
        case arrival(Arrival)
        case stop(MonotonicTime)
    }

    let handler: any Handler
    let admission: Admission
    let log: Log
    private let number: Int
    private let sockets: [ListeningSocket]
    /// All workers, by number. Set before the thread begins.
    private var crew: [Mate] = []

    /// The server keeps every worker until all their threads have ended, so that none of them has to.
    private struct Mate { unowned let worker: Worker }
    private let inbox = Locked<[Message]>([])
    private let bell: EventCounter
    private let epoll: Epoll
    private var daemon: Daemon?
    /// The client that is just being given to the daemon, which takes it by a callback.
    private var arriving: Link?
    private var links: [ObjectIdentifier: Link] = [:]
    /// When to look for clients that are too slow or have gone; nil while there are no clients.
    private var nextSweep: MonotonicTime?
    /// Until when no client is let in, because the machine has nothing left for one.
    private var closedUntil: MonotonicTime?
    private var waiting: [ObjectIdentifier: Exchange] = [:]
    private var sleeping: [ObjectIdentifier: StreamingResponse] = [:]
    /// Not later than the earliest deadline in `waiting`.
    private var nextDeadline: MonotonicTime?
    /// When to stop though answers are still under way; set once stopping has begun.
    private var end: MonotonicTime?

    /// The tag of each descriptor that the loop waits for; sockets count from `firstSocket`.
    private enum Source {
        static let bell: UInt64 = 0
        static let daemon: UInt64 = 1
        static let firstSocket: UInt64 = 2
    }

    private static let sweepInterval: Duration = .seconds(1)
    private static let closedInterval: Duration = .seconds(1)

    init(
        number: Int, sockets: [ListeningSocket], handler: any Handler, admission: Admission, log: Log
    ) throws(Errno) {
        self.number = number
        self.sockets = sockets
        self.handler = handler
        self.admission = admission
        self.log = log
        bell = try EventCounter()
        epoll = try Epoll()
        try epoll.add(bell.rawValue, tag: Source.bell)
        let daemon = try Daemon(self)
        try epoll.add(daemon.epollDescriptor, tag: Source.daemon)
        self.daemon = daemon
        try listen()
    }

    var isStopping: Bool { end != nil }

    func join(_ crew: [Worker]) { self.crew = crew.map(Mate.init) }

    private func listen() throws(Errno) {
        for (number, socket) in sockets.enumerated() {
            // Exclusive: a client wakes one worker, not all of them.
            try epoll.add(socket.rawValue, tag: Source.firstSocket + UInt64(number), exclusive: true)
        }
    }

    // MARK: - From any thread

    func post(_ message: Message) {
        let isFirst = inbox.withLock { inbox in
            inbox.append(message)
            return inbox.count == 1
        }
        if isFirst { bell.signal() }
    }

    func stop(grace: Duration) { post(.stop(MonotonicTime.now.advanced(by: grace))) }

    // MARK: - The loop

    func run() {
        guard let daemon else { return }
        var ready: [UInt64] = []
        while !isOver(daemon) {
            epoll.wait(milliseconds: timeout(daemon), into: &ready)
            for source in ready {
                switch source {
                case Source.bell: bell.clear()
                case Source.daemon: break
                default: accept(from: sockets[Int(source - Source.firstSocket)], daemon)
                }
            }
            readInbox(daemon)
            daemon.run()
            expire()
            sweep()
            openDoor()
            if isStopping { cutWhoWantsNothing() }
        }
        close(daemon)
    }

    private func isOver(_ daemon: Daemon) -> Bool {
        guard let end else { return false }
        return end <= .now || daemon.connectionCount == 0
    }

    /// Milliseconds to sleep at most; -1: for ever.
    private func timeout(_ daemon: Daemon) -> CInt {
        let own = [nextDeadline, nextSweep, closedUntil, end].compactMap { $0 }.min().map { deadline in
            // Rounded up: a deadline is never early.
            CInt(clamping: max(0, (deadline.nanoseconds - MonotonicTime.now.nanoseconds + 999_999) / 1_000_000))
        }
        return [own, daemon.timeout].compactMap { $0 }.min() ?? -1
    }

    private func accept(from socket: ListeningSocket, _ daemon: Daemon) {
        // Some at a time, so that a flood of clients does not keep those waiting who are in.
        for _ in 0..<64 {
            guard !isStopping else { return }
            do throws(Errno) {
                guard let client = try socket.accept() else { return }
                guard let channel = Channel(client), let link = admission.enter(channel) else { continue }
                let arrival = Arrival(client, link)
                if link.worker == number {
                    take(arrival, daemon)
                } else {
                    crew[link.worker].worker.post(.arrival(arrival))
                }
            } catch .connectionAborted {
                // Gone before it was let in: the next one may be there still.
            } catch {
                closeDoor(because: error)
                return
            }
        }
    }

    /// Lets nobody in for a while: who waits would wake this thread again and again.
    private func closeDoor(because error: Errno) {
        log.warning("http", "cannot accept a client: \(error); raise the limit of open files (ulimit -n, LimitNOFILE)")
        for socket in sockets { epoll.remove(socket.rawValue) }
        closedUntil = MonotonicTime.now.advanced(by: Worker.closedInterval)
    }

    private func openDoor() {
        guard let due = closedUntil, due <= .now, !isStopping else { return }
        closedUntil = nil
        do throws(Errno) {
            try listen()
        } catch {
            closeDoor(because: error)
        }
    }

    private func take(_ arrival: Arrival, _ daemon: Daemon) {
        guard let client = arrival.take() else { return }
        arriving = arrival.link
        // The daemon may have told of its beginning and end already: then the link is counted out there.
        if !daemon.add(client), arriving != nil { admission.leave(arrival.link) }
        arriving = nil
    }

    private func readInbox(_ daemon: Daemon) {
        let messages = inbox.withLock { inbox in
            defer { inbox.removeAll(keepingCapacity: true) }
            return inbox
        }
        for message in messages {
            switch message {
            case .answer(let exchange, let answer): wake(exchange, with: answer)
            case .wake(let stream): wake(stream)
            case .arrival(let arrival): take(arrival, daemon)
            case .stop(let end): beginStop(at: end)
            }
        }
    }

    private func beginStop(at end: MonotonicTime) {
        self.end = end
        closedUntil = nil
        for socket in sockets { epoll.remove(socket.rawValue) }
        for exchange in waiting.values {
            _ = exchange.pending?.expire()
            wake(exchange, with: .now(.shuttingDown))
        }
    }

    /// Who has had an answer, or has not asked for one yet, is not waited for.
    private func cutWhoWantsNothing() {
        for link in links.values where link.phase != .answer { link.cut() }
    }

    private func close(_ daemon: Daemon) {
        // Stopping the daemon with a suspended connection would end the process.
        for stream in sleeping.values { wake(stream) }
        for exchange in waiting.values { wake(exchange, with: .now(.shuttingDown)) }
        daemon.stop()
        self.daemon = nil
    }

    /// The daemon has taken the client that arrives: its link, or nil if there is none.
    func began(_ descriptor: CInt) -> Link? {
        guard let link = arriving.take() else { return nil }
        link.descriptor = descriptor
        links[ObjectIdentifier(link)] = link
        nextSweep = nextSweep ?? MonotonicTime.now.advanced(by: Worker.sweepInterval)
        return link
    }

    func ended(_ link: Link) {
        links[ObjectIdentifier(link)] = nil
        admission.leave(link)
    }

    private func sweep() {
        let now = MonotonicTime.now
        guard let due = nextSweep, due <= now else { return }
        for link in links.values where link.isOver(now: now, patience: admission.limits.patience) { link.cut() }
        nextSweep = links.isEmpty ? nil : now.advanced(by: Worker.sweepInterval)
    }

    // MARK: - Suspended connections

    /// Puts a connection to sleep until its answer is there or the patience is over.
    func wait(for pending: any PendingAnswer, _ exchange: Exchange) {
        let deadline = MonotonicTime.now.advanced(by: pending.patience)
        exchange.pending = pending
        exchange.deadline = deadline
        waiting[ObjectIdentifier(exchange)] = exchange
        nextDeadline = min(nextDeadline ?? deadline, deadline)
        unsafe MHD_suspend_connection(exchange.connection)
        pending.begin { [unowned self] answer in post(.answer(exchange, answer)) }
    }

    func sleep(_ stream: StreamingResponse) {
        sleeping[ObjectIdentifier(stream)] = stream
        unsafe MHD_suspend_connection(stream.connection)
    }

    private func wake(_ exchange: Exchange, with answer: Answer) {
        // Not there any more: it has had its answer.
        guard waiting.removeValue(forKey: ObjectIdentifier(exchange)) != nil else { return }
        exchange.pending = nil
        exchange.answer = answer
        unsafe MHD_resume_connection(exchange.connection)
    }

    private func wake(_ stream: StreamingResponse) {
        guard sleeping.removeValue(forKey: ObjectIdentifier(stream)) != nil else { return }
        unsafe MHD_resume_connection(stream.connection)
    }

    private func expire() {
        guard let earliest = nextDeadline, earliest <= .now else { return }
        nextDeadline = nil
        let now = MonotonicTime.now
        for exchange in waiting.values {
            guard let deadline = exchange.deadline, let pending = exchange.pending else { continue }
            if deadline <= now {
                wake(exchange, with: pending.expire())
            } else {
                nextDeadline = min(nextDeadline ?? deadline, deadline)
            }
        }
    }
}

extension Response {
    static let bodyTooLarge = Response.json(
        ErrorReport("the body is too large", code: "too-large", hint: "64 KB at most"), status: .contentTooLarge,
        fields: [Field("Connection", "close")])

    static let shuttingDown = Response.json(
        ErrorReport("the hub is stopping", code: "stopping"), status: .serviceUnavailable,
        fields: [Field("Retry-After", "1"), Field("Connection", "close")])

    static let tooManyConnections = Response.json(
        ErrorReport(
            "too many connections", code: "too-many-connections",
            hint: "close some pages, or raise limits.connections or limits.connectionsPerAddress"),
        status: .serviceUnavailable, fields: [Field("Retry-After", "5"), Field("Connection", "close")])
}

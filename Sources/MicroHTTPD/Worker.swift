import CMicroHTTPD
import Camera
import HTTP
import Posix

/// One thread's event loop: its listening sockets, its daemons, its inbox and its deadlines.
final class Worker: Loop, @unchecked Sendable {  // reason: all but `inbox` and `bell` is touched on its thread alone
    enum Message {
        case answer(Exchange, Answer)
        case wake(Flow)
        case goOn(Push)
        case arrival(Arrival)
        /// Something that only needs the thread.
        case call(@Sendable () -> Void)
        case stop(MonotonicTime)
    }

    let handler: any Handler
    let admission: Admission
    let log: Log
    let number: Int
    let sockets: [ListeningSocket]
    /// What the next client of a TLS socket is shown; nil: no socket speaks TLS.
    let certificate: Locked<Certificate>?
    /// All workers, by number. Set before the thread begins.
    private(set) var crew: [Mate] = []

    /// The server keeps every worker until all their threads have ended, so that none of them has to.
    struct Mate { unowned let worker: Worker }
    private let inbox = Locked<[Message]>([])
    private let bell: EventCounter
    let epoll: Epoll
    /// The one for plain connections, and the one for TLS if there is a certificate. None after the end.
    private(set) var daemons: [Daemon] = []
    /// Clients of a TLS socket that have not said anything yet, by descriptor.
    var silent: [CInt: Arrival] = [:]
    /// Connections in their handshake, by descriptor: suspended until something comes, and not.
    var asleep: [CInt: Link] = [:]
    var awake: [CInt: Link] = [:]
    /// The client that is just being given to a daemon, which takes it by a callback.
    var arriving: Link?
    private var links: [ObjectIdentifier: Link] = [:]
    /// When to look for clients that are too slow or have gone; nil while there are no clients.
    private var nextSweep: MonotonicTime?
    /// Until when no client is let in, because the machine has nothing left for one.
    var closedUntil: MonotonicTime?
    private(set) var waiting: [ObjectIdentifier: Exchange] = [:]
    private var sleeping: [ObjectIdentifier: Flow] = [:]
    var pushes: [ObjectIdentifier: Push] = [:]
    /// Those whose sockets this loop writes to, by descriptor.
    var direct: [CInt: Push] = [:]
    /// Not later than the earliest moment at which one of `pushes` is due.
    var nextPush: MonotonicTime?
    /// Not later than the earliest deadline in `waiting`.
    private var nextDeadline: MonotonicTime?
    /// When to stop though answers are still under way; set once stopping has begun.
    private var end: MonotonicTime?

    /// The tag of each descriptor that the loop waits for.
    enum Source {
        static let bell: UInt64 = 0
        /// Daemons count from here, as far as the sockets, which count as far as the clients, by descriptor.
        static let firstDaemon: UInt64 = 1
        static let firstSocket: UInt64 = 3
        static let firstClient: UInt64 = 1 << 32
    }

    private static let sweepInterval: Duration = .seconds(1)

    init(
        number: Int, sockets: [ListeningSocket], handler: any Handler, admission: Admission,
        certificate: Locked<Certificate>?, log: Log
    ) throws(Errno) {
        self.number = number
        self.sockets = sockets
        self.handler = handler
        self.admission = admission
        self.certificate = certificate
        self.log = log
        bell = try EventCounter()
        epoll = try Epoll()
        try epoll.add(bell.rawValue, tag: Source.bell)
        for isSecure in certificate == nil ? [false] : [false, true] {
            let daemon = try Daemon(self, isSecure: isSecure)
            try epoll.add(daemon.epollDescriptor, tag: Source.firstDaemon + UInt64(daemons.count))
            daemons.append(daemon)
        }
        try listen()
    }

    var isStopping: Bool { end != nil }

    func join(_ crew: [Worker]) { self.crew = crew.map(Mate.init) }

    // MARK: - From any thread

    func post(_ message: Message) {
        let isFirst = inbox.withLock { inbox in
            inbox.append(message)
            return inbox.count == 1
        }
        if isFirst { bell.signal() }
    }

    func onNextTurn(_ body: @escaping @Sendable () -> Void) { post(.call(body)) }

    func stop(grace: Duration) { post(.stop(MonotonicTime.now.advanced(by: grace))) }

    // MARK: - The loop

    func run() {
        var ready: [UInt64] = []
        while !isOver {
            epoll.wait(milliseconds: timeout, into: &ready)
            for source in ready {
                switch source {
                case Source.bell:
                    bell.clear()
                    readInbox()
                case ..<Source.firstSocket: break
                case ..<Source.firstClient: accept(from: sockets[Int(source - Source.firstSocket)])
                default: hear(CInt(source - Source.firstClient))
                }
            }
            for (number, daemon) in daemons.enumerated() {
                // Without connections there is nothing to do, unless the daemon says so itself.
                let isCalled = ready.contains(Source.firstDaemon + UInt64(number))
                if isCalled || daemon.connectionCount > 0 { daemon.run() }
            }
            calmHandshakes()
            expire()
            goOnWithPushes()
            sweep()
            openDoor()
            if isStopping { cutWhoWantsNothing() }
        }
        close()
    }

    private var isOver: Bool {
        guard let end else { return false }
        return end <= .now || daemons.allSatisfy { $0.connectionCount == 0 }
    }

    /// Milliseconds to sleep at most; -1: for ever.
    private var timeout: CInt {
        var next = earlier(nextDeadline, nextPush)
        next = earlier(next, nextSweep)
        next = earlier(next, earlier(closedUntil, end))
        // Rounded up: a deadline is never early.
        var least = next.map { moment in
            CInt(clamping: max(0, (moment.nanoseconds - MonotonicTime.now.nanoseconds + 999_999) / 1_000_000))
        }
        for daemon in daemons { least = earlier(least, daemon.timeout) }
        return least ?? -1
    }

    private func readInbox() {
        let messages = inbox.withLock { inbox in
            defer { inbox.removeAll(keepingCapacity: true) }
            return inbox
        }
        for message in messages {
            switch message {
            case .answer(let exchange, let answer): wake(exchange, with: answer)
            case .wake(let flow): wake(flow)
            case .goOn(let push): push.goOn()
            case .arrival(let arrival): take(arrival)
            case .call(let body): body()
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
        for arrival in silent.values { turnAway(arrival) }
    }

    private func close() {
        for arrival in silent.values { turnAway(arrival) }
        // Stopping a daemon with a suspended connection would end the process.
        for descriptor in asleep.keys { wakeHandshake(descriptor) }
        for flow in sleeping.values { wake(flow) }
        for push in pushes.values { push.breakOff() }
        for exchange in waiting.values { wake(exchange, with: .now(.shuttingDown)) }
        for daemon in daemons { daemon.stop() }
        daemons = []
    }

    /// A daemon has taken the client that arrives: its link, or nil if there is none.
    func began(_ connection: OpaquePointer) -> Link? {
        guard let link = arriving.take() else { return nil }
        unsafe link.connection = unsafe connection
        link.descriptor = unsafe hub_connection_descriptor(connection)
        if link.certificate != nil { awake[link.descriptor] = link }
        links[ObjectIdentifier(link)] = link
        sweepSoon()
        return link
    }

    func ended(_ link: Link) {
        links[ObjectIdentifier(link)] = nil
        forgetHandshake(link)
        unsafe link.connection = nil
        admission.leave(link)
    }

    /// There is a client that may be too slow.
    func sweepSoon() { nextSweep = nextSweep ?? MonotonicTime.now.advanced(by: Worker.sweepInterval) }

    private func sweep() {
        let now = MonotonicTime.now
        guard let due = nextSweep, due <= now else { return }
        let patience = admission.limits.patience
        for link in links.values where link.isOver(now: now, patience: patience) { link.cut() }
        for arrival in silent.values where arrival.link.isOver(now: now, patience: patience) { turnAway(arrival) }
        sweepTheAbsent(now: now)
        nextSweep = links.isEmpty && silent.isEmpty ? nil : now.advanced(by: Worker.sweepInterval)
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

    func sleep(_ flow: Flow) {
        sleeping[ObjectIdentifier(flow)] = flow
        unsafe MHD_suspend_connection(flow.connection)
    }

    private func wake(_ exchange: Exchange, with answer: Answer) {
        // Not there any more: it has had its answer.
        guard waiting.removeValue(forKey: ObjectIdentifier(exchange)) != nil else { return }
        exchange.pending = nil
        exchange.answer = answer
        unsafe MHD_resume_connection(exchange.connection)
    }

    private func wake(_ flow: Flow) {
        guard sleeping.removeValue(forKey: ObjectIdentifier(flow)) != nil else { return }
        unsafe MHD_resume_connection(flow.connection)
    }

    private func expire() {
        guard let earliest = nextDeadline, earliest <= .now else { return }
        nextDeadline = nil
        let now = MonotonicTime.now
        for exchange in waiting.values {
            guard let deadline = exchange.deadline else { continue }
            if deadline <= now {
                expire(exchange)
            } else {
                nextDeadline = min(nextDeadline ?? deadline, deadline)
            }
        }
    }

    /// The time of this one is up, or its client has gone.
    func expire(_ exchange: Exchange) {
        if let pending = exchange.pending { wake(exchange, with: pending.expire()) }
    }
}

/// Nil is never.
private func earlier<Moment: Comparable>(_ one: Moment?, _ other: Moment?) -> Moment? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
}

import Camera
import Glibc
import HubTesting
import Posix
import Testing

/// What a service manager hands to the program, and what it is told.
@Suite(.timeLimit(.minutes(1))) struct ServiceTests {
    @Test(
        "What the manager hands over is read, and what is meant for another process is not",
        arguments: [
            ([:], ServiceEnvironment([:], process: 0)),
            (["NOTIFY_SOCKET": ""], expected()), (["NOTIFY_SOCKET": "/run/a"], expected("/run/a")),
            (["WATCHDOG_USEC": "3000000"], expected(patience: .seconds(3))),
            (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "7"], expected(patience: .seconds(3))),
            (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "8"], expected()),
            (["WATCHDOG_USEC": "0"], expected()), (["WATCHDOG_USEC": "soon"], expected()),
            (["LISTEN_PID": "7", "LISTEN_FDS": "2"], expected(sockets: [(3, ""), (4, "")])),
            (
                ["LISTEN_PID": "7", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "web:local"],
                expected(sockets: [(3, "web"), (4, "local")])
            ),
            (
                ["LISTEN_PID": "7", "LISTEN_FDS": "2", "LISTEN_FDNAMES": ":x:y"],
                expected(sockets: [(3, ""), (4, "x")])
            ),
            (["LISTEN_PID": "8", "LISTEN_FDS": "2"], expected()), (["LISTEN_FDS": "2"], expected()),
            (["LISTEN_PID": "7", "LISTEN_FDS": "-1"], expected()), (["LISTEN_PID": "7"], expected()),
        ] as [([String: String], ServiceEnvironment)])
    func environment(variables: [String: String], expected: ServiceEnvironment) {
        #expect(ServiceEnvironment(variables, process: 7) == expected)
    }

    private static func expected(
        _ notifySocket: String? = nil, patience: Duration? = nil, sockets: [(CInt, String)] = []
    ) -> ServiceEnvironment {
        var environment = ServiceEnvironment([:], process: 7)
        environment.notifySocket = notifySocket
        environment.watchdogPatience = patience
        environment.sockets = sockets.map { PassedSocket(descriptor: $0.0, name: $0.1) }
        return environment
    }

    @Test("Each word reaches the manager as one datagram, at a path and at an abstract name", arguments: [false, true])
    func telling(isAbstract: Bool) throws {
        let folder = try TemporaryFolder()
        let manager = try NotifySocket((isAbstract ? "@" : "") + folder.path + "/notify")
        let log = LogLines()
        let notifier = try ServiceNotifier(manager.name, log: log.log())
        notifier.tell(.ready, .status("one\nREADY=0"))
        #expect(try manager.next() == "READY=1\nSTATUS=one READY=0")
        notifier.tell(.reloading(since: MonotonicTime(nanoseconds: 5_000_999)))
        #expect(try manager.next() == "RELOADING=1\nMONOTONIC_USEC=5000")
        notifier.tell(.alive)
        notifier.tell(.stopping)
        #expect(try manager.next() == "WATCHDOG=1")
        #expect(try manager.next() == "STOPPING=1")
        #expect(log.all.isEmpty)
    }

    @Test("A manager that is not there is told of once, and a name that is none is refused")
    func nobody() throws {
        let log = LogLines()
        let notifier = try ServiceNotifier("/nonexistent/notify", log: log.log())
        notifier.tell(.ready)
        notifier.tell(.alive)
        #expect(log.all.count == 1 && log.all.first?.contains("cannot tell the service manager") == true)
        for name in ["notify", "vsock:2:1234", "@", "/" + String(repeating: "x", count: 200)] {
            #expect(throws: NotifyError.self) { _ = try ServiceNotifier(name, log: log.log()) }
        }
    }
}

/// Whether all loops turn, and what is said of it.
@Suite(.timeLimit(.minutes(1))) struct LoopWatchTests {
    /// Keeps a thread until the test lets it go.
    private func hang(_ loop: any Loop) async -> Gate {
        let gate = Gate()
        loop.onNextTurn { gate.wait() }
        await gate.whenReached()
        return gate
    }

    /// Returns when the loop has done all that it was asked for.
    private func settle(_ loop: any Loop) async {
        await withCheckedContinuation { continuation in loop.onNextTurn { continuation.resume() } }
    }

    @Test("A loop that hangs stops the feeding, and it goes on when the loop turns again")
    func hanging() async throws {
        let (watch, log) = (LoopWatch { _ in false }, LogLines())
        let (one, two) = (try PollExecutor(name: "one"), try PollExecutor(name: "two"))
        watch.add(one, name: "one")
        watch.add(two, name: "two")
        await settle(one)
        await settle(two)
        let start = MonotonicTime(nanoseconds: 0)
        func at(_ seconds: Double) -> MonotonicTime { start.advanced(by: .seconds(seconds)) }
        var watchdog = Watchdog(watch, patience: .seconds(20), now: start, log: log.log())
        func isFed(_ seconds: Double) -> Bool { watchdog.isToFeed(now: at(seconds)) }
        #expect(watchdog.due == at(10))
        #expect(!isFed(9))
        let gate = await hang(two)
        // They had answered before: the question after this is the one that is not answered.
        #expect(isFed(10))
        await settle(one)
        #expect(watch.silent == ["two"])
        #expect(!isFed(20))
        #expect(watchdog.due == at(21))
        #expect(!isFed(21))
        #expect(log.all == ["error: service: no answer from two: the watchdog is not fed"])
        gate.open()
        await settle(two)
        #expect(isFed(22))
        #expect(watchdog.due == at(32))
    }

    @Test("A loop that has ended is not waited for")
    func ended() async throws {
        let watch = LoopWatch()
        var loop: PollExecutor? = try PollExecutor(name: "short")
        if let loop {
            let gate = await hang(loop)
            watch.add(loop, name: "short")
            #expect(watch.silent == ["short"])
            gate.open()
        }
        loop = nil
        #expect(watch.silent == [])
    }

    @Test("A thread that the kernel holds in an uninterruptible sleep is not taken for a hung one")
    func heldByKernel() async throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let (watch, loop) = (LoopWatch(), try PollExecutor(name: "held"))
        watch.add(loop, name: "held")
        await settle(loop)
        let number = Locked<Int32?>(nil)
        // Whoever starts a program sleeps uninterruptibly until that has begun, and it begins when the pipe has a writer.
        loop.onNextTurn {
            number.withLock { $0 = ownThread() }
            spawn(openingFirst: pipe)
        }
        while number.withLock({ $0 }) == nil { await Task.yield() }
        let thread = try #require(number.withLock { $0 })
        while !LoopWatch.isInUninterruptibleSleep(thread) { await Task.yield() }
        watch.ask()
        #expect(watch.silent == [])
        let writer = OwnedDescriptor(adopting: try valueOrErrno { open(pipe, O_WRONLY | O_CLOEXEC) })
        await settle(loop)
        #expect(!LoopWatch.isInUninterruptibleSleep(thread))
        #expect(watch.silent == [])
        _ = writer
    }
}

/// The kernel's number of the calling thread.
private func ownThread() -> Int32? {
    var buffer = [CChar](repeating: 0, count: 256)
    let count = readlink("/proc/thread-self", &buffer, buffer.count)
    let text = String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.split(separator: "/").last.flatMap { Int32($0) }
}

/// Runs `true` with a pipe as its input, and waits for its end.
private func spawn(openingFirst pipe: String) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, pipe, O_RDONLY, 0)
    var arguments = [strdup("true"), nil]
    defer { free(arguments[0]) }
    var (process, status) = (pid_t(), CInt(0))
    if posix_spawn(&process, "/bin/true", &actions, nil, &arguments, environ) == 0 { waitpid(process, &status, 0) }
}

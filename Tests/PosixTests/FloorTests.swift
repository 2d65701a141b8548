import Camera
import Glibc
import HubTesting
import Posix
import Testing

/// The small things on which the rest stands.
@Suite(.timeLimit(.minutes(1))) struct FloorTests {
    @Test("A lock lets one in at a time")
    func locked() async {
        let sum = Locked(0)
        await withTaskGroup { group in
            for _ in 0..<100 {
                group.addTask { @concurrent in for _ in 0..<1000 { sum.withLock { $0 += 1 } } }
            }
        }
        #expect(sum.withLock { $0 } == 100_000)
    }

    @Test("A lock is free again after an error, and passes it on")
    func lockedThrows() {
        let value = Locked([1])
        #expect(throws: Errno.noData) {
            try value.withLock { (value) throws(Errno) in
                value.append(2)
                throw .noData
            }
        }
        #expect(value.withLock { $0 } == [1, 2])
    }

    @Test("A lock may hold what cannot be copied")
    func lockedNoncopyable() throws {
        let line = try Line()
        let kept = Locked<OwnedDescriptor?>(OwnedDescriptor(adopting: line.far))
        #expect(!line.isCut)
        kept.withLock { $0 = nil }
        #expect(line.getsCut)
    }

    @Test("A descriptor is closed with its owner, unless it was given up")
    func ownedDescriptor() throws {
        let first = try Line()
        do { _ = OwnedDescriptor(adopting: first.far) }
        #expect(first.getsCut)
        let second = try Line()
        let raw = OwnedDescriptor(adopting: second.far).release()
        #expect(raw == second.far)
        #expect(!second.isCut)
        close(raw)
        #expect(second.getsCut)
    }

    @Test("An event counter can be read from its signal to its clearing")
    func eventCounter() throws {
        let counter = try EventCounter()
        #expect(!isReadable(counter.rawValue))
        counter.signal()
        counter.signal()
        #expect(isReadable(counter.rawValue))
        counter.clear()
        #expect(!isReadable(counter.rawValue))
        counter.clear()
    }

    @Test("Epoll tells which descriptors can be read, 64 at a time, and waits no longer than it is told")
    func epoll() throws {
        let epoll = try Epoll()
        var tags: [UInt64] = [9]
        epoll.wait(milliseconds: 0, into: &tags)
        #expect(tags == [])
        let bells = try (0..<100).map { _ in try Counter() }
        for (number, bell) in bells.enumerated() { try epoll.add(bell.counter.rawValue, tag: UInt64(number)) }
        bells[42].counter.signal()
        epoll.wait(milliseconds: -1, into: &tags)
        #expect(tags == [42])
        for bell in bells { bell.counter.signal() }
        epoll.wait(milliseconds: 1000, into: &tags)
        #expect(tags.count == 64 && Set(tags).count == 64)
        #expect(throws: Errno.alreadyExists) { try epoll.add(bells[0].counter.rawValue, tag: 1) }
    }

    @Test("Signals come in as something to read, each kind once, and a broken pipe ends nothing")
    func signals() throws {
        let found = Locked<[SignalSource.Signal?]>([])
        // On a thread of its own: its signal mask goes with it.
        let thread = try Thread(name: "signals") {
            guard let source = try? SignalSource() else { return }
            let before = source.next()
            for signal in [SIGTERM, SIGHUP, SIGINT, SIGHUP] { pthread_kill(pthread_self(), signal) }
            let taken = [before, source.next(), source.next(), source.next(), source.next()]
            found.withLock { $0 = taken }
            var ends: [CInt] = [0, 0]
            guard pipe(&ends) == 0 else { return }
            close(ends[0])
            // This would end the process.
            _ = write(ends[1], "x", 1)
            close(ends[1])
        }
        thread.join()
        let signals = found.withLock { $0 }
        #expect(signals.count == 5 && signals.first == .some(nil) && signals.last == .some(nil))
        #expect(Set(signals.compactMap(\.self)) == [.terminate, .hangUp, .interrupt])
    }

    @Test("A thread has its name, cut to what the kernel takes, and its end is waited for")
    func threads() throws {
        let name = Locked("")
        try Thread(name: "a-very-long-thread-name") {
            let bytes = (try? RegularFile.contents(of: "/proc/thread-self/comm", limit: 100)) ?? []
            name.withLock { $0 = String(decoding: bytes, as: UTF8.self) }
        }.join()
        #expect(name.withLock { $0 } == "a-very-long-thr\n")
    }

    @Test("A thread can be nicer than the others of its process")
    func niceness() throws {
        let process = __priority_which_t(PRIO_PROCESS.rawValue)
        let before = getpriority(process, 0)
        let nicer = Locked<CInt>(0)
        try Thread(name: "nice", niceness: 7) { nicer.withLock { $0 = getpriority(process, 0) } }.join()
        #expect(nicer.withLock { $0 } == 7)
        #expect(getpriority(process, 0) == before)
    }

    @Test("A moment of the monotonic clock has the Unix time that belongs to it")
    func clocks() {
        let now = MonotonicTime.now
        var wall = timespec()
        clock_gettime(CLOCK_REALTIME, &wall)
        let milliseconds = Int64(wall.tv_sec) * 1000 + Int64(wall.tv_nsec) / 1_000_000
        #expect(abs(now.unixMilliseconds - milliseconds) <= 50)
        let earlier = now.advanced(by: .seconds(-3600)).unixMilliseconds
        #expect(abs(now.unixMilliseconds - earlier - 3_600_000) <= 2)
    }

    @Test("A call that fails throws its number; one that was interrupted is made again")
    func errno() throws {
        #expect(throws: Errno.noSuchFile) { try valueOrErrno { open("/none/at/all", O_RDONLY) } }
        var calls = 0
        let value = try valueOrErrno { () -> CInt in
            calls += 1
            if calls < 3 {
                Glibc.errno = EINTR
                return -1
            }
            return 7
        }
        #expect(value == 7 && calls == 3)
        #expect(Errno.deviceBusy.description == "Device or resource busy")
        #expect(Errno(rawValue: 4095).description.contains("4095"))
    }

    @Test("The log says lines up to its level, with level and place")
    func log() {
        let lines = LogLines()
        let log = lines.log(limit: .warning)
        log.error("http", "one")
        log.warning("front-door", "two")
        log.info("http", "three")
        #expect(lines.all == ["error: http: one", "warning: front-door: two"])
        #expect(Log.Level("debug") == .debug && Log.Level("loud") == nil)
    }

    @Test("The machine's addresses are told in numbers, without those that mean nothing elsewhere")
    func interfaces() {
        #expect(NetworkInterfaces.addresses(ofIPv6: false).contains("127.0.0.1"))
        #expect(!NetworkInterfaces.addresses(ofIPv6: true).contains { $0.hasPrefix("fe80") })
    }

    @Test("Addresses of all kinds are read, and told in numbers")
    func addresses() throws {
        let four = try #require(SocketAddress(host: "127.0.0.1", port: 8080))
        #expect(four.port == 8080 && four.numericHost == "127.0.0.1")
        let six = try #require(SocketAddress(host: "::1", port: 1))
        #expect(six.port == 1 && six.numericHost == "::1")
        let local = try #require(SocketAddress(path: "/tmp/x"))
        #expect(local.port == 0 && local.numericHost == nil)
        #expect(SocketAddress(host: "127.0.0.1", port: 80)?.numericHost == "127.0.0.1")
    }
}

private final class Counter: Sendable {
    let counter: EventCounter

    init() throws { counter = try EventCounter() }
}

/// Two connected ends: one is ours, the far one is the test's to close.
private final class Line {
    let near: CInt
    let far: CInt

    init() throws {
        var ends: [CInt] = [0, 0]
        // Not for the programs that other tests begin: they would hold the far end open.
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        try valueOrErrno { socketpair(AF_UNIX, kind, 0, &ends) }
        (near, far) = (ends[0], ends[1])
    }

    deinit { close(near) }

    var isCut: Bool { isCut(within: 0) }

    /// Waits for it: a program that another test begins has all descriptors until it is loaded.
    var getsCut: Bool { isCut(within: 10_000) }

    private func isCut(within milliseconds: CInt) -> Bool {
        var waiting = pollfd(fd: near, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, milliseconds) == 1 && waiting.revents & Int16(POLLHUP) != 0
    }
}

private func isReadable(_ descriptor: CInt) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) == 1
}

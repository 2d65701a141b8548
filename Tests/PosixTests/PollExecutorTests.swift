import Camera
import Glibc
import HubTesting
import Posix
import Testing

/// An actor that waits for whatever it is told to, and counts meanwhile.
private actor Waiter {
    private let executor: PollExecutor
    private var count = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ name: String = "waiter") throws { executor = try PollExecutor(name: name) }

    func wait(for descriptor: CInt? = nil, until deadline: MonotonicTime? = nil) async -> Wake {
        await executor.wait(for: descriptor, until: deadline)
    }

    /// Waits again and again until it was woken so often.
    func beWoken(times: Int, _ then: @Sendable () -> Void) async {
        for _ in 0..<times {
            while await executor.wait(for: nil, until: nil) != .woken {}
            then()
        }
    }

    func add() -> Int {
        executor.checkIsolated()
        count += 1
        return count
    }

    nonisolated func wake() { executor.wake() }

    nonisolated var preference: (any TaskExecutor)? { executor.preference }
}

/// Belongs to no actor.
@concurrent private func threadName() async -> String {
    let bytes = (try? RegularFile.contents(of: "/proc/thread-self/comm", limit: 100)) ?? []
    return String(decoding: bytes.dropLast(), as: UTF8.self)
}

@Suite(.timeLimit(.minutes(1))) struct PollExecutorTests {
    @Test("A wait ends when its descriptor can be read, also when that was so before")
    func ready() async throws {
        let (waiter, bell) = (try Waiter(), Bell())
        bell.signal()
        #expect(await waiter.wait(for: bell.descriptor) == .ready)
        #expect(await waiter.wait(for: bell.descriptor, until: .now) == .ready)
        bell.clear()
        async let wake = waiter.wait(for: bell.descriptor)
        _ = await waiter.add()
        bell.signal()
        #expect(await wake == .ready)
    }

    @Test("A descriptor whose other end has gone is ready too: there is an error or an end to read")
    func hungUp() async throws {
        let waiter = try Waiter()
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        let read = OwnedDescriptor(adopting: ends[0])
        close(ends[1])
        #expect(await waiter.wait(for: read.rawValue) == .ready)
    }

    @Test("A wait ends at its deadline, and not before")
    func due() async throws {
        let waiter = try Waiter()
        #expect(await waiter.wait(until: .now) == .due)
        #expect(await waiter.wait(until: .now.advanced(by: .seconds(-5))) == .due)
        let deadline = MonotonicTime.now.advanced(by: .milliseconds(30))
        #expect(await waiter.wait(until: deadline) == .due)
        #expect(MonotonicTime.now >= deadline)
    }

    @Test("A wait ends when it is woken; a call before the wait is kept, and counts once")
    func woken() async throws {
        let waiter = try Waiter()
        for _ in 0..<3 { waiter.wake() }
        #expect(await waiter.wait() == .woken)
        #expect(await waiter.wait(until: .now.advanced(by: .milliseconds(10))) == .due)
        async let wake = waiter.wait()
        _ = await waiter.add()
        waiter.wake()
        #expect(await wake == .woken)
    }

    @Test("The actor answers other calls while it waits, on its own thread")
    func callsWhileWaiting() async throws {
        let waiter = try Waiter()
        async let wake = waiter.wait()
        for number in 1...100 { #expect(await waiter.add() == number) }
        waiter.wake()
        #expect(await wake == .woken)
    }

    @Test("Two actors that wake each other thousands of times lose no call")
    func pingPong() async throws {
        let (left, right) = (try Waiter(), try Waiter())
        async let one: Void = left.beWoken(times: 5000) { right.wake() }
        async let two: Void = right.beWoken(times: 5000) { left.wake() }
        left.wake()
        _ = await (one, two)
    }

    @Test("Calls from many tasks are carried out one at a time, and all of them")
    func manyCallers() async throws {
        let waiter = try Waiter()
        await withTaskGroup { group in
            for _ in 0..<50 {
                group.addTask { for _ in 0..<100 { _ = await waiter.add() } }
            }
        }
        #expect(await waiter.add() == 5001)
    }

    @Test("A call to one that does not wait costs no time: its thread goes on sleeping")
    func noBusyLoop() async throws {
        let waiter = try Waiter("sleepy")
        waiter.wake()
        _ = await waiter.add()
        let thread = try #require(ThreadFacts.named("sleepy").first)
        let before = try #require(thread.processorTime)
        let other = try Waiter()
        #expect(await other.wait(until: .now.advanced(by: .milliseconds(300))) == .due)
        let spent = try #require(thread.processorTime) - before
        #expect(spent < .milliseconds(30))
        #expect(await waiter.wait() == .woken)
    }

    @Test("The thread ends with its last owner, whoever that is")
    func threadsEnd() async throws {
        for number in 0..<50 {
            let waiter = try Waiter("brief-\(number)")
            #expect(await waiter.add() == 1)
            #expect(ThreadFacts.named("brief-\(number)").count == 1)
        }
        // Nobody tells of the end of a thread: it is looked for now and then.
        let clock = try Waiter()
        let deadline = MonotonicTime.now.advanced(by: .seconds(10))
        while !ThreadFacts.named(beginning: "brief-").isEmpty, .now < deadline {
            _ = await clock.wait(until: .now.advanced(by: .milliseconds(5)))
        }
        #expect(ThreadFacts.named(beginning: "brief-").isEmpty)
    }

    @Test("A task that prefers it needs no other thread, also where it belongs to no actor")
    func preference() async throws {
        let waiter = try Waiter("preferred")
        let task = Task(executorPreference: waiter.preference) {
            var names = [await threadName()]
            _ = await waiter.wait(until: .now.advanced(by: .milliseconds(1)))
            names.append(await threadName())
            return names
        }
        #expect(await task.value == ["preferred", "preferred"])
    }

    @Test("Used from another thread than its own, an actor's code stops the program")
    func isolationIsChecked() async {
        await #expect(processExitsWith: .failure) {
            try PollExecutor(name: "other").checkIsolated()
        }
    }
}

/// An event counter that several tasks may hold.
private final class Bell: Sendable {
    private let counter: EventCounter

    // A test machine without a descriptor left cannot test anything.
    init() { counter = try! EventCounter() }

    var descriptor: CInt { counter.rawValue }
    func signal() { counter.signal() }
    func clear() { counter.clear() }
}

/// A thread of this process, by what the kernel tells of it.
private struct ThreadFacts {
    let path: String

    static func named(_ name: String) -> [ThreadFacts] { all.filter { $0.name == name } }
    static func named(beginning name: String) -> [ThreadFacts] { all.filter { $0.name.hasPrefix(name) } }

    private static var all: [ThreadFacts] {
        guard let folder = opendir("/proc/self/task") else { return [] }
        defer { closedir(folder) }
        var threads: [ThreadFacts] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if Int(name) != nil { threads.append(ThreadFacts(path: "/proc/self/task/\(name)")) }
        }
        return threads
    }

    private var name: String { text("comm").split(separator: "\n").first.map(String.init) ?? "" }

    /// Nil once it has ended.
    var processorTime: Duration? {
        text("schedstat").split(separator: " ").first.flatMap { Int64($0) }.map { .nanoseconds($0) }
    }

    private func text(_ file: String) -> String {
        let bytes = try? RegularFile.contents(of: "\(path)/\(file)", limit: 10_000)
        return String(decoding: bytes ?? [], as: UTF8.self)
    }
}

import Glibc
import HubTesting
import Posix

/// The built program, or another one, started by a test, and ended with its last owner.
final class RunningProgram {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let folder: TemporaryFolder
    let process: pid_t
    private let output: OutputReader
    private let errors: OutputReader
    private var isOver = false

    /// The program beside the tests that are running.
    static let path: String = {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return own.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/camhub"
    }()

    /// - Parameters:
    ///   - folder: where its state is, and its home.
    ///   - input: what its standard input is, a file or a terminal, which is then its own.
    ///   - descriptorLimit: how many files it may have open.
    ///   - isLogForJournal: it is told that the journal reads its standard error.
    ///   - sockets: what a service manager passes to it; they stay open here.
    init(
        _ arguments: [String], in folder: TemporaryFolder? = nil, environment: [String: String] = [:],
        input: String = "/dev/null", descriptorLimit: Int? = nil, isLogForJournal: Bool = false, sockets: [CInt] = [],
        program: String = RunningProgram.path
    ) throws {
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        let (output, errors) = (try OutputReader(), try OutputReader())
        (self.output, self.errors) = (output, errors)
        var variables = ["HOME": folder.path, "PATH": "/usr/bin:/bin"]
        variables.merge(Sanitizer.options) { $1 }
        variables.merge(environment) { $1 }
        if isLogForJournal { variables["JOURNAL_STREAM"] = try errors.name }
        var words = [program] + arguments
        if let descriptorLimit {
            words = ["/bin/sh", "-c", "ulimit -n \(descriptorLimit); exec \"$0\" \"$@\""] + words
        } else if !sockets.isEmpty {
            variables["LISTEN_FDS"] = String(sockets.count)
            words = ["/bin/sh", "-c", "LISTEN_PID=$$ exec \"$0\" \"$@\""] + words
        }
        process = try RunningProgram.spawn(
            words, variables, input: input, [output.farEnd, errors.farEnd] + sockets)
        output.closeFarEnd()
        errors.closeFarEnd()
    }

    deinit {
        guard !isOver else { return }
        kill(process, SIGKILL)
        var status: CInt = 0
        waitpid(process, &status, 0)
    }

    private static func spawn(
        _ words: [String], _ variables: [String: String], input: String, _ others: [CInt]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDWR, 0)
        // High numbers first: none of them may be where another one is to be.
        let moved = try others.map { other in try valueOrErrno { fcntl(other, F_DUPFD_CLOEXEC, 200) } }
        defer { for descriptor in moved { close(descriptor) } }
        for (number, descriptor) in moved.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, STDOUT_FILENO + CInt(number))
        }
        // As from a shell: no signal is blocked or ignored, whatever other tests have done.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // In a session of its own, so that a terminal that it opens becomes the one from which it is interrupted.
        let session = 0x80  // POSIX_SPAWN_SETSID, which the C library declares under _GNU_SOURCE only
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | Int16(session))
        var arguments = words.map { strdup($0) } + [nil]
        var environment = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var process: pid_t = 0
        let failure = posix_spawn(&process, words[0], &actions, &attributes, &arguments, &environment)
        guard failure == 0 else { throw Errno(rawValue: failure) }
        return process
    }

    // MARK: - What it says

    /// The next line of its output, or of its log, that contains the words.
    func line(containing words: String) throws -> String { try output.line(containing: words) }
    func logLine(containing words: String) throws -> String { try errors.line(containing: words) }

    /// Waits until it has said this in a line that need not be at its end.
    func waitForErrors(containing words: String) throws { try errors.wait(for: words) }

    /// The port under which it says that it is reached.
    func port(scheme: String = "http") throws -> UInt16 {
        let line = try line(containing: "\(scheme)://127.0.0.1:")
        let digits = line.drop { $0 != "1" }.drop { $0 != ":" }.dropFirst().prefix { $0.isNumber }
        guard let port = UInt16(digits) else { throw Failure(description: "no port in: \(line)") }
        return port
    }

    /// Takes what it has said by now, so that it never has to wait for a reader.
    func drain() throws {
        try output.drain()
        try errors.drain()
    }

    /// All that it has said so far, as far as somebody has taken it.
    var transcript: (output: [UInt8], errors: [UInt8]) { (output.all, errors.all) }

    // MARK: - Its end

    func signal(_ number: CInt) { kill(process, number) }

    struct Ended {
        /// The exit code; 128 and the signal's number if a signal ended it.
        let code: CInt
        let output: String
        let errors: String
    }

    /// Waits for its end, for some seconds at most.
    func end(within seconds: Int = 10) throws -> Ended {
        let text = (try output.rest(within: seconds), try errors.rest(within: seconds))
        var status: CInt = 0
        waitpid(process, &status, 0)
        isOver = true
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
        return Ended(code: code, output: text.0, errors: text.1)
    }

    // MARK: - What the kernel knows of it

    /// Resident memory, in bytes.
    func memory() throws -> Int {
        let pages = String(decoding: try read("statm"), as: UTF8.self).split(separator: " ")
        guard pages.count > 1, let resident = Int(pages[1]) else { throw Failure(description: "no memory in statm") }
        return resident * Int(sysconf(CInt(_SC_PAGESIZE)))
    }

    /// How much more memory it has than then. Under a sanitizer, which has memory of its own, nobody can say: 0.
    func growth(since memory: Int) throws -> Int { Sanitizer.isOn ? 0 : try self.memory() - memory }

    /// Time on processors that it takes while it is left alone for so long.
    func processorTime(inMilliseconds milliseconds: CInt) throws -> Duration {
        let before = try processorTime()
        // Nothing is to happen now: there is nothing else to wait for.
        poll(nil, 0, milliseconds)
        return try processorTime() - before
    }

    private func processorTime() throws -> Duration {
        let text = String(decoding: try read("stat"), as: UTF8.self)
        // The name, which may have spaces in it, ends with the last parenthesis.
        let words = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        guard words.count > 13, let user = Int(words[12]), let system = Int(words[13]) else {
            throw Failure(description: "no times in stat")
        }
        return .seconds(user + system) / Int(sysconf(CInt(_SC_CLK_TCK)))
    }

    func openFiles() -> Int { OpenFiles.count(of: process) }

    private func read(_ file: String) throws -> [UInt8] {
        try RegularFile.contents(of: "/proc/\(process)/\(file)", limit: 100_000)
    }
}

/// Reads what a program writes, line by line, for some seconds at most.
private final class OutputReader {
    private let near: CInt
    private(set) var farEnd: CInt
    private var unread: [UInt8] = []
    private var seen: [String] = []
    private(set) var all: [UInt8] = []

    init() throws {
        var ends: [CInt] = [0, 0]
        // Closed in every other program that a test starts at the same moment: the end of this one shall be seen.
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        try valueOrErrno { socketpair(AF_UNIX, kind, 0, &ends) }
        (near, farEnd) = (ends[0], ends[1])
    }

    deinit {
        close(near)
        closeFarEnd()
    }

    /// The far end, in the words in which systemd names what the journal reads.
    var name: String {
        get throws {
            var facts = stat()
            try valueOrErrno { fstat(farEnd, &facts) }
            return "\(facts.st_dev):\(facts.st_ino)"
        }
    }

    func closeFarEnd() {
        if farEnd >= 0 { close(farEnd) }
        farEnd = -1
    }

    func line(containing words: String) throws -> String {
        let deadline = ContinuousClock.now.advanced(by: .seconds(10))
        while true {
            while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: unread[..<end], as: UTF8.self)
                unread.removeFirst(end + 1)
                seen.append(line)
                if line.contains(words) { return line }
            }
            guard try fill(until: deadline) else {
                throw RunningProgram.Failure(description: "it never said '\(words)', but: \(seen)")
            }
        }
    }

    /// What was waited for stays unread.
    func wait(for words: String) throws {
        let deadline = ContinuousClock.now.advanced(by: .seconds(10))
        while !String(decoding: unread, as: UTF8.self).contains(words) {
            guard try fill(until: deadline) else {
                let said = seen + [String(decoding: unread, as: UTF8.self)]
                throw RunningProgram.Failure(description: "it never said '\(words)', but: \(said)")
            }
        }
    }

    /// All that comes until its end.
    func rest(within seconds: Int) throws -> String {
        let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
        while try fill(until: deadline) {}
        guard ContinuousClock.now < deadline else {
            throw RunningProgram.Failure(description: "it did not end; it said: \(seen)")
        }
        defer { unread = [] }
        return String(decoding: unread, as: UTF8.self)
    }

    func drain() throws { while try fill(until: .now) {} }

    /// False at the end, and when the time is up.
    private func fill(until deadline: ContinuousClock.Instant) throws -> Bool {
        let left = ContinuousClock.now.duration(to: deadline)
        var waiting = pollfd(fd: near, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, CInt(max(0, left / .milliseconds(1)))) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = try valueOrErrno { recv(near, &buffer, buffer.count, 0) }
        unread += buffer.prefix(count)
        all += buffer.prefix(count)
        return count > 0
    }
}

import CLinux
import Camera
import Glibc

/// A running command whose output and errors are read here. It ends with this value, and with this process.
///
/// The command and its guard are a process group of their own.
package struct GuardedCommand: ~Copyable, Sendable {
    /// What it writes; reading never blocks.
    package let output: OwnedDescriptor
    /// What it says on standard error. Reading never blocks; it ends when everything has ended that it has started.
    package let errors: CInt
    /// Closed when the command is to end.
    private let life: CInt
    private let process: pid_t
    private var outcome: ProcessEnd?

    /// Starts the command's guard, and that the command.
    ///
    /// That there is no such program, only `errors` and an end with 127 tell.
    /// - Parameter guardProgram: a program that calls `CommandGuard.run` if it is called by its name.
    package init(_ words: [String], guardProgram: String = "/proc/self/exe") throws(Errno) {
        let life = try Pipe()
        let output = try Pipe()
        let errors = try Pipe()
        for reader in [output.reader.rawValue, errors.reader.rawValue] {
            try valueOrErrno { fcntl(reader, F_SETFL, O_NONBLOCK) }
        }
        process = try Spawn.start(
            guardProgram, [CommandGuard.name] + words, .own,
            .init(input: life.reader.rawValue, output: output.writer.rawValue, errors: errors.writer.rawValue))
        self.output = output.takeReader()
        self.errors = errors.takeReader().release()
        self.life = life.takeWriter().release()
    }

    /// How it ended; nil while it runs, and for a moment after `errors` has ended.
    package mutating func end() -> ProcessEnd? {
        if outcome == nil {
            var status: CInt = 0
            if unsafe waitpid(process, &status, WNOHANG) == process { outcome = ProcessEnd(status) }
        }
        return outcome
    }

    /// Ends it in less than two seconds, and does not wait for that.
    deinit {
        close(life)
        guard outcome == nil else {
            close(errors)
            return
        }
        let ending = Ending(process: process, errors: errors)
        do throws(Errno) {
            try Thread(name: "command-end") { ending.run() }.detach()
        } catch {
            // Without another thread left, this one has to wait.
            ending.run()
        }
    }
}

/// Waits for a guard to do its work, and does it in its place if it cannot.
private struct Ending: Sendable {
    let process: pid_t
    let errors: CInt

    func run() {
        let deadline = MonotonicTime.now.advanced(by: .milliseconds(1900))
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let left = (deadline.nanoseconds - MonotonicTime.now.nanoseconds) / 1_000_000
            var polled = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
            guard left > 0, unsafe poll(&polled, 1, CInt(left)) != 0 else { break }
            if unsafe read(errors, &buffer, buffer.count) == 0 { break }
        }
        close(errors)
        // What is left of the group; nothing if all went well. The id is not given to others before the wait.
        kill(-process, SIGKILL)
        var status: CInt = 0
        while unsafe waitpid(process, &status, 0) == -1, errno == EINTR {}
    }
}

/// Two ends; each is taken once, or closed with this value.
private struct Pipe: ~Copyable {
    let reader: OwnedDescriptor
    let writer: OwnedDescriptor

    init() throws(Errno) {
        var ends: [CInt] = [-1, -1]
        try valueOrErrno { unsafe pipe2(&ends, O_CLOEXEC) }
        reader = OwnedDescriptor(adopting: ends[0])
        writer = OwnedDescriptor(adopting: ends[1])
    }

    consuming func takeReader() -> OwnedDescriptor { reader }
    consuming func takeWriter() -> OwnedDescriptor { writer }
}

import CLinux
import Camera
import Glibc

/// A process between the hub and a command, so that the command never outlives the hub.
///
/// Its standard input is a pipe whose other end only the hub has. When that is closed, by the hub or by the hub's end of
/// whatever kind, the guard ends the command and all that the command has started: politely at first, by force
/// after a second. It does the same for what is left when the command itself has ended.
package enum CommandGuard {
    /// What the hub's own program is called by to be a guard.
    package static let name = "camhub-guard"

    /// How long what was asked to end may take.
    private static let patience = 1000
    /// How long to go on killing: what sits in the kernel dies when the kernel lets it.
    private static let effort = 500

    /// Runs a command with this process's output and errors. Returns the exit code for this process: the command's.
    ///
    /// Call it from the only thread of a process that does nothing else.
    package static func run(_ words: [String]) -> CInt {
        do throws(Errno) {
            return try guarded(words)
        } catch {
            let line = "cannot start \(words.first ?? "nothing"): \(error)\n"
            Log.put(line, on: STDERR_FILENO)
            return 127
        }
    }

    private static func guarded(_ words: [String]) throws(Errno) -> CInt {
        // What escapes from its parent becomes a child of this process.
        try valueOrErrno { hub_adopt_orphans() }
        let signals = try ChildSignals()
        let command = try Spawn.start(
            words.first ?? "", words, .inherited, .init(output: STDOUT_FILENO, errors: STDERR_FILENO))
        // Who reads the pictures sees their end when the command closes them.
        close(STDOUT_FILENO)
        var end: ProcessEnd?
        while end == nil, signals.waitForChild(orEndOf: STDIN_FILENO, milliseconds: -1) != .inputEnded {
            reap { if $0 == command { end = $1 } }
        }
        endAll(signals) { if $0 == command { end = $1 } }
        return end?.code ?? 0
    }

    /// Ends every process below this one. The command's whole group is this process's own.
    private static func endAll(_ signals: borrowing ChildSignals, _ ended: (pid_t, ProcessEnd) -> Void) {
        // Blocked here, so that it does not end this process.
        kill(0, SIGTERM)
        for child in children { kill(child, SIGTERM) }
        let deadline = Deadline(milliseconds: patience)
        while reap(ended), deadline.remaining > 0 {
            _ = signals.waitForChild(orEndOf: nil, milliseconds: deadline.remaining)
        }
        let last = Deadline(milliseconds: effort)
        while reap(ended), last.remaining > 0 {
            // Whose parent is killed comes up as a child in the next round.
            for child in children { kill(child, SIGKILL) }
            _ = signals.waitForChild(orEndOf: nil, milliseconds: min(last.remaining, 20))
        }
        // A kernel that does not list children, or one that does not let them die: this process goes with its group.
        if reap(ended) { kill(0, SIGKILL) }
    }

    /// Takes leave of the children that have ended. False if there are no others.
    @discardableResult
    private static func reap(_ ended: (pid_t, ProcessEnd) -> Void) -> Bool {
        while true {
            var status: CInt = 0
            let child = unsafe waitpid(-1, &status, WNOHANG)
            guard child > 0 else { return child == 0 }
            ended(child, ProcessEnd(status))
        }
    }

    private static var children: [pid_t] {
        let path = "/proc/self/task/\(getpid())/children"
        guard let bytes = try? RegularFile.contents(of: path, limit: 1 << 20) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
    }
}

/// A moment, counted in whole milliseconds from where it was made.
private struct Deadline {
    private let end: MonotonicTime

    init(milliseconds: Int) { end = MonotonicTime.now.advanced(by: .milliseconds(milliseconds)) }

    /// Milliseconds, rounded up; 0 when it is over.
    var remaining: Int { max(0, Int((end.nanoseconds - MonotonicTime.now.nanoseconds + 999_999) / 1_000_000)) }
}

/// The ends of children as something to wait for. What would end this process is blocked meanwhile.
private struct ChildSignals: ~Copyable {
    enum Event { case child, inputEnded, nothing }

    private let descriptor: OwnedDescriptor

    init() throws(Errno) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in [SIGHUP, SIGINT, SIGTERM, SIGCHLD] { unsafe sigaddset(&set, signal) }
        let failure = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        guard failure == 0 else { throw Errno(rawValue: failure) }
        var child = sigset_t()
        unsafe sigemptyset(&child)
        unsafe sigaddset(&child, SIGCHLD)
        descriptor = OwnedDescriptor(
            adopting: try valueOrErrno { unsafe signalfd(-1, &child, CInt(SFD_NONBLOCK) | CInt(SFD_CLOEXEC)) })
    }

    /// - Parameter input: a pipe in which nothing is ever written; nil: none.
    borrowing func waitForChild(orEndOf input: CInt?, milliseconds: Int) -> Event {
        var polled = [
            pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0),
            pollfd(fd: input ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        guard unsafe poll(&polled, 2, CInt(milliseconds)) > 0 else { return .nothing }
        if polled[1].revents != 0 { return .inputEnded }
        var information = signalfd_siginfo()
        while unsafe read(descriptor.rawValue, &information, MemoryLayout<signalfd_siginfo>.size) > 0 {}
        return .child
    }
}

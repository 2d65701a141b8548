import CLinux
import Glibc

/// Starts programs: without a shell, and with nothing of this process but what is named here.
///
/// The corresponding C function is `posix_spawnp`.
enum Spawn {
    enum Group {
        /// Led by the program itself.
        case own
        case inherited
    }

    /// What the program has as its input, output and errors; each may be nil for /dev/null.
    struct Streams {
        var input: CInt?
        var output: CInt?
        var errors: CInt?
    }

    /// Starts `path`, searched for like a shell does, with `words` as its arguments, the first being its own name.
    ///
    /// No signal is blocked or ignored in it, and no other descriptor open. Returns its process id.
    static func start(_ path: String, _ words: [String], _ group: Group, _ streams: Streams) throws(Errno) -> pid_t {
        var attributes = posix_spawnattr_t()
        try check(unsafe posix_spawnattr_init(&attributes))
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        try check(unsafe posix_spawnattr_setsigmask(&attributes, &signals))
        unsafe sigfillset(&signals)
        try check(unsafe posix_spawnattr_setsigdefault(&attributes, &signals))
        try check(unsafe posix_spawnattr_setpgroup(&attributes, 0))
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (group == .own ? POSIX_SPAWN_SETPGROUP : 0)
        try check(unsafe posix_spawnattr_setflags(&attributes, Int16(flags)))

        var actions = unsafe posix_spawn_file_actions_t()
        try check(unsafe posix_spawn_file_actions_init(&actions))
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in [streams.input, streams.output, streams.errors].enumerated() {
            let number = CInt(number)
            if let stream {
                try check(unsafe posix_spawn_file_actions_adddup2(&actions, stream, number))
            } else {
                let mode = number == STDIN_FILENO ? O_RDONLY : O_WRONLY
                try check(unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", mode, 0))
            }
        }
        try check(unsafe posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1))

        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process = pid_t()
        try check(unsafe posix_spawnp(&process, path, &actions, &attributes, &arguments, environ))
        return process
    }

    /// These functions return their error number.
    private static func check(_ failure: CInt) throws(Errno) {
        guard failure == 0 else { throw Errno(rawValue: failure) }
    }
}

/// How a process ended.
package enum ProcessEnd: Equatable, Sendable {
    case exited(CInt)
    case killed(signal: CInt)

    /// From the word that `waitpid` fills.
    init(_ status: CInt) {
        // The macros WIFSIGNALED, WTERMSIG and WEXITSTATUS.
        self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: status & 0x7F)
    }

    /// As shells tell it in one number.
    var code: CInt {
        switch self {
        case .exited(let code): code
        case .killed(let signal): 128 + signal
        }
    }
}

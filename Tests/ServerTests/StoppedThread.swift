import Glibc
import Posix

/// One thread of another process that stands still as long as this object lives. Made and released on one thread.
final class StoppedThread {
    private let thread: Int32

    /// - Parameter name: the thread's own, as the kernel has it.
    init(_ name: String, of process: pid_t) throws {
        let folder = "/proc/\(process)/task"
        var found: Int32?
        guard let stream = opendir(folder) else { throw Errno.noSuchFile }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let number = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let bytes = (try? RegularFile.contents(of: "\(folder)/\(number)/comm", limit: 100)) ?? []
            if String(decoding: bytes.dropLast(), as: UTF8.self) == name { found = Int32(number) }
        }
        guard let found else { throw RunningProgram.Failure(description: "\(process) has no thread \(name)") }
        thread = found
        try StoppedThread.trace(StoppedThread.seize, found)
        try StoppedThread.trace(StoppedThread.interrupt, found)
        var status: CInt = 0
        // __WALL: also what is no first thread of its process.
        try valueOrErrno { waitpid(found, &status, 0x4000_0000) }
    }

    deinit {
        // Fails only when the process has ended.
        try? StoppedThread.trace(StoppedThread.detach, thread)
    }

    // PTRACE_SEIZE, PTRACE_INTERRUPT, PTRACE_DETACH
    private static let (seize, interrupt, detach) = (CInt(0x4206), CInt(0x4207), CInt(17))

    /// `ptrace`, whose variable arguments Swift does not import, by its name.
    private static func trace(_ request: CInt, _ thread: Int32) throws {
        typealias Function = @convention(c) (CInt, Int32, UnsafeRawPointer?, UnsafeRawPointer?) -> Int
        guard let symbol = dlsym(nil, "ptrace") else { throw Errno.invalidArgument }
        let function = unsafeBitCast(symbol, to: Function.self)
        try valueOrErrno { function(request, thread, nil, nil) }
    }
}

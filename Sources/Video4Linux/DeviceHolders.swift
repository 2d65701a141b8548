import Glibc
import Posix

/// Which programs have a device open, read from `/proc`.
enum DeviceHolders {
    /// For example `mjpg_streamer (process 812)`. Programs of other users show only to root.
    static func names(of deviceNumber: UInt64) -> [String] {
        entries(of: "/proc").compactMap { Int32($0) }.sorted().filter { process in
            process != getpid() && holds(process, deviceNumber)
        }
        .map { "\(name(of: $0)) (process \($0))" }
    }

    private static func holds(_ process: Int32, _ deviceNumber: UInt64) -> Bool {
        let folder = "/proc/\(process)/fd"
        return entries(of: folder).contains { entry in
            var status = stat()
            return unsafe stat("\(folder)/\(entry)", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
                && UInt64(status.st_rdev) == deviceNumber
        }
    }

    private static func name(of process: Int32) -> String {
        // Ended meanwhile: the number says enough.
        guard let bytes = try? RegularFile.contents(of: "/proc/\(process)/comm", limit: 256) else { return "a program" }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// Nothing for a folder that we may not read.
    private static func entries(of folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}

package import Glibc

/// The descriptors of a process.
package enum OpenFiles {
    /// How many this process has open.
    package static var count: Int {
        // One is needed to look.
        count(in: "/proc/self/fd") - 1
    }

    package static func count(of process: pid_t) -> Int { count(in: "/proc/\(process)/fd") }

    private static func count(in path: String) -> Int {
        guard let folder = opendir(path) else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Without the folder's two dots.
        return count - 2
    }
}

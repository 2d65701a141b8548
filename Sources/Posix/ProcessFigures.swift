import CLinux
import Glibc

/// What this process uses of its machine, at one moment. What the system does not tell is nil.
package struct ProcessFigures: Sendable {
    /// Of all threads together, in the kernel and outside.
    package let processorTime: Duration
    package let residentBytes: Int?
    package let virtualBytes: Int?
    package let threadCount: Int?
    package let openDescriptors: Int?
    package let descriptorLimit: Int?
    /// Unix time in seconds.
    package let startTime: Double?

    /// Looks. Some short reads below /proc: what it takes grows with the number of open descriptors.
    package init() {
        processorTime = ProcessFigures.processorTime
        descriptorLimit = DescriptorLimit.current
        openDescriptors = ProcessFigures.countDescriptors()
        let pages = ProcessFigures.words(of: "/proc/self/statm").map { Int($0) }
        let pageSize = sysconf(Int32(_SC_PAGESIZE))
        virtualBytes = pages.first.flatMap { $0 }.map { $0 * pageSize }
        residentBytes = pages.dropFirst().first.flatMap { $0 }.map { $0 * pageSize }
        // The second word is the program's name, in brackets, and may have blanks in it: count from behind it.
        let text = ProcessFigures.words(of: "/proc/self/stat", after: ")")
        threadCount = text.count > 17 ? Int(text[17]) : nil
        startTime = text.count > 19 ? Double(text[19]).map(ProcessFigures.unixTime) : nil
    }

    private static var processorTime: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// - Parameter ticks: after the machine's start.
    private static func unixTime(_ ticks: Double) -> Double {
        var (wall, sinceBoot) = (timespec(), timespec())
        unsafe clock_gettime(CLOCK_REALTIME, &wall)
        unsafe clock_gettime(CLOCK_BOOTTIME, &sinceBoot)
        let booted = Double(wall.tv_sec - sinceBoot.tv_sec) + Double(wall.tv_nsec - sinceBoot.tv_nsec) / 1e9
        // As precise as a tick: more digits would only differ from one look to the next.
        return ((booted + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))) * 100).rounded() / 100
    }

    private static func words(of path: String, after mark: Character? = nil) -> [Substring] {
        guard let bytes = try? RegularFile.contents(of: path, limit: 4096) else { return [] }
        let text = String(decoding: bytes, as: UTF8.self)
        let start = mark.flatMap { text.lastIndex(of: $0) }.map { text.index(after: $0) } ?? text.startIndex
        return text[start...].split { $0 == " " || $0 == "\n" }
    }

    private static func countDescriptors() -> Int? {
        guard let folder = unsafe opendir("/proc/self/fd") else { return nil }
        defer { unsafe closedir(folder) }
        var count = 0
        while unsafe readdir(folder) != nil { count += 1 }
        // Without the folder's two dots, and the one that is needed to look.
        return count - 3
    }
}

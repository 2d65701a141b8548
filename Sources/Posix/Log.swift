import Glibc

/// One line per event on standard error, each with its level and its place: `warning: front-door: …`.
///
/// Rule: no PIN, cookie, credential or query string ever goes in here.
package struct Log: Sendable {
    package enum Level: Int, Sendable, Comparable, CaseIterable {
        case error, warning, info, debug

        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }

        package init?(_ word: String) {
            guard let level = Level.allCases.first(where: { "\($0)" == word }) else { return nil }
            self = level
        }

        /// What stands before a line that the journal reads, see sd-daemon(3): the numbers of syslog(3).
        var journalPrefix: String {
            switch self {
            case .error: "<3>"
            case .warning: "<4>"
            case .info: "<6>"
            case .debug: "<7>"
            }
        }
    }

    private let limit: Level
    private let write: @Sendable (Level, String) -> Void

    /// Lines up to `limit` go to standard error.
    package init(limit: Level) {
        self.limit = limit
        write = Log.say
    }

    /// Lines up to `limit` go to `write`, each without its line end.
    package init(limit: Level, write: @escaping @Sendable (String) -> Void) {
        self.limit = limit
        self.write = { _, line in write(line) }
    }

    package func error(_ place: String, _ message: @autoclosure () -> String) { log(.error, place, message) }
    package func warning(_ place: String, _ message: @autoclosure () -> String) { log(.warning, place, message) }
    package func info(_ place: String, _ message: @autoclosure () -> String) { log(.info, place, message) }
    package func debug(_ place: String, _ message: @autoclosure () -> String) { log(.debug, place, message) }

    private func log(_ level: Level, _ place: String, _ message: () -> String) {
        guard level <= limit else { return }
        write(level, "\(level): \(place): \(message())")
    }

    /// One line on standard error, which tells the journal its level if it is that which reads there.
    package static func say(_ level: Level, _ line: String) {
        // Line ends inside would let a device's name forge a line of its own.
        let clean = line.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) }
        put((isReadByJournal ? level.journalPrefix : "") + String(clean) + "\n", on: STDERR_FILENO)
    }

    /// Whether standard error goes straight to systemd's journal.
    ///
    /// The variable may be inherited where standard error is not: it names the file that it means.
    private static let isReadByJournal: Bool = {
        var facts = stat()
        guard let words = unsafe getenv("JOURNAL_STREAM"), unsafe fstat(STDERR_FILENO, &facts) == 0 else {
            return false
        }
        return unsafe String(cString: words) == "\(facts.st_dev):\(facts.st_ino)"
    }()

    package static func put(_ text: String, on descriptor: CInt) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            // Nobody reads our output any more: there is nowhere left to say so.
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}

import Camera
import Glibc
import Posix

/// A browser on this machine that looks at the hub in the guest: what Tests/Browser/witness.py says, line by line.
///
/// It ends when it has seen enough, or after two minutes; `deinit` waits for that.
final class Witness {
    /// One line: when, on this machine's monotonic clock, and two words.
    struct Line {
        let time: MonotonicTime
        let words: [Substring]
    }

    /// The Python that drives browsers; `scripts/test` makes it.
    static let python = "\(Guest.checkout).build/venv/bin/python"
    static var isThere: Bool { access(python, X_OK) == 0 && system("command -v chromium >/dev/null") == 0 }

    private let pipe: UnsafeMutablePointer<FILE>
    private(set) var lines: [Line] = []

    init(_ arguments: String...) throws {
        let script = "\(Guest.checkout)Tests/Browser/witness.py"
        let quoted = arguments.map { "'\($0)'" }.joined(separator: " ")
        guard let pipe = popen("exec timeout 120 '\(Witness.python)' '\(script)' \(quoted)", "r") else {
            throw Errno(rawValue: errno)
        }
        self.pipe = pipe
    }

    deinit { pclose(pipe) }

    /// The next line. Throws when it ends before, or says something else than it should.
    func next() throws -> Line {
        var buffer = [CChar](repeating: 0, count: 256)
        guard fgets(&buffer, CInt(buffer.count), pipe) != nil else { throw GuestError("the browser ended: \(lines)") }
        let words = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .split(whereSeparator: \.isWhitespace)
        guard words.count == 3, let nanoseconds = Int64(words[0]) else { throw GuestError("it says \(words)") }
        let line = Line(time: MonotonicTime(nanoseconds: nanoseconds), words: Array(words.dropFirst()))
        lines.append(line)
        return line
    }

    /// The next line whose last word is this.
    func next(_ word: String) throws -> Line {
        while true {
            let line = try next()
            if line.words.last.map(String.init) == word { return line }
        }
    }
}

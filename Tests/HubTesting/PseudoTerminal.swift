import Glibc
import Posix

/// A terminal of which the test is the screen and the keyboard. For one thread.
package final class PseudoTerminal {
    package struct Silence: Error, CustomStringConvertible {
        package let description: String
    }

    private let screen: OwnedDescriptor
    /// Kept open, so that the terminal is there before and after the program that uses it.
    private let line: OwnedDescriptor
    /// For a program to open.
    package let path: String
    /// All that was on the screen so far.
    package private(set) var shown = ""

    package init() throws {
        var (screen, line) = (CInt(-1), CInt(-1))
        var name = [CChar](repeating: 0, count: 256)
        try valueOrErrno { openpty(&screen, &line, &name, nil, nil) }
        self.screen = OwnedDescriptor(adopting: screen)
        self.line = OwnedDescriptor(adopting: line)
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        // Not for programs that other tests start meanwhile.
        for descriptor in [screen, line] { try valueOrErrno { fcntl(descriptor, F_SETFD, FD_CLOEXEC) } }
    }

    /// All that is set at it, only to be compared.
    package func settings() throws -> [UInt8] { withUnsafeBytes(of: try attributes()) { Array($0) } }

    /// Whether it shows what is typed.
    package func isEchoing() throws -> Bool { try attributes().c_lflag & tcflag_t(ECHO) != 0 }

    private func attributes() throws -> termios {
        var attributes = termios()
        try valueOrErrno { tcgetattr(line.rawValue, &attributes) }
        return attributes
    }

    package func type(_ keys: String) throws {
        let bytes = Array(keys.utf8)
        let count = try valueOrErrno { write(screen.rawValue, bytes, bytes.count) }
        guard count == bytes.count else { throw Errno.inputOutput }
    }

    /// Waits until these words are on the screen, for some seconds at most.
    package func wait(for words: String) throws {
        while !shown.contains(words) {
            var waiting = pollfd(fd: screen.rawValue, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 10_000) > 0 else { throw Silence(description: "no '\(words)' in: \(shown)") }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = try valueOrErrno { read(screen.rawValue, &buffer, buffer.count) }
            shown += String(decoding: buffer.prefix(count), as: UTF8.self)
        }
    }
}

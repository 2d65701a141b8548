import CLinux
import Glibc

/// Lines that a person types or a script pipes in.
package struct LineInput {
    private let descriptor: CInt
    private var unread: [UInt8] = []
    private var isOver = false

    /// - Parameter descriptor: has to stay open for longer than this.
    package init(_ descriptor: CInt) { self.descriptor = descriptor }

    /// Waits for the next line and returns it without its end; the last one needs none. Nil after the last.
    ///
    /// Throws `tooLarge` for a line of more than `limit` bytes, and `interrupted` when one of the signals has come.
    package mutating func next(limit: Int, unless signals: SignalSource) throws(Errno) -> [UInt8]? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")), end <= limit {
                defer { unread.removeFirst(end + 1) }
                return Array(unread[..<end])
            }
            guard unread.count <= limit else { throw .tooLarge }
            if isOver {
                defer { unread = [] }
                return unread.isEmpty ? nil : unread
            }
            try fill(unless: signals)
        }
    }

    private mutating func fill(unless signals: SignalSource) throws(Errno) {
        var waiting = [descriptor, signals.rawValue].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        try valueOrErrno { unsafe poll(&waiting, 2, -1) }
        guard signals.next() == nil else { throw .interrupted }
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = try valueOrErrno { unsafe read(descriptor, &buffer, buffer.count) }
        unread += buffer.prefix(count)
        isOver = count == 0
    }
}

import Glibc
import Posix

/// A service manager's end of the socket on which a program tells how it is. For one thread.
package final class NotifySocket {
    private let descriptor: OwnedDescriptor
    /// What the program has to be given as `NOTIFY_SOCKET`.
    package let name: String
    /// All that has come so far.
    package private(set) var received: [String] = []

    /// - Parameter name: a path, or an abstract name after an `@`.
    package init(_ name: String) throws {
        let isAbstract = name.hasPrefix("@")
        let address = isAbstract ? SocketAddress(abstract: String(name.dropFirst())) : SocketAddress(path: name)
        guard let address else { throw Errno.invalidArgument }
        let type = CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        descriptor = OwnedDescriptor(adopting: try valueOrErrno { socket(AF_UNIX, type, 0) })
        self.name = name
        try address.withBytes { bytes, length in
            _ = try valueOrErrno { bind(descriptor.rawValue, bytes.assumingMemoryBound(to: sockaddr.self), length) }
        }
    }

    /// The next datagram; nil if none comes in time.
    package func next(milliseconds: Int = 10_000) throws -> String? {
        var waiting = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, CInt(milliseconds)) > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = try valueOrErrno { recv(descriptor.rawValue, &buffer, buffer.count, 0) }
        received.append(String(decoding: buffer.prefix(count), as: UTF8.self))
        return received.last
    }

    /// The next datagram that begins like that, within some seconds.
    package func next(beginning words: String) throws -> String? {
        let deadline = ContinuousClock.now.advanced(by: .seconds(10))
        while ContinuousClock.now < deadline {
            let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
            guard let text = try next(milliseconds: Int(left)) else { return nil }
            if text.hasPrefix(words) { return text }
        }
        return nil
    }

    /// Whether one that begins like that comes within this time.
    package func hears(_ words: String, within milliseconds: Int) throws -> Bool {
        let deadline = ContinuousClock.now.advanced(by: .milliseconds(milliseconds))
        while ContinuousClock.now < deadline {
            let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
            if let text = try next(milliseconds: Int(left)), text.hasPrefix(words) { return true }
        }
        return false
    }
}

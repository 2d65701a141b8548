import Glibc
package import Posix

/// A connected socket that is read through a buffer. Blocks, at most 15 s each time. For one thread.
package final class ByteSocket {
    private let descriptor: OwnedDescriptor
    private let peer: AnyObject?
    private var buffer = [UInt8](repeating: 0, count: 128 * 1024)
    private var unread = 0..<0

    /// To a Unix socket.
    package convenience init(path: String) throws { try self.init(SocketAddress(path: path)) }

    /// To a port of 127.0.0.1, or from another address of the loopback network to it.
    /// - Parameter receiveBuffer: how many bytes the kernel keeps for a reader that is slow; nil: as it likes.
    package convenience init(port: UInt16, from source: String? = nil, receiveBuffer: CInt? = nil) throws {
        try self.init(
            SocketAddress(host: "127.0.0.1", port: port), from: source.flatMap { SocketAddress(host: $0, port: 0) },
            receiveBuffer: receiveBuffer)
    }

    /// One that is connected already, and keeps its other end.
    package init(adopting descriptor: consuming OwnedDescriptor, peer: AnyObject) throws {
        self.descriptor = descriptor
        self.peer = peer
        try setPatience()
    }

    private init(_ address: SocketAddress?, from source: SocketAddress? = nil, receiveBuffer: CInt? = nil) throws {
        guard let address else { throw Errno.addressNotAvailable }
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        descriptor = OwnedDescriptor(adopting: try valueOrErrno { socket(address.family, kind, 0) })
        peer = nil
        try setPatience()
        if var receiveBuffer {
            try valueOrErrno {
                setsockopt(
                    descriptor.rawValue, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<CInt>.size))
            }
        }
        try source?.withBytes { bytes, length in
            _ = try valueOrErrno { bind(descriptor.rawValue, bytes.assumingMemoryBound(to: sockaddr.self), length) }
        }
        try address.withBytes { bytes, length in
            _ = try valueOrErrno {
                connect(descriptor.rawValue, bytes.assumingMemoryBound(to: sockaddr.self), length)
            }
        }
    }

    private func setPatience() throws {
        var patience = timeval(tv_sec: 15, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        try valueOrErrno { setsockopt(descriptor.rawValue, SOL_SOCKET, SO_RCVTIMEO, &patience, size) }
    }

    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    package func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try rest.withUnsafeBytes { bytes in
                try valueOrErrno {
                    Glibc.send(descriptor.rawValue, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
                }
            }
            rest = rest.dropFirst(count)
        }
    }

    /// A line without its end (LF, or CR and LF).
    package func readLine() throws -> String {
        var line: [UInt8] = []
        while true {
            if unread.isEmpty { try fill() }
            let newline = buffer[unread].firstIndex(of: UInt8(ascii: "\n"))
            line += buffer[unread.lowerBound..<(newline ?? unread.upperBound)]
            unread = (newline.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
            guard newline != nil else { continue }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            return String(decoding: line, as: UTF8.self)
        }
    }

    package func read(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            if unread.isEmpty { try fill() }
            let piece = unread.prefix(count - bytes.count)
            bytes += buffer[piece]
            unread = piece.upperBound..<unread.upperBound
        }
        return bytes
    }

    /// Reads so many bytes and keeps none.
    package func skip(_ count: Int) throws {
        var rest = count
        while rest > 0 {
            if unread.isEmpty { try fill() }
            let piece = unread.prefix(rest)
            rest -= piece.count
            unread = piece.upperBound..<unread.upperBound
        }
    }

    /// What is there, or comes next; nil when the other end has closed the connection, or reset it.
    package func readSome() throws -> [UInt8]? {
        do throws(Errno) {
            if unread.isEmpty { try fill() }
        } catch {
            guard error == .brokenPipe || error.rawValue == ECONNRESET else { throw error }
            return nil
        }
        defer { unread = 0..<0 }
        return Array(buffer[unread])
    }

    /// Its own port, by which the other end knows it.
    package var localPort: UInt16 {
        get throws {
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            try withUnsafeMutablePointer(to: &address) { pointer in
                try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    _ = try valueOrErrno { getsockname(descriptor.rawValue, pointer, &length) }
                }
            }
            return UInt16(bigEndian: address.sin_port)
        }
    }

    /// Says that nothing more will be sent; answers can still be read.
    package func finish() { shutdown(descriptor.rawValue, CInt(SHUT_WR)) }

    /// Ends the connection without a goodbye: the other end finds it reset.
    package func reset() {
        var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor.rawValue, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        // The descriptor itself is closed with its owner, which sends the reset.
    }

    private func fill() throws(Errno) {
        let count = try valueOrErrno { recv(descriptor.rawValue, &buffer, buffer.count, 0) }
        guard count > 0 else { throw Errno.brokenPipe }
        unread = 0..<count
    }
}

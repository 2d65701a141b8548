import CLinux
import Glibc

/// An address of a socket, of any family.
package struct SocketAddress: Sendable {
    private var storage = sockaddr_storage()
    private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// Lets the kernel write an address, for example by `accept`.
    init<Result>(
        writtenBy call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) throws(Errno) -> Result,
        result: inout Result?
    ) throws(Errno) {
        var length = self.length
        result = try unsafe withUnsafeMutablePointer(to: &storage) { (pointer) throws(Errno) in
            try unsafe call(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), &length)
        }
        self.length = length
    }

    /// A Unix socket's path. Nil if it is too long for the kernel (107 bytes) or empty.
    package init?(path: String) {
        self.init(unix: Array(path.utf8))
        length = socklen_t(MemoryLayout<sockaddr_un>.size)
    }

    /// A Unix socket's name that is no path. Nil if it is too long for the kernel or empty.
    package init?(abstract name: String) {
        guard !name.isEmpty else { return nil }
        let bytes = [0] + Array(name.utf8)
        self.init(unix: bytes)
        // The kernel takes all bytes within the length for the name.
        length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    }

    private init?(unix bytes: [UInt8]) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let source = address
        unsafe withUnsafeBytes(of: source) { from in
            unsafe withUnsafeMutableBytes(of: &storage) { unsafe $0.copyMemory(from: from) }
        }
    }

    /// The first address of a host, numeric or by name, to listen on. Nil if there is none.
    package init?(host: String, port: UInt16) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0, let first = unsafe list else { return nil }
        defer { unsafe freeaddrinfo(list) }
        length = unsafe first.pointee.ai_addrlen
        let from = unsafe UnsafeRawBufferPointer(start: first.pointee.ai_addr, count: Int(length))
        unsafe withUnsafeMutableBytes(of: &storage) { unsafe $0.copyMemory(from: from) }
    }

    package var family: CInt { CInt(storage.ss_family) }

    /// The port of an internet address; 0 for others.
    package var port: UInt16 {
        guard family == AF_INET || family == AF_INET6 else { return 0 }
        // It stands at the same place in both families.
        return unsafe withUnsafeBytes(of: storage) { bytes in
            UInt16(bigEndian: unsafe bytes.load(fromByteOffset: 2, as: UInt16.self))
        }
    }

    package var isUnix: Bool { family == AF_UNIX }

    /// The path of a Unix socket, or its abstract name after an `@`; nil for others.
    package var unixName: String? {
        guard isUnix else { return nil }
        let start = MemoryLayout<sa_family_t>.size
        let bytes = unsafe withUnsafeBytes(of: storage) { bytes in unsafe Array(bytes[start..<max(start, Int(length))])
        }
        guard bytes.first == 0 else { return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
        return "@" + String(decoding: bytes.dropFirst(), as: UTF8.self)
    }

    /// The address in numbers, without a port; nil for a Unix socket.
    package var numericHost: String? {
        guard family == AF_INET || family == AF_INET6 else { return nil }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let failure = unsafe withPointer { pointer, length in
            unsafe getnameinfo(pointer, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        }
        guard failure == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Lends the address as the kernel takes it: a `struct sockaddr` and its size.
    ///
    /// Untyped, since which of two C modules owns that type depends on the order in which files are compiled.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawPointer, UInt32) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withPointer { (pointer, length) throws(Failure) in
            try unsafe body(UnsafeRawPointer(pointer), length)
        }
    }

    func withPointer<Result, Failure: Error>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withUnsafePointer(to: storage) { (pointer) throws(Failure) in
            try unsafe body(UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), length)
        }
    }
}

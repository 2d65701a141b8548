import Glibc

/// Files that are read whole and are small.
package enum RegularFile {
    /// A file as it was when it was read.
    package struct Whole {
        package let bytes: [UInt8]
        /// Who may do what with it, such as 0o600.
        package let mode: UInt32
    }

    /// All bytes of the file.
    ///
    /// Throws what `read` throws.
    package static func contents(of path: String, limit: Int) throws(Errno) -> [UInt8] {
        try read(path, limit: limit).bytes
    }

    /// All bytes of the file, and its mode.
    ///
    /// Throws `tooLarge` beyond `limit` bytes and `invalidArgument` for what is no regular file, such as a folder or a
    /// pipe, where reading could take for ever.
    package static func read(_ path: String, limit: Int) throws(Errno) -> Whole {
        // Without O_NONBLOCK the opening of a pipe waits for its other end.
        let descriptor = OwnedDescriptor(
            adopting: try valueOrErrno { unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) })
        var status = stat()
        try valueOrErrno { unsafe fstat(descriptor.rawValue, &status) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .invalidArgument }
        guard status.st_size <= limit else { throw .tooLarge }
        // The size is a hint: files in /proc have none, and others may grow meanwhile.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(status.st_size))
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = try valueOrErrno { unsafe Glibc.read(descriptor.rawValue, &chunk, chunk.count) }
            guard count > 0 else { return Whole(bytes: bytes, mode: status.st_mode & 0o7777) }
            bytes += chunk.prefix(count)
            guard bytes.count <= limit else { throw .tooLarge }
        }
    }
}

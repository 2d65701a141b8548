import Glibc

/// Files that are read whole and are small.
package enum RegularFile {
    /// All bytes of the file.
    ///
    /// Throws `tooLarge` beyond `limit` bytes and `invalidArgument` for what is no regular file, such as a folder or a
    /// pipe, where reading could take for ever.
    package static func contents(of path: String, limit: Int) throws(Errno) -> [UInt8] {
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
            let count = try valueOrErrno { unsafe read(descriptor.rawValue, &chunk, chunk.count) }
            guard count > 0 else { return bytes }
            bytes += chunk.prefix(count)
            guard bytes.count <= limit else { throw .tooLarge }
        }
    }
}

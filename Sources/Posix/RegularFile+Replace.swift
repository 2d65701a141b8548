import Glibc

extension RegularFile {
    /// Makes `path` hold these bytes: whoever looks, also after a crash, sees the old file or the whole new one.
    /// Missing folders above it are made, for the owner alone. A file that root writes belongs to whom its folder belongs.
    package static func replace(_ path: String, with bytes: [UInt8], mode: UInt32) throws(Errno) {
        let folder = parent(of: path)
        try makeFolder(folder)
        let temporary = path + ".new"
        // What was left there, or put there to be written through.
        _ = unsafe unlink(temporary)
        let descriptor = OwnedDescriptor(
            adopting: try valueOrErrno {
                unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            })
        let raw = descriptor.rawValue
        do throws(Errno) {
            // Whatever the process's mask takes away.
            try valueOrErrno { fchmod(raw, mode) }
            if geteuid() == 0 { try give(raw, toOwnerOf: folder) }
            try write(bytes, to: raw)
            try valueOrErrno { fsync(raw) }
            try rename(temporary, to: path)
        } catch {
            _ = unsafe unlink(temporary)
            throw error
        }
        // Without this the new name may be lost by a power cut though the bytes are safe.
        let opened = OwnedDescriptor(
            adopting: try valueOrErrno { unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
        let rawFolder = opened.rawValue
        try valueOrErrno { fsync(rawFolder) }
    }

    package static func rename(_ path: String, to other: String) throws(Errno) {
        try valueOrErrno { unsafe Glibc.rename(path, other) }
    }

    /// Makes a folder and those above it that are missing, for the owner alone.
    package static func makeFolder(_ path: String) throws(Errno) {
        do throws(Errno) {
            try valueOrErrno { unsafe mkdir(path, 0o700) }
        } catch .alreadyExists {
            return
        } catch .noSuchFile {
            let above = parent(of: path)
            guard above != path else { throw .noSuchFile }
            try makeFolder(above)
            try makeFolder(path)
        }
    }

    /// So that a service can read what root has written beside it.
    private static func give(_ descriptor: CInt, toOwnerOf folder: String) throws(Errno) {
        let opened = OwnedDescriptor(
            adopting: try valueOrErrno { unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
        let raw = opened.rawValue
        var status = stat()
        try valueOrErrno { unsafe fstat(raw, &status) }
        try valueOrErrno { fchown(descriptor, status.st_uid, status.st_gid) }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func write(_ bytes: [UInt8], to descriptor: CInt) throws(Errno) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try valueOrErrno {
                unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            }
            rest = rest.dropFirst(count)
        }
    }
}

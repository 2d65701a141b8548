import CLinux
import Glibc

/// Tells that files of a folder have come, gone or changed their permissions. Thread-bound.
///
/// The corresponding C functions are `inotify_init1` and `inotify_add_watch`.
package final class FolderWatch {
    private let descriptor: OwnedDescriptor

    /// Throws where there is no such folder, and where the user has no watch left.
    package init(_ folder: String) throws(Errno) {
        let descriptor = OwnedDescriptor(
            adopting: try valueOrErrno { inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC)) })
        let raw = descriptor.rawValue
        let kinds = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB
        try valueOrErrno { unsafe inotify_add_watch(raw, folder, UInt32(kinds | IN_ONLYDIR)) }
        self.descriptor = descriptor
    }

    /// Readable when something has happened.
    package var rawValue: CInt { descriptor.rawValue }

    /// Takes what has happened, without waiting. Whether it was, or may have been, about a file whose name begins so.
    package func hasNews(of prefix: String) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        var isNews = false
        while true {
            // Fails only when there is nothing more.
            let count = unsafe read(descriptor.rawValue, &buffer, buffer.count)
            guard count > 0 else { return isNews }
            var rest = buffer[..<count]
            while rest.count >= MemoryLayout<inotify_event>.size {
                let head = unsafe rest.withUnsafeBytes { unsafe $0.loadUnaligned(as: inotify_event.self) }
                let name = rest.dropFirst(MemoryLayout<inotify_event>.size).prefix(Int(head.len)).prefix { $0 != 0 }
                if name.starts(with: prefix.utf8) || head.mask & UInt32(IN_Q_OVERFLOW) != 0 { isNews = true }
                rest = rest.dropFirst(MemoryLayout<inotify_event>.size + Int(head.len))
            }
        }
    }
}

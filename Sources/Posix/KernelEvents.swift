import CLinux
import Glibc

/// What the kernel tells of its devices, before and without udevd. Thread-bound.
///
/// The kernel sends it to all network namespaces of the initial user namespace: into a container that root has started,
/// but not into one without privileges, where this is silent. See lib/kobject_uevent.c in Linux.
package final class KernelEvents {
    private let descriptor: OwnedDescriptor

    /// Throws where netlink is forbidden.
    package init() throws(Errno) {
        let type = CInt(SOCK_RAW.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let descriptor = OwnedDescriptor(
            adopting: try valueOrErrno { socket(AF_NETLINK, type, CInt(NETLINK_KOBJECT_UEVENT)) })
        let raw = descriptor.rawValue
        // Group 1 is the kernel's, group 2 udevd's.
        var address = sockaddr_nl(nl_family: sa_family_t(AF_NETLINK), nl_pad: 0, nl_pid: 0, nl_groups: 1)
        let size = socklen_t(MemoryLayout<sockaddr_nl>.size)
        try valueOrErrno {
            unsafe withUnsafeBytes(of: &address) { bytes in
                unsafe bind(raw, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), size)
            }
        }
        self.descriptor = descriptor
    }

    /// Readable when there is something to take.
    package var rawValue: CInt { descriptor.rawValue }

    package enum Next {
        case message([UInt8])
        /// The kernel had to throw messages away.
        case overflow
        case end
    }

    /// The next message, without waiting.
    package func next() -> Next {
        // The kernel's own limit is 2 KiB and a head.
        var buffer = [UInt8](repeating: 0, count: 8192)
        let raw = descriptor.rawValue
        do throws(Errno) {
            let count = try valueOrErrno { unsafe recv(raw, &buffer, buffer.count, 0) }
            return count > 0 ? .message(Array(buffer.prefix(count))) : .end
        } catch {
            return error == Errno(rawValue: ENOBUFS) ? .overflow : .end
        }
    }
}

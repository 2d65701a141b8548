import CLinux
import Glibc

/// Waits for many descriptors at once; each is known by a tag of the caller's.
///
/// The corresponding C functions are `epoll_create1`, `epoll_ctl` and `epoll_wait`.
@safe package struct Epoll: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor

    package init() throws(Errno) {
        descriptor = OwnedDescriptor(adopting: try valueOrErrno { epoll_create1(CInt(EPOLL_CLOEXEC)) })
    }

    /// Readable itself when something is to be reported.
    package var rawValue: CInt { descriptor.rawValue }

    /// When a descriptor is reported.
    package enum Reporting {
        /// Whenever it is readable.
        case whileReadable
        /// Whenever there is room to write.
        case whileWritable
        /// Both.
        case whileEither
        /// The same, and of several that wait for it only one is woken.
        case exclusively
        /// At first, and then each time when something more has come, or there is room to write again.
        case news

        var events: UInt32 {
            switch self {
            case .whileReadable: EPOLLIN.rawValue
            case .whileWritable: EPOLLOUT.rawValue
            case .whileEither: EPOLLIN.rawValue | EPOLLOUT.rawValue
            case .exclusively: EPOLLIN.rawValue | EPOLLEXCLUSIVE.rawValue
            // The bit is EPOLLET, which Swift cannot import.
            case .news: EPOLLIN.rawValue | EPOLLOUT.rawValue | 1 << 31
            }
        }
    }

    /// Reports `tag` for the descriptor.
    package func add(_ descriptor: CInt, tag: UInt64, _ reporting: Reporting = .whileReadable) throws(Errno) {
        var event = unsafe epoll_event(events: reporting.events, data: epoll_data_t(u64: tag))
        let epoll = self.descriptor.rawValue
        try valueOrErrno { unsafe epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) }
    }

    /// Reports nothing of this descriptor any more, which was added.
    package func remove(_ descriptor: CInt) {
        var event = unsafe epoll_event()
        // Fails only for one that was not added.
        _ = unsafe epoll_ctl(self.descriptor.rawValue, EPOLL_CTL_DEL, descriptor, &event)
    }

    /// Waits for at most so many milliseconds, -1 for ever, and replaces `tags` by those that are ready, 64 at most.
    /// A signal ends it early, with none.
    package func wait(milliseconds: CInt, into tags: inout [UInt64]) {
        tags.removeAll(keepingCapacity: true)
        unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 64) { events in
            let count = unsafe epoll_wait(descriptor.rawValue, events.baseAddress!, CInt(events.count), milliseconds)
            for index in 0..<Int(max(count, 0)) { unsafe tags.append(events[index].data.u64) }
        }
    }
}

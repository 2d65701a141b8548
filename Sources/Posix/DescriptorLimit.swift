import Glibc

/// How many descriptors this process may have open: connections, devices, files.
package enum DescriptorLimit {
    /// Raises it as far as the system allows without asking anybody, and tells how far that is.
    ///
    /// The corresponding C constant is `RLIMIT_NOFILE`.
    package static func raise() throws(Errno) -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        try valueOrErrno { unsafe getrlimit(resource, &limit) }
        limit.rlim_cur = limit.rlim_max
        try valueOrErrno { unsafe setrlimit(resource, &limit) }
        return Int(clamping: limit.rlim_cur)
    }

    /// As it is now; nil if the system does not tell.
    static var current: Int? {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        return Int(clamping: limit.rlim_cur)
    }
}

import CLinux
import Glibc

/// The addresses of this machine.
package enum NetworkInterfaces {
    /// Every address of an interface that is up, in numbers, without those that mean nothing elsewhere (link-local).
    /// Empty if the kernel does not tell.
    package static func addresses(ofIPv6 isIPv6: Bool) -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { return [] }
        defer { unsafe freeifaddrs(list) }
        var addresses: [String] = []
        var next = unsafe list
        while let entry = unsafe next {
            unsafe next = entry.pointee.ifa_next
            guard let address = unsafe entry.pointee.ifa_addr,
                unsafe Int32(address.pointee.sa_family) == (isIPv6 ? AF_INET6 : AF_INET),
                unsafe entry.pointee.ifa_flags & UInt32(IFF_UP) != 0,
                let text = unsafe text(of: address, isIPv6: isIPv6), !text.hasPrefix("fe80:")
            else { continue }
            addresses.append(text)
        }
        return addresses
    }

    private static func text(of address: UnsafeMutablePointer<sockaddr>, isIPv6: Bool) -> String? {
        let length = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard
            unsafe getnameinfo(
                address, socklen_t(length), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
        else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

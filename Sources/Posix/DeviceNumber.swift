import CLinux

/// The kernel's number of a device, from the two numbers that it is made of.
package enum DeviceNumber {
    /// From words such as `81:0`; nil for others.
    package static func parsed(_ text: String) -> UInt64? {
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { UInt32($0) }
        guard numbers.count == 2, let major = numbers[0], let minor = numbers[1] else { return nil }
        return UInt64(gnu_dev_makedev(major, minor))
    }
}

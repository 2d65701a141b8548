/// An address, or all that begin like it: `192.168.1.7`, `10.0.0.0/8`, `fd00::/8`.
package struct AddressRange: Hashable, Sendable, CustomStringConvertible {
    /// Its bits beyond the prefix are zero.
    package let base: IPAddress
    package let prefixLength: Int

    package static let allowed = "an IP address or a range of them, such as 10.0.0.7 or 10.0.0.0/8"

    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(parts[0]) else { return nil }
        let prefix = parts.count == 1 ? address.width : Int(parts[1])
        guard let prefix, (0...address.width).contains(prefix), parts.count == 1 || parts[1] == String(prefix) else {
            return nil
        }
        base = address.masked(to: prefix)
        prefixLength = prefix
    }

    package func contains(_ address: IPAddress) -> Bool {
        address.isVersion6 == base.isVersion6 && address.masked(to: prefixLength) == base
    }

    package var description: String {
        prefixLength == base.width ? base.description : "\(base)/\(prefixLength)"
    }
}

/// An IPv4 or IPv6 address.
///
/// Its description is the shortest usual form, so that equal addresses read alike.
package struct IPAddress: Hashable, Sendable {
    /// The upper half of an IPv6 address.
    private let high: UInt64
    /// The lower half, or a whole IPv4 address.
    private let low: UInt64
    package let isVersion6: Bool

    package init?(_ text: String) { self.init(text[...]) }

    package init?(_ text: Substring) {
        if text.utf8.contains(UInt8(ascii: ":")) {
            guard let bytes = Self.version6(text) else { return nil }
            self.init(bytes: bytes)
        } else {
            guard let number = Self.version4(text) else { return nil }
            self.init(high: 0, low: UInt64(number), isVersion6: false)
        }
    }

    /// The other end of a connection, as the socket functions write it.
    ///
    /// Without the zone, and an IPv4 client of a socket for both is an IPv4 client again: `::ffff:10.0.0.1`.
    package init?(peer text: String) { self.init(peer: text[...]) }

    /// The same.
    package init?(peer text: Substring) {
        let zone = text.drop { $0 != "%" }
        guard zone != "%", let address = IPAddress(text.dropLast(zone.count)) else { return nil }
        self = address.unmapped
    }

    /// 4 or 16 bytes, the most significant first.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        isVersion6 = bytes.count == 16
        high = bytes.dropLast(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private init(high: UInt64, low: UInt64, isVersion6: Bool) {
        self.high = high
        self.low = low
        self.isVersion6 = isVersion6
    }

    package var isLoopback: Bool {
        isVersion6 ? high == 0 && low == 1 : low >> 24 == 127
    }

    /// Of those that hold on one cable, and that machines give themselves.
    package var isLinkLocal: Bool {
        isVersion6 ? high >> 54 == 0xFE80 >> 6 : low >> 16 == 0xA9FE
    }

    /// All zeros, which leads to the machine itself.
    package var isUnspecified: Bool { high == 0 && low == 0 }

    /// Whether it leads no further than to this machine and its own cables.
    package var isLocal: Bool {
        let address = unmapped
        return address.isLoopback || address.isLinkLocal || address.isUnspecified
    }

    /// How many bits it has: 32 or 128.
    package var width: Int { isVersion6 ? 128 : 32 }

    /// The address with all but its first `bits` bits cleared.
    package func masked(to bits: Int) -> IPAddress {
        guard isVersion6 else {
            return IPAddress(high: 0, low: low & (~0 << UInt64(32 - bits)), isVersion6: false)
        }
        // A shift by all 64 bits leaves nothing.
        return IPAddress(
            high: high & (~0 << UInt64(max(64 - bits, 0))), low: low & (~0 << UInt64(min(128 - bits, 64))),
            isVersion6: true)
    }

    /// An IPv4 address that was written as IPv6, as IPv4 again.
    package var unmapped: IPAddress {
        guard isVersion6, high == 0, low >> 32 == 0xFFFF else { return self }
        return IPAddress(high: 0, low: low & 0xFFFF_FFFF, isVersion6: false)
    }

    /// What one client is told from another by: an IPv4 address, or the first 64 bits of an IPv6 address, since
    /// everything below belongs to whoever has one of it.
    package var client: IPAddress { isVersion6 ? masked(to: 64) : self }
}

extension IPAddress {
    /// Four numbers from 0 to 255; a leading zero, which some read as octal, is refused.
    private static func version4(_ text: Substring) -> UInt32? {
        var address: UInt32 = 0
        var dots = 0
        var number: UInt32?
        for byte in text.utf8 {
            if byte == UInt8(ascii: "."), let whole = number, dots < 3 {
                address = address << 8 | whole
                dots += 1
                number = nil
            } else {
                guard byte.isDigit, number != 0 else { return nil }
                let longer = (number ?? 0) * 10 + UInt32(byte - UInt8(ascii: "0"))
                guard longer <= 255 else { return nil }
                number = longer
            }
        }
        guard let number, dots == 3 else { return nil }
        return address << 8 | number
    }

    /// Eight groups of up to four hexadecimal digits; `::` once, for groups of zeros; the last two as IPv4.
    private static func version6(_ text: Substring) -> [UInt8]? {
        var halves: [[UInt8]] = [[]]
        var rest = text
        if rest.hasPrefix(":") && !rest.hasPrefix("::") { return nil }
        while !rest.isEmpty {
            if rest.hasPrefix("::") {
                guard halves.count == 1 else { return nil }
                halves.append([])
                rest = rest.dropFirst(2)
                continue
            }
            let group = rest.prefix { $0 != ":" }
            rest = rest.dropFirst(group.count)
            let isLast = group.contains(".") && rest.isEmpty
            guard let bytes = isLast ? version4(group).map(bytes) : hexadecimal(group) else { return nil }
            halves[halves.count - 1] += bytes
            if rest.hasPrefix(":") && !rest.hasPrefix("::") {
                rest = rest.dropFirst()
                guard !rest.isEmpty else { return nil }
            }
        }
        let given = halves.reduce(0) { $0 + $1.count }
        guard halves.count == 2 ? given < 16 : given == 16 else { return nil }
        return halves[0] + Array(repeating: 0, count: 16 - given) + (halves.count == 2 ? halves[1] : [])
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }

    private static func hexadecimal(_ group: Substring) -> [UInt8]? {
        guard (1...4).contains(group.utf8.count), group.allSatisfy(\.isHexDigit), let value = UInt16(group, radix: 16)
        else { return nil }
        return [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)]
    }
}

extension IPAddress: CustomStringConvertible {
    package var description: String {
        guard isVersion6 else {
            return stride(from: 24, through: 0, by: -8).map { String(low >> UInt64($0) & 0xFF) }.joined(separator: ".")
        }
        let groups = [high, low].flatMap { half in
            stride(from: 48, through: 0, by: -16).map { half >> UInt64($0) & 0xFFFF }
        }
        let words = groups.map { String($0, radix: 16) }
        guard let zeros = Self.longestZeros(groups) else { return words.joined(separator: ":") }
        return words[..<zeros.lowerBound].joined(separator: ":") + "::"
            + words[zeros.upperBound...].joined(separator: ":")
    }

    /// The first of the longest runs of at least two groups that are zero.
    private static func longestZeros(_ groups: [UInt64]) -> Range<Int>? {
        var longest: Range<Int>?
        var start = 0
        for index in 0...groups.count where index == groups.count || groups[index] != 0 {
            if index - start > max(longest?.count ?? 1, 1) { longest = start..<index }
            start = index + 1
        }
        return longest
    }
}

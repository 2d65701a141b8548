/// An IPv4 or IPv6 address.
///
/// Its description is the shortest usual form, so that equal addresses read alike.
package struct IPAddress: Hashable, Sendable {
    /// 4 or 16 of them, the most significant first.
    package let bytes: [UInt8]

    package init?(_ text: some StringProtocol) {
        guard let bytes = text.contains(":") ? Self.version6(text[...]) : Self.version4(text[...]) else { return nil }
        self.bytes = bytes
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    package var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    /// The address with all but its first `bits` bits cleared.
    package func masked(to bits: Int) -> IPAddress {
        IPAddress(
            bytes: bytes.enumerated().map { index, byte in
                let kept = min(max(bits - index * 8, 0), 8)
                return byte & ~UInt8(truncatingIfNeeded: 0xFF >> kept)
            })
    }

    /// Four numbers from 0 to 255; a leading zero, which some read as octal, is refused.
    private static func version4(_ text: some StringProtocol) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { UInt8($0) }
        guard parts.count == 4, bytes.count == 4, zip(parts, bytes).allSatisfy({ $0 == String($1) }) else { return nil }
        return bytes
    }

    /// Eight groups of up to four hexadecimal digits; `::` once, for groups of zeros; the last two as IPv4.
    private static func version6(_ text: some StringProtocol) -> [UInt8]? {
        var halves: [[UInt8]] = [[]]
        var rest = text[...]
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
            guard let bytes = group.contains(".") && rest.isEmpty ? version4(group) : hexadecimal(group) else {
                return nil
            }
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

    private static func hexadecimal(_ group: some StringProtocol) -> [UInt8]? {
        guard (1...4).contains(group.utf8.count), group.allSatisfy(\.isHexDigit), let value = UInt16(group, radix: 16)
        else { return nil }
        return [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)]
    }
}

extension IPAddress: CustomStringConvertible {
    package var description: String {
        guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        let words = groups.map { String($0, radix: 16) }
        guard let zeros = Self.longestZeros(groups) else { return words.joined(separator: ":") }
        return words[..<zeros.lowerBound].joined(separator: ":") + "::"
            + words[zeros.upperBound...].joined(separator: ":")
    }

    /// The first of the longest runs of at least two groups that are zero.
    private static func longestZeros(_ groups: [UInt16]) -> Range<Int>? {
        var longest: Range<Int>?
        var start = 0
        for index in 0...groups.count where index == groups.count || groups[index] != 0 {
            if index - start > max(longest?.count ?? 1, 1) { longest = start..<index }
            start = index + 1
        }
        return longest
    }
}

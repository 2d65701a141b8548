/// The name of a machine, in lower case: letters, digits, hyphens and underscores between dots.
package struct HostName: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Nil also for what ends in a number: that is an address, or meant to be one.
    package init?(_ text: some StringProtocol) {
        let name = text.lowercased()
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard name.utf8.count <= 253, labels.allSatisfy(Self.isLabel), let last = labels.last, UInt64(last) == nil
        else { return nil }
        description = name
    }

    private static func isLabel(_ label: Substring) -> Bool {
        let letters = "abcdefghijklmnopqrstuvwxyz0123456789-_".unicodeScalars
        return (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.unicodeScalars.allSatisfy { letters.contains($0) }
    }
}

/// The name of a machine, in lower case: letters, digits, hyphens and underscores between dots.
package struct HostName: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package static let allowed = "a host name without scheme and port, such as cameras.example.org"

    /// Nil also for what ends in a number: that is an address, or was meant to be one.
    package init?(_ text: some StringProtocol) {
        let name = text.lowercased()
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard name.utf8.count <= 253, labels.allSatisfy(Self.isLabel), let last = labels.last, UInt64(last) == nil
        else { return nil }
        description = name
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }
}

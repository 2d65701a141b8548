extension UInt8 {
    /// Of ASCII.
    package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Of ASCII.
    package var isUpperCase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }

    /// Of ASCII.
    package var isLetterOrDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}

extension StringProtocol {
    /// Without line ends and other control characters, and not empty.
    package var isOneLine: Bool {
        !isEmpty && unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}

// Not generic: other targets would call what nobody has specialised for them, for each field of each request.

extension String {
    /// Whether both are the same but for the case of ASCII's letters.
    package func isEqualIgnoringCase(_ other: String) -> Bool { utf8.span.isEqualIgnoringCase(other.utf8.span) }
}

extension Substring {
    /// Whether both are the same but for the case of ASCII's letters.
    package func isEqualIgnoringCase(_ other: String) -> Bool { utf8.span.isEqualIgnoringCase(other.utf8.span) }
}

extension Span<UInt8> {
    fileprivate func isEqualIgnoringCase(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices {
            let (one, two) = (self[index], other[index])
            guard one == two || one.isLetterOrDigit && !one.isDigit && one ^ two == 0x20 else { return false }
        }
        return true
    }
}

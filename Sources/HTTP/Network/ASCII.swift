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

    /// Whether both are the same but for the case of ASCII's letters.
    package func isEqualIgnoringCase(_ other: some StringProtocol) -> Bool {
        utf8.elementsEqual(other.utf8) { one, two in
            one == two || one.isLetterOrDigit && !one.isDigit && one ^ two == 0x20
        }
    }
}

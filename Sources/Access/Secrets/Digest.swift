/// The 32 bytes that a signer makes of a message.
package struct Digest: Hashable, Sendable {
    /// In memory order.
    let words: (UInt64, UInt64, UInt64, UInt64)

    package init(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
        words = (first, second, third, fourth)
    }

    /// Without a branch before the last bit is looked at, so that the time says nothing.
    package static func == (left: Digest, right: Digest) -> Bool {
        (left.words.0 ^ right.words.0) | (left.words.1 ^ right.words.1) | (left.words.2 ^ right.words.2)
            | (left.words.3 ^ right.words.3) == 0
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

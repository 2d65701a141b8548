import Access

/// Digests that depend on every byte and on the key, and hide nothing.
struct FakeSigner: Signer {
    var key: UInt64 = 1

    func digest(of message: Span<UInt8>) -> Digest {
        var words: [UInt64] = []
        for round in 1...4 as ClosedRange<UInt64> {
            var hash = 0xCBF2_9CE4_8422_2325 ^ (key &* round)
            for index in message.indices { hash = (hash ^ UInt64(message[index])) &* 0x0000_0100_0000_01B3 }
            hash ^= hash >> 31
            words.append(hash &* 0x9E37_79B9_7F4A_7C15)
        }
        return Digest(words[0], words[1], words[2], words[3])
    }
}

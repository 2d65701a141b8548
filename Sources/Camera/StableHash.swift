/// A hash that is the same in every run and on every machine: ids are made of it, so it must never change.
///
/// FNV-1a with 64 bits.
package enum StableHash {
    /// Sixteen hexadecimal digits. The last ones depend on every byte, so shorten it from the front.
    package static func digits(of text: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

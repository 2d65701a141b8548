/// RFC 4648, strictly: no character too many, no bit that would be lost.
enum Base64 {
    /// What stands for 62 and 63, and whether the length is filled up to a multiple of four.
    enum Alphabet {
        case standard, web

        fileprivate func value(of letter: UInt8) -> UInt8? {
            switch letter {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"): self == .standard ? 62 : nil
            case UInt8(ascii: "/"): self == .standard ? 63 : nil
            case UInt8(ascii: "-"): self == .web ? 62 : nil
            case UInt8(ascii: "_"): self == .web ? 63 : nil
            default: nil
            }
        }
    }

    /// Appends what the text stands for, and says whether it was right; if not, `bytes` has a part of it.
    static func decode(_ text: Span<UInt8>, _ alphabet: Alphabet, into bytes: inout [UInt8]) -> Bool {
        var end = text.count
        if alphabet == .standard {
            guard end % 4 == 0 else { return false }
            while end > text.count - 2, end > 0, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
        }
        guard end % 4 != 1 else { return false }
        var bits: UInt32 = 0
        var count = 0
        for index in 0..<end {
            guard let value = alphabet.value(of: text[index]) else { return false }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bits & (1 << UInt32(count) - 1) == 0
    }

    /// In the web's alphabet, not filled up: what may stand in a cookie.
    static func webText(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var text: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(letters[Int(bits >> UInt32(count) & 63)])
            }
        }
        if count > 0 { text.append(letters[Int(bits << UInt32(6 - count) & 63)]) }
        return String(decoding: text, as: UTF8.self)
    }
}

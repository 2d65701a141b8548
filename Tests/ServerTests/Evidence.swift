import Glibc

/// Everything that came out of a hub, and the secrets that must not be in it.
struct Evidence {
    private var pieces: [(place: String, bytes: [UInt8])] = []
    private(set) var secrets: Set<String> = []

    /// - Parameter place: where it came out, for people.
    mutating func add(_ bytes: some Sequence<UInt8>, from place: String) { pieces.append((place, Array(bytes))) }

    /// Shorter ones would be found by chance.
    mutating func guardSecret(_ secret: String) {
        precondition(secret.utf8.count >= 6, "too short to be looked for")
        secrets.insert(secret)
    }

    var byteCount: Int { pieces.reduce(0) { $0 + $1.bytes.count } }

    /// Where secrets are, each as `SECRET in PLACE`.
    func leaks() -> [String] {
        secrets.sorted().flatMap { secret in
            pieces.filter { Self.holds($0.bytes, secret) }.map { "\(secret) in \($0.place)" }
        }
    }

    /// Digits count only where no other digit is beside them: a PIN may be part of a time by chance.
    private static func holds(_ bytes: [UInt8], _ secret: String) -> Bool {
        let wanted = Array(secret.utf8)
        let areDigits = wanted.allSatisfy(isDigit)
        var start = 0
        while start + wanted.count <= bytes.count {
            let offset = bytes[start...].withUnsafeBytes { rest -> Int? in
                guard let base = rest.baseAddress else { return nil }
                return memchr(base, CInt(wanted[0]), rest.count).map { UnsafeRawPointer($0) - base }
            }
            guard let offset else { return false }
            start += offset
            let end = start + wanted.count
            if end <= bytes.count, bytes[start..<end].elementsEqual(wanted) {
                let isAlone = !(start > 0 && isDigit(bytes[start - 1])) && !(end < bytes.count && isDigit(bytes[end]))
                if !areDigits || isAlone { return true }
            }
            start += 1
        }
        return false
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

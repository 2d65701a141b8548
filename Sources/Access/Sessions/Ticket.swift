/// What went to a client and comes back unchanged, or not at all: an id, a time and a few numbers.
///
/// As text: base64 of version, time, id and numbers, and of the first 16 bytes of the digest of all that.
struct Ticket: Hashable {
    let id: UInt64
    /// Unix time, in seconds, since a ticket outlives the hub's run.
    let issuedAt: Int64
    let numbers: [UInt64]

    private static let version: UInt8 = 1
    private static let digestLength = 16
    /// Purpose, version, time, id.
    private static let headLength = 2 + 8 + 8
    /// Longer texts are not even looked at.
    private static let limit = 1024

    init(id: UInt64, issuedAt: Int64, numbers: [UInt64]) {
        self.id = id
        self.issuedAt = issuedAt
        self.numbers = numbers
    }

    /// Nil if somebody else made it, or for something else.
    init?(_ text: Span<UInt8>, for purpose: Purpose, by signer: any Signer) {
        guard text.count <= Self.limit else { return nil }
        var bytes = [purpose.rawValue]
        bytes.reserveCapacity(text.count)
        guard Base64.decode(text, .web, into: &bytes) else { return nil }
        let end = bytes.count - Self.digestLength
        guard end >= Self.headLength, (end - Self.headLength) % 8 == 0, bytes[1] == Self.version else { return nil }
        let digest = signer.digest(of: bytes.span.extracting(..<end)).words
        guard (digest.0 ^ bytes.number(at: end)) | (digest.1 ^ bytes.number(at: end + 8)) == 0 else { return nil }
        issuedAt = Int64(bitPattern: bytes.number(at: 2))
        id = bytes.number(at: 10)
        numbers = stride(from: Self.headLength, to: end, by: 8).map { bytes.number(at: $0) }
    }

    func text(for purpose: Purpose, by signer: any Signer) -> String {
        var bytes = [purpose.rawValue, Self.version]
        for number in [UInt64(bitPattern: issuedAt), id] + numbers { bytes.append(number) }
        let digest = signer.digest(of: bytes.span).words
        bytes.append(digest.0)
        bytes.append(digest.1)
        bytes.removeFirst()
        return Base64.webText(bytes)
    }
}

extension [UInt8] {
    /// Eight bytes, the most significant first.
    fileprivate func number(at start: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in start..<start + 8 { number = number << 8 | UInt64(self[index]) }
        return number
    }

    fileprivate mutating func append(_ number: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
    }
}

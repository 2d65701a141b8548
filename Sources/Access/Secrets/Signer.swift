/// Makes digests that nobody can make without its key. HMAC-SHA-256, or a fake in tests.
package protocol Signer: Sendable {
    func digest(of message: Span<UInt8>) -> Digest
}

/// What a digest is for. It is the message's first byte, so that none can stand in for another.
enum Purpose: UInt8 {
    case hub = 1, lock, fingerprint, secret, candidate, session, device
}

extension Signer {
    func digest(for purpose: Purpose, _ text: String) -> Digest {
        var message = [purpose.rawValue]
        message.reserveCapacity(text.utf8.count + 1)
        message += text.utf8
        return digest(of: message.span)
    }
}

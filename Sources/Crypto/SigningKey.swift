package import Access
internal import CCrypto

/// HMAC-SHA-256 with a key of 32 bytes. Any thread; it waits for nothing.
package struct SigningKey: Signer {
    package static let length = 32

    private let key: [UInt8]

    /// - Parameter key: 32 random bytes, kept in the state file so that sessions survive a restart.
    ///
    /// Throws for another length, and if GnuTLS cannot compute HMAC-SHA-256 at all.
    package init(_ key: [UInt8]) throws(CryptoError) {
        guard key.count == Self.length else { throw .keyLength(key.count) }
        self.key = key
        try CryptoError.check("compute an HMAC-SHA-256", authenticate([0].span).code)
    }

    package func digest(of message: Span<UInt8>) -> Digest {
        let (code, digest) = authenticate(message)
        precondition(code == GNUTLS_E_SUCCESS, "what could be computed with this key once can always be")
        return digest
    }

    private func authenticate(_ message: Span<UInt8>) -> (code: Int32, digest: Digest) {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        let code = unsafe message.withUnsafeBytes { message in
            unsafe gnutls_hmac_fast(
                GNUTLS_MAC_SHA256, key, key.count, message.baseAddress, message.count, &words)
        }
        let digest = Digest(words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
        return (code, digest)
    }
}

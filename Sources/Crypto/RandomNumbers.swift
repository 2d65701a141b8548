internal import CCrypto

/// GnuTLS's random numbers, good enough for keys.
///
/// It has been asked for some before it exists, so that it never has to refuse.
package struct RandomNumbers: RandomNumberGenerator, Sendable {
    /// Throws if the system gives no random numbers.
    package init() throws(CryptoError) {
        var word: UInt64 = 0
        try CryptoError.check("draw random numbers", unsafe gnutls_rnd(GNUTLS_RND_KEY, &word, 8))
    }

    package mutating func next() -> UInt64 {
        var word: UInt64 = 0
        let code = unsafe gnutls_rnd(GNUTLS_RND_KEY, &word, 8)
        precondition(code == GNUTLS_E_SUCCESS, "random numbers do not run out: \(code)")
        return word
    }

    package mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
    }
}

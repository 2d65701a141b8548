package import Access
package import Camera

/// What the hub needs of cryptography, handed in by whoever makes it.
package struct AccessTools: Sendable {
    /// From 32 random bytes.
    package var makeSigner: @Sendable (_ key: [UInt8]) throws -> any Signer
    package var verifier: any SecretVerifier
    /// The hash of a new PIN or password. Takes some 20 ms.
    package var hash: @Sendable (Secret) throws -> Secret
    /// 64 random bits, good enough for keys.
    package var random: @Sendable () -> UInt64

    package init(
        makeSigner: @escaping @Sendable (_ key: [UInt8]) throws -> any Signer, verifier: any SecretVerifier,
        hash: @escaping @Sendable (Secret) throws -> Secret, random: @escaping @Sendable () -> UInt64
    ) {
        self.makeSigner = makeSigner
        self.verifier = verifier
        self.hash = hash
        self.random = random
    }

    /// Whether it is; what is no hash at all is the hash of nothing.
    func isHash(_ hash: Secret, of candidate: Secret) throws -> Bool {
        do {
            return try verifier.isHash(hash, of: candidate)
        } catch is DamagedHash {
            return false
        }
    }

    /// The tools' random numbers as the standard library takes them.
    var numbers: Numbers { Numbers(draw: random) }

    struct Numbers: RandomNumberGenerator {
        let draw: @Sendable () -> UInt64

        mutating func next() -> UInt64 { draw() }
    }
}

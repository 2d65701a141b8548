package import Camera

/// Tells whether a hash was made of this secret. Slow on purpose: call it on a thread that may wait.
package protocol SecretVerifier: Sendable {
    /// Compares in a time that says nothing about the hash. Throws if the hash cannot be computed at all.
    func isHash(_ hash: Secret, of candidate: Secret) throws -> Bool
}

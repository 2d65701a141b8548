package import Camera

/// Tells whether a hash was made of this secret. Slow on purpose: call it on a thread that may wait.
package protocol SecretVerifier: Sendable {
    /// Compares in a time that says nothing about the hash. Throws `DamagedHash` for what is the hash of nothing, and
    /// another error if the machine cannot compute it for now.
    func isHash(_ hash: Secret, of candidate: Secret) throws -> Bool
}

/// What should be a hash is none: no candidate is right.
package struct DamagedHash: Error, CustomStringConvertible {
    package init() {}

    package var description: String {
        "the hash of a PIN or password is none that libcrypt knows; make a new one with `camhub pin`"
    }
}

internal import CCrypto

/// A library could not do what it is for.
package enum CryptoError: Error, Hashable, CustomStringConvertible {
    case keyLength(Int)
    /// GnuTLS's own words.
    case library(operation: String, message: String)
    /// What should be a hash is none that this system's libcrypt knows.
    case unknownHash
    /// Too little memory, most likely: a hash takes 16 MiB for a moment.
    case notComputed

    package var description: String {
        switch self {
        case .keyLength(let count): "the key has \(count) bytes, and it has to have \(SigningKey.length)"
        case .library(let operation, let message): "cannot \(operation): \(message)"
        case .unknownHash:
            "the hash of a PIN or password is none that libcrypt knows; make a new one with `camhub pin`"
        case .notComputed:
            "cannot compute the hash of a PIN or password: it takes 16 MiB of memory; or it is damaged, then make a "
                + "new one with `camhub pin`"
        }
    }

    /// Throws what GnuTLS says about a negative result.
    static func check(_ operation: String, _ code: Int32) throws(CryptoError) {
        guard code < 0 else { return }
        // The text is a constant of the library.
        throw unsafe .library(operation: operation, message: String(cString: gnutls_strerror(code)))
    }
}

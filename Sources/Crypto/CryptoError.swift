internal import CCrypto

/// A library could not do what it is for.
package enum CryptoError: Error, Hashable, CustomStringConvertible {
    case keyLength(Int)
    /// GnuTLS's own words.
    case library(operation: String, message: String)
    /// Too little memory: a hash takes 16 MiB for a moment.
    case notComputed

    package var description: String {
        switch self {
        case .keyLength(let count): "the key has \(count) bytes, and it has to have \(SigningKey.length)"
        case .library(let operation, let message): "cannot \(operation): \(message)"
        case .notComputed: "cannot compute the hash of a PIN or password: it takes 16 MiB of memory"
        }
    }

    /// Throws what GnuTLS says about a negative result.
    static func check(_ operation: String, _ code: Int32) throws(CryptoError) {
        guard code < 0 else { return }
        // The text is a constant of the library.
        throw unsafe .library(operation: operation, message: String(cString: gnutls_strerror(code)))
    }
}

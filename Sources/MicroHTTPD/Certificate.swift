import CMicroHTTPD
import Camera
import Posix

/// A certificate and its private key, as a server shows them in handshakes. Never changes; any thread.
///
/// Rule: whoever gives it to a connection keeps it until that connection has ended, since GnuTLS does not.
@safe package final class Certificate: @unchecked Sendable {  // reason: nobody writes to it after it was made
    private let owned: Credentials
    /// What is wrong with it and does not keep it from being used, each for people.
    package let concerns: [String]

    /// Reads both files, in PEM form. The first certificate is the server's own, its issuers follow.
    ///
    /// - Parameter now: Unix time in seconds, to see whether it is valid.
    package init(
        file: String, keyFile: String, now: Int64 = MonotonicTime.now.unixMilliseconds / 1000
    ) throws(CertificateFault) {
        let certificates = try CertificateList(try Certificate.read(file, "certificate").bytes, file: file)
        let keyRead = try Certificate.read(keyFile, "key")
        let key = try PrivateKey(keyRead.bytes, file: keyFile)
        owned = try Credentials(certificates, file: file, key, keyFile: keyFile)
        var concerns = certificates.concerns(file: file, now: now)
        if keyRead.mode & 0o004 != 0 {
            concerns.append("everyone on this machine can read the key in \(keyFile): chmod 600 \(keyFile)")
        }
        self.concerns = concerns
    }

    /// Lent: for no longer than the certificate lives.
    var credentials: gnutls_certificate_credentials_t { unsafe owned.pointer }

    private static let limit = 1024 * 1024

    private static func read(_ file: String, _ what: String) throws(CertificateFault) -> RegularFile.Whole {
        do throws(Errno) {
            return try RegularFile.read(file, limit: limit)
        } catch {
            let hint =
                switch error {
                case .accessDenied: "let the user that camhub runs as read it"
                case .invalidArgument: "it has to be a file"
                case .tooLarge: "it has to have 1 MiB at most"
                default: "tls.\(what) in the configuration says where it is"
                }
            throw CertificateFault("cannot read the \(what) \(file): \(error)", hint: hint)
        }
    }
}

/// Files from which no certificate could be made.
package struct CertificateFault: Error, CustomStringConvertible {
    /// Names the file, what is wrong with it, and what to do.
    package let description: String

    init(_ what: String, hint: String) { description = "\(what) (\(hint))" }

    init(_ what: String, code: CInt, hint: String) {
        // The text is a constant of the library.
        self.init("\(what): \(unsafe String(cString: gnutls_strerror(code)))", hint: hint)
    }
}

package import Camera
package import HTTP
package import Posix

/// The head of an answer.
package struct WebAnswer: Equatable, Sendable {
    /// 200 for what has no status line at all.
    package var status: Int
    package var contentType: String?
    package var contentEncoding: String?
    package var entityTag: String?
    package var lastModified: String?
    /// Where the picture is instead: as the server says it, and as a whole address.
    package var location: String?
    package var redirect: String?
    /// Who has answered.
    package var peer: IPAddress?
}

/// How a request has ended.
package struct WebEnd: Equatable, Sendable {
    /// What went wrong on the way; nil: the answer is whole.
    package var failure: WebFailure?
    /// Nil: none came.
    package var answer: WebAnswer?
    /// Of the server's certificate, good or not; nil without TLS, and if there was no handshake.
    package var certificate: CertificateFingerprint?
}

/// Why there is no whole answer.
package enum WebFailure: Equatable, Sendable {
    /// The address makes no sense to the library.
    case badAddress
    /// Nobody knows the host's name.
    case unknownHost
    /// Nobody takes the connection; the last error of the system, if there is one.
    case unreachable(Errno?)
    /// It is an address that must not be connected to.
    case forbiddenAddress(IPAddress)
    /// There was no connection, or no handshake, in time.
    case timedOut
    /// The certificate is not trusted, or is another host's. In the library's words.
    case untrusted(String)
    /// It is another one than the only one that counts.
    case otherCertificate
    /// The handshake failed. In the library's words.
    case handshake(String)
    /// The connection ended before an answer, or within it.
    case closed
    /// What came is not HTTP, or not as it has to be. In the library's words.
    case garbled(String)
    /// More than 64 KiB of header fields.
    case longHeader
    /// The machine has no memory or descriptor left, or the library failed in another way. In its words.
    case other(String)
}

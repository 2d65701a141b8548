package import Camera
package import HTTP

/// What is asked of a web server: always a GET.
package struct WebRequest: Sendable {
    /// Which certificates are good enough.
    package enum Trust: Hashable, Sendable {
        /// Those that the machine trusts, for this host.
        case machine
        /// This one alone, whoever has signed it.
        case only(CertificateFingerprint)
        /// Any: nothing is known of who answers.
        case anything
    }

    /// Without user, password and fragment.
    package var url: String
    /// Sent when the server asks for it, by the best way that it offers of Digest and Basic.
    package var user: String?
    package var password: String?
    /// Header fields beside those that every request has, as `Name: value`.
    package var fields: [String] = []
    package var trust = Trust.machine
    /// Time until there is a connection, with the look-up of the name and the handshake.
    package var connectTime: Duration = .seconds(4)
    /// What the server says of the answer's length does not count: it ends with the connection.
    package var ignoresLength = false
    /// Which addresses may be connected to. Called while a request is moved on.
    package var mayConnect: @Sendable (IPAddress) -> Bool = { _ in true }

    package init(url: String) { self.url = url }

    /// Whether it is the same question, though perhaps with other conditions.
    func isTo(_ other: WebRequest) -> Bool {
        url == other.url && user == other.user && password == other.password && trust == other.trust
            && connectTime == other.connectTime
    }
}

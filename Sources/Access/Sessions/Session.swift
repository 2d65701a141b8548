/// What a browser that has logged in carries: which secrets were shown, and no secret.
///
/// Times are Unix times in seconds.
package struct Session: Hashable, Sendable {
    /// Tells it from all others, however often it is renewed.
    package let id: UInt64
    package let issuedAt: Int64
    /// At most 64, the newest last.
    package let secrets: [SecretID]

    /// How long a cookie is good. Pages renew it, so that a screen on the wall never has to log in again.
    static let lifetime: Int64 = 30 * 24 * 3600

    init(id: UInt64, issuedAt: Int64, secrets: [SecretID]) {
        self.id = id
        self.issuedAt = issuedAt
        self.secrets = secrets.suffix(64)
    }

    /// A cookie's value, if we made it and its time is not up.
    ///
    /// One from the future is good too: a machine without a battery may start with an older time than it had.
    init?(_ text: Span<UInt8>, signer: any Signer, unixTime: Int64) {
        guard let ticket = Ticket(text, for: .session, by: signer), unixTime - ticket.issuedAt < Self.lifetime else {
            return nil
        }
        id = ticket.id
        issuedAt = ticket.issuedAt
        secrets = ticket.numbers.map(SecretID.init)
    }

    func text(by signer: any Signer) -> String {
        Ticket(id: id, issuedAt: issuedAt, numbers: secrets.map(\.rawValue)).text(for: .session, by: signer)
    }

    /// Whether it is older than a day: then a page's answer brings a new cookie.
    func isDueForRenewal(unixTime: Int64) -> Bool { unixTime - issuedAt >= 24 * 3600 }
}

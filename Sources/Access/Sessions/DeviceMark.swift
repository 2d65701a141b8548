/// What a browser keeps when its session ends: that it has once opened these locks.
///
/// It opens nothing. Its tries are counted apart from those of strangers, so that they cannot keep it out.
struct DeviceMark: Hashable, Sendable {
    let id: UInt64
    /// Unix time, in seconds.
    let issuedAt: Int64
    /// At most 16, the newest last.
    let locks: [LockID]

    /// A year; browsers keep no cookie much longer.
    static let lifetime: Int64 = 365 * 24 * 3600

    init(id: UInt64, issuedAt: Int64, locks: [LockID]) {
        self.id = id
        self.issuedAt = issuedAt
        self.locks = locks.suffix(16)
    }

    /// A cookie's value, if we made it and its time is not up.
    init?(_ text: Span<UInt8>, signer: any Signer, unixTime: Int64) {
        guard let ticket = Ticket(text, for: .device, by: signer), unixTime - ticket.issuedAt < Self.lifetime else {
            return nil
        }
        id = ticket.id
        issuedAt = ticket.issuedAt
        locks = ticket.numbers.map(LockID.init)
    }

    func text(by signer: any Signer) -> String {
        Ticket(id: id, issuedAt: issuedAt, numbers: locks.map(\.rawValue)).text(for: .device, by: signer)
    }
}

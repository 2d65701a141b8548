/// Sessions that somebody logged out of: their cookies may have been copied. Kept in the state file.
package struct EndedSessions: Hashable, Sendable, Codable {
    private struct Entry: Hashable, Codable {
        var id: UInt64
        var endedAt: Int64
        /// What the session opened.
        var secrets: [UInt64]
    }

    /// Sessions issued up to this Unix time do not open this secret's doors any more, whatever their id.
    private struct Floor: Hashable, Codable {
        var secret: UInt64
        var time: Int64
    }

    /// The oldest first, at most `limit`.
    private var entries: [Entry] = []
    /// One for a secret at most.
    private var floors: [Floor] = []
    private static let limit = 1024

    private enum CodingKeys: CodingKey { case entries, floors }

    package init() {}

    /// Throws for what this type has not written.
    package init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: CodingKeys.self)
        entries = try keys.decode([Entry].self, forKey: .entries)
        floors = try keys.decode([Floor].self, forKey: .floors)
        guard entries.count <= Self.limit, entries.allSatisfy({ $0.endedAt >= 0 && $0.secrets.count <= 64 }),
            floors.allSatisfy({ $0.time >= 0 }), Set(floors.map(\.secret)).count == floors.count
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .entries, in: keys, debugDescription: "at most \(Self.limit) sessions end, after 1970")
        }
    }

    /// What there is no room for any more ends with all sessions of its time that opened the same, so that nobody can
    /// bring a session back by logging out of a thousand others, nor end sessions that have shown what they have not.
    mutating func end(_ session: Session, unixTime: Int64) {
        guard !entries.contains(where: { $0.id == session.id }) else { return }
        entries.removeAll { unixTime - $0.endedAt > Session.lifetime }
        entries.append(Entry(id: session.id, endedAt: unixTime, secrets: session.secrets.map(\.rawValue)))
        guard entries.count > Self.limit else { return }
        let oldest = entries.removeFirst()
        for secret in oldest.secrets { raise(secret, to: oldest.endedAt) }
    }

    private mutating func raise(_ secret: UInt64, to time: Int64) {
        if let place = floors.firstIndex(where: { $0.secret == secret }) {
            floors[place].time = max(floors[place].time, time)
        } else {
            floors.append(Floor(secret: secret, time: time))
        }
    }

    /// Forgets what is about secrets that open nothing any more.
    mutating func keep(_ isInForce: (SecretID) -> Bool) {
        floors.removeAll { !isInForce(SecretID(rawValue: $0.secret)) }
    }

    /// Whether the session does not show this secret any more.
    func contains(_ session: Session, for secret: SecretID) -> Bool {
        entries.contains { $0.id == session.id }
            || floors.contains { $0.secret == secret.rawValue && session.issuedAt <= $0.time }
    }

    /// What is left of a session; nil if nothing is.
    func remainder(of session: Session) -> Session? {
        let secrets = session.secrets.filter { !contains(session, for: $0) }
        return secrets.isEmpty ? nil : Session(id: session.id, issuedAt: session.issuedAt, secrets: secrets)
    }
}

/// Sessions that somebody logged out of: their cookies may have been copied. Kept in the state file.
package struct EndedSessions: Hashable, Sendable, Codable {
    private struct Entry: Hashable, Codable {
        var id: UInt64
        var endedAt: Int64
    }

    /// The oldest first, at most `limit`.
    private var entries: [Entry] = []
    /// Sessions issued up to this Unix time are ended too, whatever their id.
    private var floor = Int64.min
    private static let limit = 1024

    private enum CodingKeys: CodingKey { case entries, floor }

    package init() {}

    /// Throws for what this type has not written.
    package init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: CodingKeys.self)
        entries = try keys.decode([Entry].self, forKey: .entries)
        floor = try keys.decode(Int64.self, forKey: .floor)
        guard entries.count <= Self.limit, entries.allSatisfy({ $0.endedAt >= 0 }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .entries, in: keys, debugDescription: "at most \(Self.limit) sessions end, after 1970")
        }
    }

    /// What there is no room for any more ends with all sessions of its time, so that nobody can bring a session back
    /// by logging out of a thousand others.
    mutating func end(_ session: Session, unixTime: Int64) {
        guard !contains(session) else { return }
        entries.removeAll { unixTime - $0.endedAt > Session.lifetime }
        entries.append(Entry(id: session.id, endedAt: unixTime))
        guard entries.count > Self.limit else { return }
        floor = max(floor, entries.removeFirst().endedAt)
    }

    func contains(_ session: Session) -> Bool {
        session.issuedAt <= floor || entries.contains { $0.id == session.id }
    }
}

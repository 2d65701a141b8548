/// Which secrets are in force, and since which change: kept in the state file.
///
/// Without it, a PIN that is changed and later changed back would open old sessions again.
package struct SecretEpochs: Hashable, Sendable, Codable {
    /// A secret that is in force, by a keyed hash of how it is written.
    private struct Entry: Hashable, Codable {
        var fingerprint: UInt64
        var epoch: UInt64
    }

    private enum CodingKeys: CodingKey { case entries, last }

    private var entries: [Entry] = []
    private var last: UInt64 = 0

    package init() {}

    /// Throws for what this type has not written: nobody changes secrets so often that the last epoch comes.
    package init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: CodingKeys.self)
        entries = try keys.decode([Entry].self, forKey: .entries)
        last = try keys.decode(UInt64.self, forKey: .last)
        guard last <= UInt64(Int64.max), entries.allSatisfy({ $0.epoch <= last }) else {
            throw DecodingError.dataCorruptedError(forKey: .last, in: keys, debugDescription: "no epoch is so late")
        }
    }

    /// Forgets what is no longer in force and gives each new one an epoch that none had before.
    mutating func follow(_ fingerprints: [UInt64]) {
        entries.removeAll { !fingerprints.contains($0.fingerprint) }
        for fingerprint in fingerprints where epoch(of: fingerprint) == nil {
            last += 1
            entries.append(Entry(fingerprint: fingerprint, epoch: last))
        }
    }

    func epoch(of fingerprint: UInt64) -> UInt64? { entries.first { $0.fingerprint == fingerprint }?.epoch }
}

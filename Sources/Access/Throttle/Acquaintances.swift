internal import Camera

/// Addresses from which a secret was shown, each with its bucket: at most 1024, the latest.
///
/// Without it, a few strangers who empty a camera's bucket would keep out every program that polls with Basic. It
/// ends with the secret, so that whoever knew the old one is a stranger to the new one.
struct Acquaintances: Sendable {
    private struct Key: Hashable, Sendable {
        var client: ClientKey
        var secret: SecretID
    }

    private struct Entry: Sendable {
        var bucket = TokenBucket()
        var lastSeen: MonotonicTime
    }

    private static let limit = 1024
    private var entries: [Key: Entry] = [:]

    /// What the entries take.
    var memoryInBytes: Int { entries.capacity * (MemoryLayout<Key>.stride + MemoryLayout<Entry>.stride) }

    subscript(client: ClientKey, secret: SecretID) -> TokenBucket? {
        get { entries[Key(client: client, secret: secret)]?.bucket }
        set {
            guard let newValue else { return }
            entries[Key(client: client, secret: secret)]?.bucket = newValue
        }
    }

    mutating func meet(_ client: ClientKey, _ secret: SecretID, at now: MonotonicTime) {
        let key = Key(client: client, secret: secret)
        guard (entries[key]?.lastSeen = now) == nil else { return }
        if entries.count >= Self.limit, let oldest = entries.min(by: { $0.value.lastSeen < $1.value.lastSeen }) {
            entries[oldest.key] = nil
        }
        entries[key] = Entry(lastSeen: now)
    }

    mutating func keep(_ isInForce: (SecretID) -> Bool) {
        entries = entries.filter { isInForce($0.key.secret) }
    }
}

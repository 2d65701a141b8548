import Access
import Camera
import HTTP
import Posix

/// Who has just shown a right secret or a good session: it need not be weighed for each picture. Thread-safe.
///
/// For a second at most, and only for the same words, from the same client, at the same door. The words themselves, an
/// Authorization or a Cookie field, are not kept: two keyed hashes of 64 bits stand for them.
final class Recollection: Sendable {
    private struct Key: Hashable {
        let client: PeerAddress
        let isLocal: Bool
        let door: Door
        let first: Int
        let second: Int
    }

    private struct Entry {
        let grant: Grant
        let until: MonotonicTime
    }

    private static let lifetime: Duration = .seconds(1)
    private static let limit = 256
    private let seeds: (UInt64, UInt64)
    private let entries = Locked<[Key: Entry]>([:])

    /// - Parameter seeds: two random numbers.
    init(seeds: (UInt64, UInt64)) { self.seeds = seeds }

    /// What the sender has shown; the policy has to be asked what it opens now.
    func grant(
        of words: String, by client: PeerAddress, isLocal: Bool, at door: Door, now: MonotonicTime
    ) -> Grant? {
        let key = key(words, client, isLocal, door)
        return entries.withLock { entries in entries[key].flatMap { $0.until > now ? $0.grant : nil } }
    }

    func remember(_ grant: Grant, for words: String, by client: PeerAddress, at door: Door, now: MonotonicTime) {
        let entry = Entry(grant: grant, until: now.advanced(by: Recollection.lifetime))
        let key = key(words, client, grant.isLocal, door)
        entries.withLock { entries in
            if entries.count >= Recollection.limit { entries = entries.filter { $0.value.until > now } }
            if entries.count < Recollection.limit { entries[key] = entry }
        }
    }

    private func key(_ words: String, _ client: PeerAddress, _ isLocal: Bool, _ door: Door) -> Key {
        Key(client: client, isLocal: isLocal, door: door, first: hash(words, seeds.0), second: hash(words, seeds.1))
    }

    private func hash(_ words: String, _ seed: UInt64) -> Int {
        var hasher = Hasher()
        hasher.combine(seed)
        hasher.combine(words)
        return hasher.finalize()
    }
}

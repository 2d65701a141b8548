internal import Camera

/// The wrong tries of all clients at all doors, in at most 6.3 MB, and never more than 9.5 MB while it grows.
///
/// A fixed number of sets of 16 places; a key's hash says which set. In a full set the entry with the fewest wrong
/// tries makes room, the oldest of them first. So who wants a count of `n` to be washed away has to fill its set with
/// counts of at least `n`; which set that is, the hash's seed hides; so he has to fill all of them, with a quarter of
/// a million fresh addresses and `n` paid tries from each. Using these addresses to guess would have given more.
struct WrongTryTable: Sendable {
    private struct Place: Sendable {
        var key: UInt64
        var tries: WrongTries

        static let free = Place(key: 0, tries: WrongTries(count: 0, last: MonotonicTime(nanoseconds: 0)))
    }

    private static let setSize = 16
    private let largest: Int
    /// Empty, or a power of two of sets.
    private var places: [Place] = []

    /// - Parameter largest: how many entries there may be at most; a power of two of at least 16.
    init(largest: Int = 1 << 18) { self.largest = largest }

    /// What the entries take.
    var memoryInBytes: Int { places.capacity * MemoryLayout<Place>.stride }

    /// - Parameter key: a keyed hash of client and door: nobody may be able to choose it.
    func tries(of key: UInt64, at now: MonotonicTime) -> WrongTries? {
        guard let place = place(of: key), !places[place].tries.isForgotten(at: now) else { return nil }
        return places[place].tries
    }

    mutating func add(_ key: UInt64, at now: MonotonicTime) {
        if let place = place(of: key) {
            places[place].tries.add(at: now)
            return
        }
        var place = cheapest(for: key, at: now)
        while places.count < largest, place.map({ !places[$0].tries.isForgotten(at: now) }) ?? true {
            grow(at: now)
            place = cheapest(for: key, at: now)
        }
        guard let place else { return }
        places[place] = Place(key: key, tries: WrongTries(count: 1, last: now))
    }

    mutating func forget(_ key: UInt64) {
        guard let place = place(of: key) else { return }
        places[place].tries.count = 0
    }

    private func set(of key: UInt64) -> Range<Int> {
        guard !places.isEmpty else { return 0..<0 }
        let first = Int(key & UInt64(places.count / Self.setSize - 1)) * Self.setSize
        return first..<first + Self.setSize
    }

    private func place(of key: UInt64) -> Int? {
        for place in set(of: key) where places[place].key == key && places[place].tries.count > 0 { return place }
        return nil
    }

    /// Where an entry costs least: a free place, or else the one with the fewest and oldest tries.
    private func cheapest(for key: UInt64, at now: MonotonicTime) -> Int? {
        var cheapest: Int?
        for place in set(of: key) {
            if places[place].tries.isForgotten(at: now) { return place }
            if let other = cheapest, !places[place].tries.isCheaper(than: places[other].tries) { continue }
            cheapest = place
        }
        return cheapest
    }

    private mutating func grow(at now: MonotonicTime) {
        let old = places
        places = Array(repeating: .free, count: max(old.count * 2, Self.setSize))
        for entry in old where !entry.tries.isForgotten(at: now) {
            // A set's entries go into two sets, so there is always room.
            guard let place = cheapest(for: entry.key, at: now) else { continue }
            places[place] = entry
        }
    }
}

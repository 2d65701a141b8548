/// Finds the word that somebody probably meant.
enum Spelling {
    struct Guess: Equatable {
        var word: String
        /// Close enough that no list of all words is needed.
        var isClose: Bool
    }

    /// The word with the fewest differences; nil without words.
    ///
    /// Upper case, hyphens and underscores do not count.
    static func nearest(to word: String, among words: [String]) -> Guess? {
        // Nobody misspells so long a name; the table for it would be large.
        let folded = fold(String(word.prefix(64)))
        let distances = words.map { (word: $0, distance: distance(folded, fold($0))) }
        return distances.min { $0.distance < $1.distance }.map { best in
            Guess(word: best.word, isClose: best.distance <= max(1, folded.count / 3))
        }
    }

    private static func fold(_ word: String) -> [UInt8] {
        word.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    }

    /// How many insertions, deletions, replacements and swaps of neighbours lead from one to the other.
    static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = Array(repeating: row + 1, count: right.count + 1)
            for column in right.indices {
                let isSame = left[row] == right[column]
                var best = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current[column + 1] = best
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}

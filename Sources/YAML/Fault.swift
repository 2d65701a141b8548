/// One thing that is wrong in a text: where, what, and what is allowed.
package struct Fault: Error, Hashable, Sendable {
    /// Nil where the whole is meant, such as a file that cannot be read.
    package var place: Place?
    package var message: String

    package init(_ message: String, at place: Place?) {
        self.place = place
        self.message = message
    }
}

extension StringProtocol {
    /// For messages: one line, at most 40 characters of it.
    package var shown: String {
        let clean = unicodeScalars.prefix(40).map { scalar in
            scalar.properties.generalCategory == .control ? "\u{FFFD}" : Character(scalar)
        }
        return String(clean) + (unicodeScalars.count > 40 ? "…" : "")
    }

    /// The same in quotes.
    package var quoted: String { "\"\(shown)\"" }
}

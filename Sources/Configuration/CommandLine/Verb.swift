internal import YAML

/// The first word of a command line. The raw value is how it is written.
enum Verb: String, CaseIterable {
    case serve
    case cameras
    case checkConfiguration = "check-config"
    case probe
    case pin

    /// The word that stands after it, and what it is; nil: none does.
    var operand: (word: String, meaning: String)? {
        switch self {
        case .checkConfiguration: ("FILE", "the name of a file")
        case .probe: ("URL", "the address of a camera")
        case .serve, .cameras, .pin: nil
        }
    }

    static func named(_ word: String) throws(UsageFault) -> Verb {
        if let verb = Verb(rawValue: word) { return verb }
        let all = allCases.map(\.rawValue)
        let guess = Spelling.nearest(to: word, among: all).map { "did you mean \($0.word)? " } ?? ""
        throw UsageFault("there is no command \(word.quoted); \(guess)Commands are \(all.joined(separator: ", "))")
    }
}

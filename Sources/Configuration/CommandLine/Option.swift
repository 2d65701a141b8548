internal import Posix
internal import YAML

/// What has been read of a command line so far.
struct CommandDraft {
    var serve = ServeOptions()
    var save: String?
    var isInsecure = false
    var isReset = false
}

/// One option: its name, its value, and where it goes.
struct Option: Sendable {
    /// With the hyphens.
    let name: String
    /// What stands for its value in the usage; nil: it takes none.
    let value: String?
    let verb: Verb
    let isRepeatable: Bool
    /// What its value may be, in words.
    let allowed: String
    /// Whether the value is one of those.
    let apply: @Sendable (String, inout CommandDraft) -> Bool

    static let all: [Option] = [
        Option("--config", "FILE", .serve, "the name of a file") { text, draft in
            draft.serve.configurationFile = text
            return !text.isEmpty
        },
        Option("--listen", "ADDRESS:PORT", .serve, isRepeatable: true, ListenAddress.allowed) { text, draft in
            guard let address = ListenAddress(text) else { return false }
            draft.serve.listen.append(address)
            return true
        },
        Option("--demo", "N", .serve, "a whole number from 0 to 64") { text, draft in
            guard let number = Grammar<Int>.wholeNumber(text, in: 0...64) else { return false }
            draft.serve.demoCameras = number
            return true
        },
        Option("--log-level", "LEVEL", .serve, "error, warning, info or debug") { text, draft in
            guard let level = Log.Level(text) else { return false }
            draft.serve.logLevel = level
            return true
        },
        Option("--save", "FILE", .probe, "the name of a file") { text, draft in
            draft.save = text
            return !text.isEmpty
        },
        Option("--insecure", nil, .probe, "no value") { _, draft in
            draft.isInsecure = true
            return true
        },
        Option("--reset", nil, .pin, "no value") { _, draft in
            draft.isReset = true
            return true
        },
    ]

    private init(
        _ name: String, _ value: String?, _ verb: Verb, isRepeatable: Bool = false, _ allowed: String,
        apply: @escaping @Sendable (String, inout CommandDraft) -> Bool
    ) {
        self.name = name
        self.value = value
        self.verb = verb
        self.isRepeatable = isRepeatable
        self.allowed = allowed
        self.apply = apply
    }

    static func named(_ name: String) throws(UsageFault) -> Option {
        if let option = all.first(where: { $0.name == name }) { return option }
        let names = all.map(\.name) + ["--help", "--version"]
        let guess = Spelling.nearest(to: name, among: names).map { "did you mean \($0.word)? " } ?? ""
        throw UsageFault("there is no option \(name.quoted); \(guess)Options are \(names.joined(separator: ", "))")
    }
}

internal import Camera
internal import YAML

extension Command {
    /// Reads the words after the program's name.
    ///
    /// Options may stand before and after the command, with their value after a space or after `=`; after `--` there
    /// are no more options. `--help` and `--version` end the reading.
    package init(arguments: [String]) throws(UsageFault) {
        var rest = arguments[...]
        var words: [String] = []
        var given: [(option: Option, value: String)] = []
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += rest
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                words.append(argument)
                continue
            }
            if argument == "--help" || argument == "-h" {
                self = .help
                return
            }
            if argument == "--version" {
                self = .version
                return
            }
            given.append(try Self.option(argument, &rest))
        }
        try self.init(words, given)
    }

    /// An option with its value, which may be the next word.
    private static func option(
        _ argument: String, _ rest: inout ArraySlice<String>
    ) throws(UsageFault) -> (option: Option, value: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let option = try Option.named(parts[0])
        guard let value = option.value else {
            if parts.count == 2 { throw UsageFault("\(option.name) takes no value") }
            return (option, "")
        }
        if parts.count == 2 { return (option, parts[1]) }
        guard let next = rest.first, !next.hasPrefix("--") else {
            throw UsageFault("\(option.name) has no value; write \(option.name) \(value), \(option.allowed)")
        }
        rest.removeFirst()
        return (option, next)
    }

    private init(_ words: [String], _ given: [(option: Option, value: String)]) throws(UsageFault) {
        let verb = try words.first.map(Verb.named) ?? .serve
        let operands = words.dropFirst()
        if let operand = verb.operand, operands.isEmpty {
            throw UsageFault("\(verb.rawValue) needs \(operand.meaning): camhub \(verb.rawValue) \(operand.word)")
        }
        // Not shown: it may be a PIN that somebody has typed after `pin`.
        guard operands.count <= (verb.operand == nil ? 0 : 1) else {
            throw UsageFault("there are too many words after \(verb.rawValue); usage is camhub \(verb.usage)")
        }
        var draft = CommandDraft()
        var seen: Set<String> = []
        for (option, value) in given {
            guard option.verb == verb else {
                throw UsageFault("\(option.name) does not go with \(verb.rawValue), only with \(option.verb.rawValue)")
            }
            guard option.isRepeatable || seen.insert(option.name).inserted else {
                throw UsageFault("\(option.name) is given twice; once is allowed")
            }
            guard option.apply(value, &draft) else {
                throw UsageFault("\(option.name) is \(value.quoted); it has to be \(option.allowed)")
            }
        }
        let ports = draft.serve.listen.filter { !$0.isAnyPort }
        if let twice = ports.indices.first(where: { ports[..<$0].contains(ports[$0]) }) {
            throw UsageFault("--listen has \(ports[twice].description.quoted) twice; once is allowed")
        }
        switch verb {
        case .serve: self = .serve(draft.serve)
        case .cameras: self = .cameras
        case .checkConfiguration: self = .checkConfiguration(file: operands.first ?? "")
        case .probe:
            // Not shown: there may be a password in it.
            guard let url = operands.first.flatMap(CameraURL.init) else {
                throw UsageFault("the address of probe is malformed; it has to have http:// or https:// and a host")
            }
            self = .probe(ProbeOptions(url: url, save: draft.save, isInsecure: draft.isInsecure))
        case .pin: self = .pin(reset: draft.isReset)
        }
    }
}

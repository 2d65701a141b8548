internal import YAML

/// One key of a mapping: its name, how its value is read, and where in a `Target` it goes.
struct Key<Target> {
    let name: String
    /// Reads the value into its home; what is faulty is reported and leaves the home as it was.
    let read: (Node, KeyName, inout Target, inout Reading) -> Void

    init(_ name: String, read: @escaping (Node, KeyName, inout Target, inout Reading) -> Void) {
        self.name = name
        self.read = read
    }

    init<Value>(_ name: String, _ home: WritableKeyPath<Target, Value>, _ grammar: Grammar<Value>) {
        self.init(name) { node, key, target, reading in
            if let value = grammar.read(node, key, &reading) { target[keyPath: home] = value }
        }
    }

    init<Value>(_ name: String, _ home: WritableKeyPath<Target, Value?>, _ grammar: Grammar<Value>) {
        self.init(name) { node, key, target, reading in
            if let value = grammar.read(node, key, &reading) { target[keyPath: home] = value }
        }
    }

    /// The same key of something larger.
    init<Part>(_ key: Key<Part>, of part: WritableKeyPath<Target, Part>) {
        self.init(key.name) { node, name, target, reading in
            key.read(node, name, &target[keyPath: part], &reading)
        }
    }
}

/// The keys that a mapping may have.
struct KeyTable<Target> {
    let keys: [Key<Target>]
    /// Names that belong elsewhere, and where: a better answer than the nearest name.
    var elsewhere: [String: String] = [:]

    /// Reads in the order of the table, so that a key may count on those before it.
    func read(_ entries: [Entry], of owner: KeyName, into target: inout Target, _ reading: inout Reading) {
        for key in keys {
            guard let entry = entries.first(where: { $0.key == key.name }) else { continue }
            let name = owner.child(key.name)
            key.read(entry.value, name, &target, &reading)
            reading.note(entry, name)
        }
        let names = keys.map(\.name)
        for entry in entries where !names.contains(entry.key) {
            reading.report(complaint(about: entry.key, of: owner), at: entry.place)
        }
    }

    private func complaint(about key: String, of owner: KeyName) -> String {
        let start = "unknown key \(key.quoted)\(owner.place)"
        if let place = elsewhere[key] { return "\(start); it belongs under \(place)" }
        let names = keys.map(\.name)
        guard let nearest = Spelling.nearest(to: key, among: names) else { return start }
        guard !nearest.isClose else { return "\(start); did you mean \(nearest.word.quoted)?" }
        return "\(start); the nearest known one is \(nearest.word.quoted), and all are \(names.joined(separator: ", "))"
    }
}

extension Grammar {
    /// A mapping with the keys of a table over what holds without any of them.
    static func mapping(_ start: Value, _ table: KeyTable<Value>) -> Grammar {
        Grammar { node, key, reading in
            guard case .mapping(let entries) = node.content else {
                let names = table.keys.map(\.name).joined(separator: ", ")
                // Not its text: it may be a secret in the wrong place, `admin: hunter2`.
                reading.refuse(node, of: key, being: node.shape, allowed: "a mapping with any of the keys \(names)")
                return nil
            }
            var value = start
            table.read(entries, of: key, into: &value, &reading)
            return value
        }
    }
}

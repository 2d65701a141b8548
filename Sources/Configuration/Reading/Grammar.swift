internal import HTTP
internal import YAML

/// How the value of a key is written: the way from the node to the value.
struct Grammar<Value> {
    /// Reports what is wrong, and then returns nil.
    let read: (Node, KeyName, inout Reading) -> Value?

    init(_ read: @escaping (Node, KeyName, inout Reading) -> Value?) { self.read = read }

    /// One word or text. Of a secret no message repeats anything.
    static func word(
        _ allowed: String, isSecret: Bool = false, _ parse: @escaping (String) -> Value?
    ) -> Grammar {
        Grammar { node, key, reading in
            guard case .scalar(let scalar) = node.content, !scalar.isNull else {
                reading.refuse(node, of: key, being: node.shape, allowed: allowed)
                return nil
            }
            if let value = parse(scalar.text) { return value }
            reading.refuse(node, of: key, being: isSecret ? "malformed" : node.shown, allowed: allowed)
            return nil
        }
    }

    /// What this grammar reads, if it also passes `check`.
    ///
    /// The check reports what is wrong, and then returns nil.
    func checked<Other>(
        _ check: @escaping (Value, Node, KeyName, inout Reading) -> Other?
    ) -> Grammar<Other> {
        Grammar<Other> { node, key, reading in
            read(node, key, &reading).flatMap { check($0, node, key, &reading) }
        }
    }

    /// Several in `[ ]`, or one a line after hyphens.
    static func list<Item>(of item: Grammar<Item>, _ allowed: String, atLeast: Int = 0) -> Grammar
    where Value == [Item] {
        Grammar { node, key, reading in
            guard case .sequence(let nodes) = node.content, nodes.count >= atLeast else {
                // Not its text: a command in one piece may have a password in it.
                reading.refuse(node, of: key, being: node.shape, allowed: allowed)
                return nil
            }
            let items = nodes.compactMap { item.read($0, key.item, &reading) }
            return items.count == nodes.count ? items : nil
        }
    }
}

extension Grammar<Duration?> {
    static var duration: Grammar { .word(DurationWord.allowed, DurationWord.parse) }
}

extension Grammar<Int> {
    static func number(_ range: ClosedRange<Int>) -> Grammar {
        .word("a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            wholeNumber(text, in: range)
        }
    }

    /// In decimal digits and without leading zeros, which some read as octal.
    static func wholeNumber(_ text: String, in range: ClosedRange<Int>) -> Int? {
        Int(text).flatMap { range.contains($0) && text == String($0) ? $0 : nil }
    }
}

extension Grammar<Bool> {
    static var flag: Grammar { .word("true or false") { ["true": true, "false": false][$0] } }
}

extension Grammar<String> {
    /// Text on one line.
    static func text(upTo limit: Int) -> Grammar {
        .word("text on one line of at most \(limit) characters") { $0.isOneLine && $0.count <= limit ? $0 : nil }
    }

    static var path: Grammar {
        .word("a path in full (nothing here stands for a home, as ~ does in a shell)") { text in
            text.isOneLine && !text.hasPrefix("~") ? text : nil
        }
    }
}

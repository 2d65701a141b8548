internal import YAML

extension Node {
    /// What it is, for messages that say that something else is needed.
    var shown: String {
        if case .scalar(let scalar) = content, !scalar.isNull { scalar.text.quoted } else { shape }
    }

    /// The same without any of its text, which may be a secret.
    var shape: String {
        switch content {
        case .scalar(let scalar): scalar.isMissing ? "without a value" : scalar.isNull ? "null" : "a single value"
        case .sequence(let items): items.isEmpty ? "an empty list" : "a list"
        case .mapping(let entries): entries.isEmpty ? "an empty mapping" : "a mapping"
        }
    }

    /// What a mapping has under a key.
    func value(of key: String) -> Node? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// Whether it is this word.
    func says(_ word: String) -> Bool {
        if case .scalar(let scalar) = content { scalar.text == word } else { false }
    }
}

internal import YAML

/// What has come up while a file is read.
///
/// Nothing stops the reading, so that all faults are found at once.
struct Reading {
    private(set) var faults: [Fault] = []
    private(set) var sensitiveKeys: [SensitiveKey] = []

    /// A value is not what its key needs: what it is, and what it has to be.
    mutating func refuse(_ node: Node, of key: KeyName, being what: String, allowed: String) {
        report("\(key) is \(what); it has to be \(allowed)", at: node.place)
    }

    mutating func report(_ message: String, at place: Place) {
        faults.append(Fault(message, at: place))
    }

    /// Keeps what is to be said about a key that is right.
    mutating func note(_ entry: Entry, _ name: KeyName) {
        if let key = SensitiveKey(entry, name: name) { sensitiveKeys.append(key) }
    }
}

/// The full name of a key in messages: `cameras.front-door.fps`.
struct KeyName: CustomStringConvertible {
    static let file = KeyName(path: nil, description: "the file")

    private let path: String?
    let description: String

    private init(path: String?, description: String) {
        self.path = path
        self.description = description
    }

    func child(_ name: String) -> KeyName {
        // The name of a control may be long, or have line ends in it.
        let whole = path.map { "\($0).\(name.shown)" } ?? name.shown
        return KeyName(path: whole, description: whole)
    }

    /// Where keys under this one stand, for messages about them.
    var place: String { path.map { " in \($0)" } ?? "" }

    var item: KeyName { KeyName(path: path, description: "an item of \(description)") }
}

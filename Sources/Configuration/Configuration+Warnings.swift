internal import YAML

extension Configuration {
    /// What is right and still worth a warning: first about the file itself, then in its order. Says no secret.
    ///
    /// - Parameter file: its name as it was given.
    package func warnings(file: String) -> [Notice] {
        [looseMode(file), plainSecrets, openCameras, openDefaults, uncheckedCertificates].compactMap(\.self).sorted {
            $0.place < $1.place
        }
    }

    private func keys(_ kind: SensitiveKey.Kind) -> [SensitiveKey] { sensitiveKeys.filter { $0.kind == kind } }

    private func looseMode(_ file: String) -> Notice? {
        // A group may read it: a service that does not own its configuration has no other way.
        guard let mode = fileMode, mode & 0o027 != 0, !(keys(.plain) + keys(.credentials)).isEmpty else { return nil }
        let digits = String(mode & 0o777, radix: 8)
        let padded = String(repeating: "0", count: 4 - digits.count) + digits
        return Notice("it holds secrets, and its mode \(padded) opens it to others: chmod g-w,o= \(file)", at: nil)
    }

    private var plainSecrets: Notice? {
        let keys = keys(.plain)
        guard let first = keys.first else { return nil }
        let verb = keys.count == 1 ? "is" : "are"
        let hash = keys.count == 1 ? "the hash" : "the hashes"
        return Notice(
            "\(Self.list(keys)) \(verb) in plain text; better write \(hash) that `camhub pin` prints", at: first.place)
    }

    private var openDefaults: Notice? {
        guard let key = keys(.open).first(where: \.isDefault) else { return nil }
        return Notice(
            "\(key.name) is null: each camera without a pin of its own, also one never seen before, is open to "
                + "everyone who reaches the hub", at: key.place)
    }

    private var openCameras: Notice? {
        let keys = keys(.open).filter { !$0.isDefault }
        guard let first = keys.first else { return nil }
        let verb = keys.count == 1 ? "is null: this camera is" : "are null: these cameras are"
        return Notice("\(Self.list(keys)) \(verb) open to everyone who reaches the hub", at: first.place)
    }

    private var uncheckedCertificates: Notice? {
        let keys = keys(.unchecked)
        guard let first = keys.first else { return nil }
        return Notice(
            "with \(Self.list(keys)) anyone on the way can show other pictures and read the camera's password; better "
                + "write pinnedCertificate", at: first.place)
    }

    /// The names of some keys, all but the first with their places; of many only how many more there are.
    private static func list(_ keys: [SensitiveKey]) -> String {
        let limit = 10
        var words = [keys[0].name] + keys[1...].prefix(limit - 1).map { "\($0.name) at \($0.place)" }
        if keys.count > limit { words.append("\(keys.count - limit) more") }
        guard let last = words.popLast(), !words.isEmpty else { return keys[0].name }
        return words.joined(separator: ", ") + " and " + last
    }
}

extension SensitiveKey {
    fileprivate var isDefault: Bool { name.hasPrefix("defaults.") }
}

internal import Camera
internal import YAML

/// Reads `cameras`: each entry over the defaults, and what only shows when they are seen together.
enum CameraList {
    static func read(_ node: Node, key: KeyName, into configuration: inout Configuration, _ reading: inout Reading) {
        guard case .mapping(let entries) = node.content else {
            reading.refuse(node, of: key, being: node.shape, allowed: "a mapping, the keys of a camera under its id")
            return
        }
        let grammar = Grammar.mapping(CameraEntry(common: configuration.defaults), .camera)
        var matches: [DeviceMatch: (key: KeyName, place: Place)] = [:]
        for entry in entries {
            guard let id = CameraID(entry.key) else {
                let what = "\(key) has the id \(entry.key.quoted)"
                reading.report("\(what); an id has to be \(CameraID.rule)", at: entry.place)
                continue
            }
            let name = key.child(entry.key)
            guard let read = grammar.read(entry.value, name, &reading) else { continue }
            configuration.cameras.append(camera(id, read, entry.value, name, &reading))
            guard let match = read.match, let place = entry.value.value(of: "match")?.place else { continue }
            if let first = matches[match] {
                let what = "\(name).match is the same as \(first.key).match at \(first.place)"
                reading.report("\(what); a device can have only one id", at: place)
            } else {
                matches[match] = (name, place)
            }
        }
    }

    static func camera(
        _ id: CameraID, _ entry: CameraEntry, _ node: Node, _ key: KeyName, _ reading: inout Reading
    ) -> ConfiguredCamera {
        let sources = ["match", "url", "exec", "replay", "test"].filter { node.value(of: $0) != nil }
        if sources.count > 1 {
            let what = "\(key) has \(sources.joined(separator: " and "))"
            reading.report("\(what); it has to have only one of match, url, exec, replay and test", at: node.place)
        }
        var settings = entry.common.settings
        settings.fitMinimum(node, key, &reading)
        return ConfiguredCamera(
            id: id, source: entry.source, match: entry.match, isEnabled: entry.common.isEnabled,
            pin: entry.common.pin, settings: settings)
    }
}

extension CameraSettings {
    /// A minimum that was only inherited gives way to the size; one that was written has to fit into it.
    mutating func fitMinimum(_ node: Node, _ key: KeyName, _ reading: inout Reading) {
        guard !size.contains(minimumSize) else { return }
        guard let written = node.value(of: "minimumSize") else {
            minimumSize = Size(width: min(size.width, minimumSize.width), height: min(size.height, minimumSize.height))
            return
        }
        // One that is faulty itself has been reported already.
        let isSizeSound = node.value(of: "size")?.says(size.description) ?? true
        guard isSizeSound, written.says(minimumSize.description) else { return }
        reading.refuse(
            written, of: key.child("minimumSize"), being: written.shown, allowed: "no larger than the size, \(size)")
    }
}

extension Grammar<CameraDefaults> {
    static var defaults: Grammar {
        Grammar.mapping(CameraDefaults(), .defaults).checked { common, node, key, reading in
            var common = common
            common.settings.fitMinimum(node, key, &reading)
            return common
        }
    }
}

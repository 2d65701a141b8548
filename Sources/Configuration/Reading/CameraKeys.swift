internal import Camera
internal import YAML

/// The keys that `defaults` and each camera have in common.
extension KeyTable<CameraDefaults> {
    static var shared: KeyTable {
        KeyTable(keys: [
            Key("enabled", \.isEnabled, .flag),
            Key("pin", \.pin, .pin),
            Key("fps", \.settings.fps, .number(1...120)),
            Key("size", \.settings.size, .size),
            Key("minimumSize", \.settings.minimumSize, .size),
            Key("format", \.settings.format, .format),
            Key("quality", \.settings.quality, .quality),
            Key("rotate", \.settings.rotate, .rotation),
            Key("flip", \.settings.flip, .word("none, horizontal or vertical", Flip.init(rawValue:))),
            Key("idleAfter", \.settings.idleAfter, .duration),
            Key("controls") { node, key, target, reading in
                // Each by itself: those that a camera does not name are as under `defaults`.
                guard let controls = Grammar.controls.read(node, key, &reading) else { return }
                target.settings.controls.merge(controls) { _, own in own }
            },
            Key("insecure", \.settings.isInsecure, .flag),
            Key("pinnedCertificate", \.settings.pinnedCertificate, .fingerprint),
        ])
    }

    /// For `defaults` itself, where nothing has a place that means one camera only.
    static var defaults: KeyTable {
        var table = shared
        table.elsewhere = KeyTable<CameraEntry>.camera.elsewhere("a camera's id, under cameras")
        return table
    }
}

/// One camera while it is read.
struct CameraEntry {
    var match: DeviceMatch?
    /// The last that was given; that there is only one is checked apart.
    var source: ConfiguredSource?
    var common: CameraDefaults
}

/// The keys of one camera.
extension KeyTable<CameraEntry> {
    static var camera: KeyTable {
        KeyTable(
            keys: [
                Key("match", \.match, .match),
                Key("url", \.source, .url),
                Key("exec", \.source, .exec),
                Key("replay", \.source, .replay),
                Key("test", \.source, .test),
                Key("name", \.common.settings.name, .text(upTo: 100)),
            ] + KeyTable<CameraDefaults>.shared.keys.map { Key($0, of: \.common) },
            elsewhere: KeyTable<DeviceMatch>.match.elsewhere("match"))
    }
}

extension KeyTable<DeviceMatch> {
    fileprivate static var match: KeyTable {
        KeyTable(keys: [
            Key("serial", \.serial, .text(upTo: 256)),
            Key("path", \.path, .text(upTo: 256)),
            Key("model", \.model, .text(upTo: 256)),
        ])
    }
}

extension Grammar<DeviceMatch> {
    fileprivate static var match: Grammar {
        let parts = Grammar.mapping(DeviceMatch(), .match)
        return parts.checked { match, node, key, reading in
            if case .mapping(let entries) = node.content, entries.isEmpty {
                reading.refuse(node, of: key, being: node.shape, allowed: "at least one of serial, path and model")
            }
            return match
        }
    }
}

extension Grammar<ConfiguredSource> {
    fileprivate static var url: Grammar {
        .word("an address with http:// or https:// and a host", isSecret: true) { CameraURL($0).map { .network($0) } }
    }

    fileprivate static var exec: Grammar {
        // An argument may be anything that a program can be given, and may be a secret.
        let word = Grammar<String>.word("a word (null has to be in quotes)", isSecret: true) { text in
            text.utf8.contains(0) ? nil : text
        }
        let allowed = "a list of words, such as [rpicam-vid, -t, \"0\"]"
        return Grammar<[String]>.list(of: word, allowed, atLeast: 1).checked { words, node, key, reading in
            if words.first?.isEmpty ?? true {
                reading.report("\(key) begins with an empty word; it has to begin with a program", at: node.place)
            }
            return .exec(words)
        }
    }

    fileprivate static var replay: Grammar { Grammar<String>.path.checked { path, _, _, _ in .replay(path) } }

    fileprivate static var test: Grammar {
        Grammar { node, key, reading in
            if case .mapping(let entries) = node.content, entries.isEmpty { return .test }
            reading.refuse(node, of: key, being: node.shape, allowed: "{}")
            return nil
        }
    }
}

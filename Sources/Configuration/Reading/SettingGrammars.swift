internal import Access
internal import HTTP
internal import Camera
internal import YAML

// How the values of one camera's settings are written.

extension Grammar<PinSetting> {
    static var pin: Grammar {
        let secret = Grammar<Secret>.word(Pin.allowed, isSecret: true, Pin.secret)
        return Grammar { node, key, reading in
            // Only the word opens a camera: a key that somebody has not finished yet does not.
            if case .scalar(let scalar) = node.content, scalar.isNull, !scalar.isMissing { return .open }
            return secret.read(node, key, &reading).map { .secret($0) }
        }
    }
}

extension Grammar<Size> {
    static var size: Grammar {
        .word("WIDTHxHEIGHT, each from 1 to 16384, such as 1280x720") { text in
            Size(text).flatMap { $0.description == text ? $0 : nil }
        }
    }
}

extension Grammar<PixelFormat?> {
    static var format: Grammar {
        .word("auto or a four-character code of V4L2, such as MJPG or YUYV") { text in
            text == "auto" ? .some(nil) : PixelFormat(text).map { .some($0) }
        }
    }
}

extension Grammar<Quality> {
    static var quality: Grammar {
        .word("auto or a whole number from 1 to 100") { text in
            text == "auto" ? .automatic : Grammar<Int>.wholeNumber(text, in: 1...100).map { .fixed($0) }
        }
    }
}

extension Grammar<Rotation> {
    static var rotation: Grammar {
        .word("0, 90, 180 or 270") { text in
            Grammar<Int>.wholeNumber(text, in: 0...270).flatMap(Rotation.init(rawValue:))
        }
    }
}

extension Grammar<CertificateFingerprint> {
    static var fingerprint: Grammar {
        .word("the SHA-256 digest of a certificate, 64 hexadecimal digits", CertificateFingerprint.init)
    }
}

extension Grammar<[String: ControlValue]> {
    /// Names of V4L2 controls, written as the device or as `v4l2-ctl` does, with what they are to be.
    static var controls: Grammar {
        Grammar { node, key, reading in
            guard case .mapping(let entries) = node.content else {
                reading.refuse(node, of: key, being: node.shape, allowed: "a mapping such as { brightness: 128 }")
                return nil
            }
            var controls: [String: ControlValue] = [:]
            for entry in entries {
                let name = DeviceControl.name(from: entry.key)
                guard !name.isEmpty, entry.key.isOneLine else {
                    let what = "\(key) has the name \(entry.key.quoted)"
                    reading.report("\(what); it has to be that of a V4L2 control", at: entry.place)
                    continue
                }
                if controls[name] != nil {
                    reading.report("\(key) has \(name) twice; once is allowed", at: entry.place)
                }
                controls[name] = Grammar<ControlValue>.control.read(entry.value, key.child(entry.key), &reading)
            }
            return controls
        }
    }
}

extension Grammar<ControlValue> {
    /// What a control takes, only the device knows: here it has a form at least.
    fileprivate static var control: Grammar {
        .word("a whole number, true, false or the name of a menu's choice") { text in
            if let flag = ["true": true, "false": false][text] { return .flag(flag) }
            if let number = Grammar<Int>.wholeNumber(text, in: Int.min...Int.max) { return .number(number) }
            return text.isOneLine && text.count <= 64 ? .word(text) : nil
        }
    }
}

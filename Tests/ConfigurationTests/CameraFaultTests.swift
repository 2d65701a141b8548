import Camera
import Testing

/// What is wrong with a camera or with `defaults`.
@Suite struct CameraFaultTests {
    @Test("A value that cannot be is refused, and what is allowed is said", arguments: CameraFaultTests.values)
    func valuesAreRefused(key: String, value: String, what: String, allowed: String) {
        let expected = "\(key) is \(what); it has to be \(allowed)"
        #expect(faults("cameras: { a: { \(key): \(value) } }") == ["1:\(19 + key.count): cameras.a.\(expected)"])
        guard !["match", "url", "exec", "replay", "test", "name"].contains(key) else { return }
        #expect(faults("defaults:\n  \(key): \(value)") == ["2:\(5 + key.count): defaults.\(expected)"])
    }

    private static let fps = "a whole number from 1 to 120"
    private static let size = "WIDTHxHEIGHT, each from 1 to 16384, such as 1280x720"
    private static let pin =
        "4 to 12 digits, a hash that begins with $y$, or null for a camera that is open to everyone"
    private static let format = "auto or a four-character code of V4L2, such as MJPG or YUYV"
    private static let quality = "auto or a whole number from 1 to 100"
    private static let rotation = "0, 90, 180 or 270"
    private static let span = "a number with its unit (ms, s, m, h or d) such as 10s, or never"
    private static let digest = "the SHA-256 digest of a certificate, 64 hexadecimal digits"
    private static let url = "an address with http:// or https:// and a host"
    private static let words = "a list of words, such as [rpicam-vid, -t, \"0\"]"

    static let values: [(String, String, String, String)] = [
        ("fps", "0", #""0""#, fps), ("fps", "121", #""121""#, fps), ("fps", "-1", #""-1""#, fps),
        ("fps", "fast", #""fast""#, fps), ("fps", "12.5", #""12.5""#, fps), ("fps", "015", #""015""#, fps),
        ("fps", "[1]", "a list", fps), ("fps", "{}", "an empty mapping", fps), ("fps", "null", "null", fps),
        ("fps", "99999999999999999999", #""99999999999999999999""#, fps),
        ("size", "1280", #""1280""#, size), ("size", "0x1", #""0x1""#, size), ("size", "1x16385", #""1x16385""#, size),
        ("size", "+1x2", #""+1x2""#, size), ("size", "1280X720", #""1280X720""#, size),
        ("size", "1 x 2", #""1 x 2""#, size), ("size", "[1, 2]", "a list", size),
        ("minimumSize", "1x1x1", #""1x1x1""#, size), ("minimumSize", "~", "null", size),
        ("minimumSize", "1920x1080", #""1920x1080""#, "no larger than the size, 1280x720"),
        ("minimumSize", "100x800", #""100x800""#, "no larger than the size, 1280x720"),
        ("pin", "123", "malformed", pin), ("pin", "1234567890123", "malformed", pin), ("pin", "12a4", "malformed", pin),
        ("pin", "''", "malformed", pin), ("pin", "'null'", "malformed", pin), ("pin", "-1234", "malformed", pin),
        ("pin", "$6$salt$hash", "malformed", pin), ("pin", String(hash.dropLast()), "malformed", pin),
        ("pin", "１２３４", "malformed", pin), ("pin", "[1234]", "a list", pin),
        ("enabled", "yes", #""yes""#, "true or false"), ("enabled", "1", #""1""#, "true or false"),
        ("enabled", "null", "null", "true or false"),
        ("format", "MJPEG", #""MJPEG""#, format), ("format", "''", #""""#, format), ("format", "ö", #""ö""#, format),
        ("format", "null", "null", format),
        ("quality", "0", #""0""#, quality), ("quality", "101", #""101""#, quality),
        ("quality", "high", #""high""#, quality), ("quality", "null", "null", quality),
        ("rotate", "45", #""45""#, rotation), ("rotate", "-90", #""-90""#, rotation),
        ("rotate", "360", #""360""#, rotation), ("rotate", "null", "null", rotation),
        ("flip", "both", #""both""#, "none, horizontal or vertical"),
        ("flip", "null", "null", "none, horizontal or vertical"),
        ("idleAfter", "10", #""10""#, span), ("idleAfter", "null", "null", span),
        ("controls", "[1]", "a list", "a mapping such as { brightness: 128 }"),
        ("controls", "null", "null", "a mapping such as { brightness: 128 }"),
        ("insecure", "maybe", #""maybe""#, "true or false"), ("pinnedCertificate", "abc", #""abc""#, digest),
        (
            "pinnedCertificate", String(repeating: "0:", count: 63) + "0",
            #""0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:…""#, digest
        ),
        ("name", "''", #""""#, "text on one line of at most 100 characters"),
        ("name", "null", "null", "text on one line of at most 100 characters"),
        ("name", #""a\nb""#, "\"a\u{FFFD}b\"", "text on one line of at most 100 characters"),
        ("match", "SN1", "a single value", "a mapping with any of the keys serial, path, model"),
        ("match", "{}", "an empty mapping", "at least one of serial, path and model"),
        ("url", "'rtsp://user:secret@cam/'", "malformed", url), ("url", "[a]", "a list", url),
        ("url", "null", "null", url),
        ("exec", "vlc", "a single value", words), ("exec", "[]", "an empty list", words),
        ("exec", "null", "null", words),
        ("replay", "''", #""""#, "a path in full (nothing here stands for a home, as ~ does in a shell)"),
        ("test", "true", "a single value", "{}"), ("test", "{ size: 1x1 }", "a mapping", "{}"),
        ("test", "null", "null", "{}"),
    ]

    @Test("What belongs elsewhere, is misspelt or contradicts itself is refused", arguments: CameraFaultTests.wholes)
    func contradictionsAreRefused(text: String, line: String) {
        #expect(faults(text) == [line])
    }

    static let wholes: [(String, String)] = [
        ("cameras: { a: { fsp: 1 } }", #"1:17: unknown key "fsp" in cameras.a; did you mean "fps"?"#),
        (
            "cameras: { a: { idle_after: 1s } }",
            #"1:17: unknown key "idle_after" in cameras.a; did you mean "idleAfter"?"#
        ),
        ("cameras: { a: { serial: X } }", #"1:17: unknown key "serial" in cameras.a; it belongs under match"#),
        (
            "cameras: { a: { match: { seriel: X } } }",
            #"1:26: unknown key "seriel" in cameras.a.match; did you mean "serial"?"#
        ),
        (
            "defaults: { match: { serial: X } }",
            #"1:13: unknown key "match" in defaults; it belongs under a camera's id, under cameras"#
        ),
        (
            "defaults: { name: X }",
            #"1:13: unknown key "name" in defaults; it belongs under a camera's id, under cameras"#
        ),
        (
            "cameras: { a: null }",
            "1:15: cameras.a is null; it has to be a mapping with any of the keys \(keys)"
        ),
        ("cameras: { a b: {} }", #"1:12: cameras has the id "a b"; an id has to be \#(CameraID.rule)"#),
        (
            "cameras: { a: { match: { model: X }, test: {} } }",
            "1:15: cameras.a has match and test; it has to have only one of match, url, exec, replay and test"
        ),
        (
            "cameras: { a: { exec: [a], replay: b, url: 'http://c' } }",
            "1:15: cameras.a has url and exec and replay; it has to have only one of match, url, exec, replay and test"
        ),
        (
            "cameras: { a: { exec: ['', x] } }",
            "1:23: cameras.a.exec begins with an empty word; it has to begin with a program"
        ),
        (
            "cameras: { a: { exec: [x, null] } }",
            "1:27: an item of cameras.a.exec is null; it has to be a word (null has to be in quotes)"
        ),
        (
            "cameras: { a: { controls: { hue: [1] } } }",
            "1:34: cameras.a.controls.hue is a list; it has to be a whole number, true, false or the name of a "
                + "menu's choice"
        ),
        (
            "cameras: { a: { controls: { 'Hue': 1, hue: 2 } } }",
            "1:39: cameras.a.controls has hue twice; once is allowed"
        ),
        (
            "cameras: { a: { controls: { '': 1 } } }",
            #"1:29: cameras.a.controls has the name ""; it has to be that of a V4L2 control"#
        ),
        (
            "cameras: { a: { size: 100x100, minimumSize: 200x50 } }",
            #"1:45: cameras.a.minimumSize is "200x50"; it has to be no larger than the size, 100x100"#
        ),
        (
            "cameras: { a: { minimumSize: 640x480 } }\ndefaults: { size: 320x240 }",
            #"1:30: cameras.a.minimumSize is "640x480"; it has to be no larger than the size, 320x240"#
        ),
        (
            "cameras: { a: { match: { model: X } }, b: { match: { model: X } } }",
            "1:52: cameras.b.match is the same as cameras.a.match at 1:24; a device can have only one id"
        ),
    ]

    private static let keys =
        "match, url, exec, replay, test, name, enabled, pin, fps, size, minimumSize, format, quality, rotate, flip, "
        + "idleAfter, controls, insecure, pinnedCertificate"

    @Test("A PIN that is not finished opens nothing")
    func emptyPin() {
        let expected = "2:7: defaults.pin is without a value; it has to be \(Self.pin)"
        #expect(faults("defaults:\n  pin:\n") == [expected])
    }

    @Test("A size that is faulty itself is reported once")
    func oneFaultForOneSize() {
        #expect(faults("defaults: { size: 0x0, minimumSize: 1920x1080 }").count == 1)
        #expect(faults("defaults: { size: 100x100, minimumSize: 0x0 }").count == 1)
    }
}

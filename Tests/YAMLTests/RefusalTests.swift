import Testing
import YAML

/// What is refused: where, and in which words.
@Suite struct RefusalTests {
    private func fault(_ bytes: [UInt8], _ bounds: Document.Bounds = Document.Bounds()) -> Fault? {
        do {
            _ = try Document(bytes, bounds: bounds)
            return nil
        } catch {
            return error
        }
    }

    @Test("What is no YAML is refused where it goes wrong, with what to do", arguments: RefusalTests.broken)
    func brokenText(text: String, place: String, message: String) {
        let fault = fault(Array(text.utf8))
        #expect(fault?.place?.description == place)
        #expect(fault?.message == "this is not YAML: \(message)")
    }

    static let broken = [
        (
            "a: [1\nb: 2", "2:2",
            "did not find expected ',' or ']' while parsing a flow sequence that begins at 1:4"
                + "; text with any of [ ] { } , in it has to be in quotes"
        ),
        (
            "a: {b: 1", "2:1",
            "did not find expected ',' or '}' while parsing a flow mapping that begins at 1:4"
                + "; text with any of [ ] { } , in it has to be in quotes"
        ),
        (
            "a: b: c", "1:5",
            "mapping values are not allowed in this context; text with \": \" in it has to be in quotes"
        ),
        (
            "a:\n\tb: 1", "2:1",
            "found character that cannot start any token"
                + "; indent with spaces, and put text that begins with @ ` or % in quotes"
        ),
        (
            "name: @home", "1:7",
            "found character that cannot start any token"
                + "; indent with spaces, and put text that begins with @ ` or % in quotes"
        ),
        (
            "a:\n  b: 1\n c: 2", "3:2",
            "did not find expected key while parsing a block mapping that begins at 1:1"
                + "; keys of one mapping have to begin in the same column"
        ),
        (
            "- 1\n-2\n", "3:1",
            "could not find expected ':' while scanning a simple key that begins at 2:1"
                + "; a key is followed by a colon and a space"
        ),
        (
            "a: \"x\nb: 1\n", "3:1",
            "found unexpected end of stream while scanning a quoted scalar that begins at 1:4"
                + "; something that was opened is not closed"
        ),
        (
            #"a: "C:\doors""#, "1:7",
            "found unknown escape character while parsing a quoted scalar that begins at 1:4"
                + "; in double quotes a backslash has to be written twice"
        ),
        (
            "{a: b:, c: 1}", "1:6",
            "found unexpected ':' while scanning a plain scalar that begins at 1:5"
                + "; text with : in it has to be in quotes here"
        ),
    ]

    @Test(
        "Of YAML, only what a configuration needs is allowed",
        arguments: [
            ("a: &x 1", "1:4", "anchors (&name) are not allowed; write each value out where it is needed"),
            ("&x a: 1", "1:1", "anchors (&name) are not allowed; write each value out where it is needed"),
            ("a: &x [1]", "1:4", "anchors (&name) are not allowed; write each value out where it is needed"),
            ("a: &x {}", "1:4", "anchors (&name) are not allowed; write each value out where it is needed"),
            ("a: *x", "1:4", "aliases (*name) are not allowed; write the value out"),
            ("*x : 1", "1:1", "aliases (*name) are not allowed; write the value out"),
            ("a: !!str 1", "1:4", "tags (!name) are not allowed; a key says itself how its value is read"),
            ("a: ! 1", "1:4", "tags (!name) are not allowed; a key says itself how its value is read"),
            ("a: !x [1]", "1:4", "tags (!name) are not allowed; a key says itself how its value is read"),
            ("a: !!map {}", "1:4", "tags (!name) are not allowed; a key says itself how its value is read"),
            ("a: 1\n---\nb: 2\n", "2:1", "a second document begins here; a file may have only one"),
            ("---\n---\n", "2:1", "a second document begins here; a file may have only one"),
            ("[a]: 1", "1:1", "a list or a mapping is a key here; only words can be keys"),
            ("? {a: 1}\n: 1", "1:3", "a list or a mapping is a key here; only words can be keys"),
        ])
    func extras(text: String, place: String, message: String) {
        let fault = fault(Array(text.utf8))
        #expect(fault?.place?.description == place)
        #expect(fault?.message == message)
    }

    @Test(
        "What is no text is refused at its byte",
        arguments: [
            ([0x61, 0x3A, 0x20, 0xFF], "1:4", "invalid leading UTF-8 octet"),
            (Array("a: 1\nö: ".utf8) + [0xC3, 0x28], "2:5", "invalid trailing UTF-8 octet"),
            (Array("a: \u{1}".utf8), "1:4", "control characters are not allowed"),
        ])
    func noText(bytes: [UInt8], place: String, message: String) {
        let fault = fault(bytes)
        #expect(fault?.place?.description == place)
        #expect(fault?.message == "this is not a text in UTF-8, or not one that YAML allows: \(message)")
    }

    @Test("A text as large as allowed is read, one byte more is refused")
    func sizeIsBounded() {
        var bounds = Document.Bounds()
        #expect(bounds.bytes == 1 << 20)
        bounds.bytes = 10
        #expect(fault(Array("# 23456789".utf8), bounds) == nil)
        let expected = Fault("it has 11 bytes, and at most 10 are allowed", at: nil)
        #expect(fault(Array("# 234567890".utf8), bounds) == expected)
    }

    @Test("32 levels are read, one more is refused at its place, however many follow")
    func depthIsBounded() {
        #expect(fault(nested(32)) == nil)
        let expected = Fault(
            "values are more than 32 deep here; that is the most allowed", at: Place(line: 1, column: 33))
        #expect(fault(nested(33)) == expected)
        #expect(fault(Array(repeating: UInt8(ascii: "["), count: 1 << 20)) == expected)
        let mappings = Array(repeating: Array("{a: ".utf8), count: 1000).flatMap(\.self)
        #expect(fault(mappings)?.message == expected.message)
    }

    private func nested(_ depth: Int) -> [UInt8] {
        Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }

    @Test("100,000 values are read, one more is refused")
    func nodesAreBounded() {
        let most = "[" + String(repeating: "a,", count: 99_999) + "]"
        #expect(fault(Array(most.utf8)) == nil)
        let message = fault(Array(("[" + String(repeating: "a,", count: 100_000) + "]").utf8))?.message
        #expect(message == "there are more than 100000 values; that is the most allowed")
    }

    @Test("Messages show of what was written one line of at most 40 characters")
    func quotesAreShort() {
        #expect("a\nb\u{1B}[2J".quoted == "\"a\u{FFFD}b\u{FFFD}[2J\"")
        #expect(String(repeating: "x", count: 41).quoted == "\"\(String(repeating: "x", count: 40))…\"")
        #expect(String(repeating: "ö", count: 40).quoted == "\"\(String(repeating: "ö", count: 40))\"")
    }
}

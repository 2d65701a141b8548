import Testing
import YAML

/// What of a text becomes of it as nodes.
@Suite struct DocumentTests {
    private func root(_ text: String) throws -> Node? { try Document(Array(text.utf8)).root }

    @Test(
        "A text without a value has no root",
        arguments: ["", "\n\n", "# a comment\n", "---\n", "---\n...\n", "null", "~", "\u{FEFF}", "\u{FEFF}# a comment"])
    func nothing(text: String) throws {
        #expect(try root(text) == nil)
    }

    @Test("Scalars keep their text, and whether they were quoted")
    func scalarsKeepTheirText() throws {
        let node = try root(#"[0123, 1e3, yes, null, "null", '', "tab\tbell\a", ~, 2026-01-01, a b]"#)
        let scalars = node?.items.map(\.scalar)
        let expected = [
            Scalar("0123"), Scalar("1e3"), Scalar("yes"), Scalar("null"), Scalar("null", isQuoted: true),
            Scalar("", isQuoted: true), Scalar("tab\tbell\u{7}", isQuoted: true), Scalar("~"), Scalar("2026-01-01"),
            Scalar("a b"),
        ]
        #expect(scalars == expected)
    }

    @Test("Blocks of text count as quoted")
    func blocksAreQuoted() throws {
        let node = try root("a: |\n  one\n  two\nb: >-\n  one\n  two\n")
        #expect(
            node?.entries.map(\.value.scalar) == [
                Scalar("one\ntwo\n", isQuoted: true), Scalar("one two", isQuoted: true),
            ])
    }

    @Test("A scalar may hold a NUL, and it stays where it is")
    func nulStays() throws {
        #expect(try root(#""a\0b""#)?.scalar == Scalar("a\0b", isQuoted: true))
    }

    @Test(
        "Null is a plain word or nothing; only nothing is missing",
        arguments: [
            ("null", true, false), ("Null", true, false), ("NULL", true, false), ("~", true, false), ("", true, true),
            ("'null'", false, false), ("''", false, false), ("nil", false, false), ("nULL", false, false),
        ])
    func nulls(word: String, isNull: Bool, isMissing: Bool) throws {
        let scalar = try #require(try root("a: \(word)")?.entries.first?.value.scalar)
        #expect(scalar.isNull == isNull)
        #expect(scalar.isMissing == isMissing)
    }

    @Test("Keys come in the order of the text")
    func keysKeepTheirOrder() throws {
        #expect(try root("b: 1\na: 2\n\"c d\": 3\n? e\n: 4\n")?.entries.map(\.key) == ["b", "a", "c d", "e"])
    }

    @Test("Each key and each value knows its line and its column, in characters")
    func placesAreExact() throws {
        let text = """
            # über
            cameras:
              größe: { size: 1x1, "é": [ä, ö] }
              empty:
            """
        let cameras = try #require(try root(text)?.entries.first)
        #expect(cameras.place == Place(line: 2, column: 1))
        #expect(cameras.value.place == Place(line: 3, column: 3))
        let first = cameras.value.entries[0]
        #expect(first.place == Place(line: 3, column: 3))
        #expect(first.value.place == Place(line: 3, column: 10))
        let inner = first.value.entries
        #expect(inner.map(\.place) == [Place(line: 3, column: 12), Place(line: 3, column: 23)])
        #expect(inner.map(\.value.place) == [Place(line: 3, column: 18), Place(line: 3, column: 28)])
        #expect(inner[1].value.items.map(\.place) == [Place(line: 3, column: 29), Place(line: 3, column: 32)])
        #expect(cameras.value.entries[1].value.place == Place(line: 4, column: 9))
    }

    @Test("Places do not count a byte order mark, and count CRLF as one line end")
    func windowsText() throws {
        let node = try root("\u{FEFF}a: 1\r\nb: 2\r\n")
        #expect(node?.entries.map(\.place) == [Place(line: 1, column: 1), Place(line: 2, column: 1)])
        #expect(node?.entries.map(\.value.scalar.text) == ["1", "2"])
    }

    @Test("Text in UTF-16 with a byte order mark is read as what it says")
    func utf16() throws {
        let bytes = "\u{FEFF}a: ö".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        #expect(try Document(bytes).root?.entries.first?.value.scalar == Scalar("ö"))
    }

    @Test("A key that comes again is reported with both places, and the first one counts")
    func repeatedKeys() throws {
        let document = try Document(Array("a: 1\nb: { c: 1, c: 2 }\na: 2\n'a': 3\n".utf8))
        #expect(
            document.repeatedKeys == [
                Fault(#""c" is given twice, the first time at 2:6; once is allowed"#, at: Place(line: 2, column: 12)),
                Fault(#""a" is given twice, the first time at 1:1; once is allowed"#, at: Place(line: 3, column: 1)),
                Fault(#""a" is given twice, the first time at 1:1; once is allowed"#, at: Place(line: 4, column: 1)),
            ])
        #expect(document.root?.entries.map(\.key) == ["a", "b"])
        #expect(document.root?.entries.first?.value.scalar == Scalar("1"))
    }
}

extension Node {
    var scalar: Scalar {
        if case .scalar(let scalar) = content { scalar } else { Scalar("no scalar") }
    }

    var items: [Node] {
        if case .sequence(let items) = content { items } else { [] }
    }

    var entries: [Entry] {
        if case .mapping(let entries) = content { entries } else { [] }
    }
}

import HTTP
import Testing

@Suite struct RequestTargetTests {
    @Test(
        "A path is split at its slashes first, then each segment is decoded once",
        arguments: [
            ("/", []),
            ("/cameras", ["cameras"]),
            ("/cam/front-door/frame", ["cam", "front-door", "frame"]),
            ("/cameras/", ["cameras", ""]),
            ("//", ["", ""]),
            ("//cameras", ["", "cameras"]),
            ("/cam//frame", ["cam", "", "frame"]),
            ("/%63am/x", ["cam", "x"]),
            ("/%63%61%6D", ["cam"]),
            ("/%25", ["%"]),
            ("/%252F", ["%2F"]),
            ("/%2563", ["%63"]),
            ("/a%20b", ["a b"]),
            ("/%C3%A9", ["é"]),
            ("/a+b", ["a+b"]),
            ("/...", ["..."]),
            ("/.well-known", [".well-known"]),
            ("/a%3Fb", ["a?b"]),
            ("/é", ["é"]),
            ("/cam/\u{301}x", ["cam", "\u{301}x"]),
        ] as [(String, [String])])
    func pathsBecomeSegments(text: String, segments: [String]) throws {
        #expect(try RequestTarget(text).segments == segments)
    }

    @Test(
        "What could be understood in two ways is refused, with the reason",
        arguments: [
            ("", "begins with /"),
            ("cameras", "begins with /"),
            ("http://host/cameras", "begins with /"),
            ("*", "begins with /"),
            ("?x", "begins with /"),
            ("/frame%2Fx", "encoded slashes"),
            ("/frame%2fx", "encoded slashes"),
            ("/frame%00x", "control character"),
            ("/frame%00", "control character"),
            ("/%1F", "control character"),
            ("/%7F", "control character"),
            ("/%0d%0aX-Injected:%201", "control character"),
            ("/.", "dot segments"),
            ("/..", "dot segments"),
            ("/cam/../frame", "dot segments"),
            ("/cam/%2e%2e/frame", "dot segments"),
            ("/cam/.%2E/frame", "dot segments"),
            ("/cam/%2e", "dot segments"),
            ("/%", "two hexadecimal digits"),
            ("/%4", "two hexadecimal digits"),
            ("/%zz", "two hexadecimal digits"),
            ("/%4/", "two hexadecimal digits"),
            ("/%+4", "two hexadecimal digits"),
            ("/%FF", "not UTF-8"),
            ("/%C3", "not UTF-8"),
            ("/%C0%AF", "not UTF-8"),
            ("/%ED%A0%80", "not UTF-8"),
            ("/a b", "control characters"),
            ("/a\u{7F}", "control characters"),
            ("/a\u{0}b", "control characters"),
            ("/a\r\nb", "control characters"),
            ("/x#y", "control characters, spaces and #"),
        ])
    func ambiguityIsRefused(text: String, reason: String) {
        let refused = #expect(throws: RequestTarget.Refused.self) { try RequestTarget(text) }
        #expect(refused?.reason.contains(reason) == true)
    }

    @Test(
        "The query begins at the first question mark and is kept as it came",
        arguments: [
            ("/frame", ""), ("/frame?", ""), ("/frame?a=1", "a=1"), ("/?a=?b", "a=?b"), ("/frame?%zz", "%zz"),
            ("/frame?1700000000", "1700000000"),
        ])
    func theQueryIsLeftAlone(text: String, query: String) throws {
        #expect(try RequestTarget(text).query == query)
    }

    @Test(
        "A query key has the decoded value of its first place",
        arguments: [
            ("after=12", "after", "12"),
            ("a=1&after=12&after=13", "after", "12"),
            ("after", "after", ""),
            ("after=", "after", ""),
            ("&&after=1&", "after", "1"),
            ("after=1=2", "after", "1=2"),
            ("after=%31%32", "after", "12"),
            ("name=front+door", "name", "front door"),
            ("name=a%2Bb", "name", "a+b"),
            ("path=a%2Fb", "path", "a/b"),
            ("path=..", "path", ".."),
            ("a=1&\u{301}&after=2", "after", "2"),
        ])
    func valuesAreDecoded(query: String, key: String, value: String) throws {
        #expect(try RequestTarget("/frame?\(query)").value(of: key) == value)
    }

    @Test(
        "A key that is not there, or whose value is no text, has no value",
        arguments: ["", "1700000000", "_=170", "after2=1", "AFTER=1", "x=after", "after=%", "after=%00", "after=%FF"])
    func noValue(query: String) throws {
        #expect(try RequestTarget("/frame?\(query)").value(of: "after") == nil)
    }

    @Test("A cache buster changes the query and nothing else")
    func cacheBustersDoNotMatter() throws {
        let plain = try RequestTarget("/cam/a/frame")
        #expect(try RequestTarget("/cam/a/frame?0.8127").segments == plain.segments)
        #expect(try RequestTarget("/cam/a/frame?t=1&t=2").segments == plain.segments)
    }
}

import Testing

@testable import Access

/// The Cookie header field.
@Suite struct CookieHeaderTests {
    private func values(_ header: String, of name: String = "hub") -> [String] {
        var values: [String] = []
        CookieHeader.search(header, for: Array(name.utf8)) { value in
            values.append(String(decoding: value.indices.map { value[$0] }, as: UTF8.self))
            return false
        }
        return values
    }

    @Test(
        "Every value of a name is found, among others and among garbage",
        arguments: [
            ("hub=1", ["1"]), ("a=b; hub=1", ["1"]), ("hub=1; a=b", ["1"]), ("hub=1; hub=2", ["1", "2"]),
            ("hub=1;hub=2", ["1", "2"]), ("  hub=1 ;\thub=2\t", ["1", "2"]), ("hub=", [""]), ("hub=a=b", ["a=b"]),
            ("hub=\"1\"", ["\"1\""]), (";;; hub=1;;", ["1"]), ("é=ö; hub=1; =x; y", ["1"]),
        ])
    func found(header: String, expected: [String]) {
        #expect(values(header) == expected)
    }

    @Test(
        "A name has to be the whole name, in this case",
        arguments: ["", "hub", "hub;", "Hub=1", "hub =1", "hubx=1", "xhub=1", "a=hub=1", "hub-device=1", "a=b, hub=1"])
    func notFound(header: String) {
        #expect(values(header).isEmpty)
    }

    @Test("A header of more than 8 KiB counts as none")
    func oversized() {
        let padding = String(repeating: "x", count: 8192 - "; hub=1".count)
        #expect(values(padding + "; hub=1") == ["1"])
        #expect(values(padding + "x; hub=1").isEmpty)
    }

    @Test("The search ends when it is told to")
    func stops() {
        var count = 0
        CookieHeader.search("hub=1; hub=2; hub=3", for: Array("hub".utf8)) { _ in
            count += 1
            return count == 2
        }
        #expect(count == 2)
    }
}

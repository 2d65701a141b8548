import HubTesting
import Posix
import Testing

/// Which files a pattern means.
@Suite struct FilePatternTests {
    private func names(_ pattern: String, in names: [String]) throws -> [String] {
        let folder = try TemporaryFolder()
        for name in names { try folder.write(name) }
        let paths = try FilePattern.paths(matching: "\(folder.path)/\(pattern)")
        #expect(paths.allSatisfy { $0.hasPrefix("\(folder.path)/") })
        return paths.map { String($0.dropFirst(folder.path.count + 1)) }
    }

    @Test(
        "A pattern finds what fits, in the order of the names",
        arguments: [
            ("*.jpg", ["1.jpg", "10.jpg", "2.jpg"]), ("?.jpg", ["1.jpg", "2.jpg"]), ("[ab].png", ["a.png", "b.png"]),
            ("2.jpg", ["2.jpg"]), ("*.gif", []), ("3.jpg", []), ("none/*", []),
        ])
    func patterns(pattern: String, expected: [String]) throws {
        let found = try names(pattern, in: ["b.png", "10.jpg", "2.jpg", "a.png", "1.jpg", "c.png"])
        #expect(found == expected)
    }

    @Test("A file whose name looks like a pattern is found by its name")
    func namesThatLookLikePatterns() throws {
        #expect(try names("a[1].jpg", in: ["a[1].jpg", "a1.jpg"]) == ["a[1].jpg"])
        #expect(try names("a[1].jpg", in: ["a1.jpg"]) == ["a1.jpg"])
    }
}

import Configuration
import Posix
import Testing

/// What is packaged beside the program says what the program knows.
@Suite struct PackageTests {
    private static let mappings = [
        "x", "limits: x", "tls: x", "admin: x", "cameras: { a: x }", "cameras: { a: { match: x } }",
    ]

    /// The file that is installed as /etc/camhub/camhub.yaml.
    private static func example() throws -> String { try text("camhub.yaml") }

    private static func text(_ name: String) throws -> String {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let bytes = try RegularFile.contents(of: "/\(root)/scripts/package.d/\(name)", limit: 1 << 20)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The same with each key that stands in a comment.
    private static func uncommented() throws -> String {
        try example().replacing(/(?m)^#((?:  )*[a-z][A-Za-z-]*:)/) { $0.output.1 }
    }

    @Test("The configuration that is installed says nothing, and would be sound with every key in it")
    func exampleIsSound() throws {
        let lines = try Self.example().split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("#") })
        #expect(faults(try Self.uncommented()) == [])
    }

    @Test("Every key is in that configuration and in its manual page", arguments: mappings)
    func everyKeyIsShown(mapping: String) throws {
        let example = try Self.uncommented()
        let manual = try Self.text("camhub.yaml.5")
        // What is said about a mapping that is none: all keys that it may have.
        let keys = try #require(faults(mapping).first?.split(separator: "any of the keys ").last)
        for key in keys.split(separator: ", ") {
            #expect(example.contains(try Regex(#"(^|\n|[{,] *| )\#(key): ?\S"#)) || example.contains("\n\(key):\n"))
            #expect(manual.contains(try Regex(#"[. ]\#(key)(?![A-Za-z])"#)), "\(key)")
        }
    }

    @Test("Every command and option is in the manual page and is completed", arguments: ["x", "--x"])
    func everyWordIsCompleted(wrong: String) throws {
        let fault = #expect(throws: UsageFault.self) { try Command(arguments: [wrong]) }
        // "Commands are a, b" or "Options are --a, --b"
        let words = try #require(fault?.description.split(separator: " are ").last)
        let (manual, completion) = (try Self.text("camhub.1"), try Self.text("camhub.bash"))
        for word in words.split(separator: ", ") {
            #expect(completion.contains(try Regex(#"[ '|]\#(word)[ ')|;]"#)), "\(word)")
            #expect(manual.contains("\(word.replacing("-", with: "\\-"))"), "\(word)")
        }
    }
}

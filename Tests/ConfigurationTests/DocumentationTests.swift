import Configuration
import Posix
import Testing

/// docs/configuration.md says what there is.
@Suite struct DocumentationTests {
    private let text: String

    init() throws {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let bytes = try RegularFile.contents(of: "/\(root)/docs/configuration.md", limit: 1 << 20)
        text = String(decoding: bytes, as: UTF8.self)
    }

    @Test("Each example is a sound configuration")
    func examplesAreSound() {
        let blocks = text.matches(of: /```yaml\n((?s:.*?))```/).map { String($0.output.1) }
        #expect(blocks.count == 4)
        for block in blocks {
            #expect(faults(block) == [], "\(block)")
        }
    }

    @Test(
        "Each key is described",
        arguments: ["x", "limits: x", "tls: x", "admin: x", "cameras: { a: x }", "cameras: { a: { match: x } }"])
    func keysAreDescribed(text: String) throws {
        // What is said about a mapping that is none: all keys that it may have.
        let keys = try #require(faults(text).first?.split(separator: "any of the keys ").last)
        for key in keys.split(separator: ", ") {
            let isDescribed = ["`\(key)`", "`\(key).", ".\(key)`"].contains { self.text.contains($0) }
            #expect(isDescribed, "\(key) is not described")
        }
    }
}

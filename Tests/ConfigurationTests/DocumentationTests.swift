import Configuration
import HubTesting
import Testing

/// The documents show what the program takes.
@Suite struct DocumentationTests {
    @Test("Each example is a sound configuration")
    func examplesAreSound() {
        let examples = Document.blocks("yaml")
        #expect(examples.count > 15)
        for (document, block) in examples {
            #expect(faults(block.text) == [], "\(document):\(block.line):\n\(block.text)")
        }
    }

    @Test("Each line that starts camhub or scripts/run is one that the program takes")
    func commandLines() {
        let blocks = (Document.blocks("sh") + Document.blocks("console")).flatMap { document, block in
            block.text.split(separator: "\n").map { (document, $0.trimmingPrefix("$ ")) }
        }
        let spans = Document.all.flatMap { document in document.spans.map { (document, $0[...]) } }
        let lines = (blocks + spans).compactMap { document, line in
            line.firstMatch(of: /^(?:sudo (?:-u \w+ )?)?(?:camhub|scripts\/run)(?: ([^#|]*))?(?:[#|].*)?$/).map {
                (document, $0.output.1 ?? "")
            }
        }
        #expect(lines.count > 15)
        for (document, line) in lines {
            // What is optional is given, and what stands for a number or an address is one.
            let words = line.filter { !"[]…".contains($0) }.split(separator: " ").map { word in
                ["N": "4", "URL": "http://camera.example/"][word] ?? String(word)
            }
            #expect(throws: Never.self, "\(document): camhub \(line)") { _ = try Command(arguments: words) }
        }
    }

    @Test(
        "Each key is described",
        arguments: ["x", "limits: x", "tls: x", "admin: x", "cameras: { a: x }", "cameras: { a: { match: x } }"])
    func keysAreDescribed(text: String) throws {
        let described = Document("docs/configuration.md").prose
        // What is said about a mapping that is none: all keys that it may have.
        let keys = try #require(faults(text).first?.split(separator: "any of the keys ").last)
        for key in keys.split(separator: ", ") {
            let isDescribed = ["`\(key)`", "`\(key).", ".\(key)`"].contains { described.contains($0) }
            #expect(isDescribed, "\(key) is not described")
        }
    }
}

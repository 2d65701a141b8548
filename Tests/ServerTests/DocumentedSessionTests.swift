import HubTesting
import Testing

/// What the documents show of a session on a terminal happens as they show it. How such a block is written stands in
/// docs/contributing.md.
@Suite(.timeLimit(.minutes(5))) struct DocumentedSessionTests {
    /// The hub that the documents speak of: four test cameras, one that is configured, and one without a PIN before it.
    private struct Scene {
        private let hub: RunningProgram
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            let text = """
                admin: { password: correct horse }
                defaults: { size: 320x240 }
                cameras:
                  workshop: { test: {} }
                  front-door: { test: {}, name: Front door, pin: 1357 }

                """
            let file = try folder.write("scene.yaml", Array(text.utf8))
            hub = try RunningProgram(["--config", file, "--demo", "4", "--listen", "127.0.0.1:0"], in: folder)
            // Whatever name and port the document has: the hub is behind it.
            let address = "connect-to = \"::127.0.0.1:\(try hub.port())\"\nmax-time = 10\n"
            try folder.write(".curlrc", Array(address.utf8))
        }

        /// Runs a line of a document in a folder of this scene.
        func run(_ line: Substring) throws -> RunningProgram.Ended {
            let programs = RunningProgram.path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
            return try RunningProgram(
                ["-c", "cd \(folder.path) && \(line)"], in: folder,
                environment: ["PATH": "\(programs):/usr/bin:/bin"], program: "/bin/bash"
            ).end(within: 20)
        }
    }

    static let documents = Document.all.filter { $0.blocks.contains { $0.kind == "console" } }

    @Test("Each line of a block of the kind `console` prints what stands below it", arguments: documents)
    func sessions(document: Document) throws {
        let scene = try Scene()
        for block in document.blocks where block.kind == "console" {
            for entry in block.text.split(separator: /(?m)^\$[ ]/) {
                let lines = entry.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
                let ended = try scene.run(lines[0])
                let expected = (lines.dropFirst().first ?? "").trimmingNewlines()
                let printed = ended.output.replacing("\r\n", with: "\n")[...].trimmingNewlines()
                #expect(
                    printed.matches(expected), "\(document):\(block.line): \(lines[0])\n\(printed)\n\(ended.errors)")
            }
        }
    }

    @Test("Each line of a block of the kind `sh` that calls curl or openssl does what it is for")
    func commands() throws {
        let scene = try Scene()
        let lines = Document.blocks("sh").flatMap { document, block in
            block.text.split(separator: "\n").map { (document, $0) }
        }
        let ours = lines.filter { $0.1.hasPrefix("curl ") || $0.1.hasPrefix("openssl ") }
        #expect(ours.count > 3)
        for (document, line) in ours {
            // A refusal is an answer, too, unless curl is told otherwise.
            let ended = try scene.run(line.replacing(/^curl\b/, with: "curl --fail"))
            #expect(ended.code == 0, "\(document): \(line)\n\(ended.output)\n\(ended.errors)")
        }
    }

    @Test(
        "Three dots stand for anything, and all else for itself",
        arguments: [
            ("abc", "abc", true), ("abc", "a…c", true), ("abc", "…", true), ("abc", "abc…", true),
            ("abc", "ab", false), ("abc", "bc", false), ("abc", "a…b", false), ("abcabc", "a…bc", true),
            ("a\nb\nc", "a\n…\nc", true), ("ab", "ab…b", false),
        ])
    func dots(text: String, pattern: String, isMatch: Bool) {
        #expect(text[...].matches(pattern[...]) == isMatch)
    }
}

extension Substring {
    /// Whether it is the pattern, in which `…` stands for anything.
    fileprivate func matches(_ pattern: Substring) -> Bool {
        let pieces = pattern.split(separator: "…", omittingEmptySubsequences: false)
        guard let first = pieces.first, let last = pieces.last, hasPrefix(first) else { return false }
        guard pieces.count > 1 else { return self == first }
        var rest = dropFirst(first.count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let found = rest.firstRange(of: piece) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(last)
    }

    fileprivate func trimmingNewlines() -> Substring {
        var rest = self
        while rest.last?.isNewline == true { rest.removeLast() }
        return rest
    }
}

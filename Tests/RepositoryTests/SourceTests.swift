import Testing

/// Rules that the compiler and the formatter do not know.
@Suite struct SourceTests {
    private let sources = Checkout.files(in: ["Sources", "web"], ending: [".swift"])
    /// All but this file, which names what it forbids.
    private let tests = Checkout.files(in: ["Tests"], ending: [".swift"]).filter { !$0.hasSuffix("/SourceTests.swift") }

    @Test("No file is longer than 400 lines: split it by what its parts are about")
    func filesAreShort() throws {
        let endings = [".swift", ".h", ".c", ".py", ".js", ".css", ".html"]
        for file in Checkout.files(in: ["Sources", "Tests", "web"], ending: endings) {
            let lines = try Checkout.text(file).count { $0.isNewline }
            #expect(lines <= 400, "\(file) has \(lines) lines")
        }
    }

    @Test("Where the compiler is told to trust us, a comment there or on the line above says why")
    func trustHasAReason() throws {
        let trust = /@unchecked Sendable|nonisolated\(unsafe\)|@preconcurrency/
        let comment = /(^|[^\/])\/\/ \S/
        for file in sources + tests {
            let lines = try Checkout.text(file).split(separator: "\n", omittingEmptySubsequences: false)
            for (above, line) in zip([""] + lines, lines) where line.contains(trust) {
                let isExplained = line.contains(comment) || above.contains(comment)
                #expect(isExplained, "\(file): say why this is safe: // reason: …\n\(line)")
            }
        }
    }

    @Test("No task is detached: whoever starts work waits for it")
    func noTaskIsDetached() throws {
        #expect(try Checkout.lines(of: sources, matching: /Task\.detached/) == [])
    }

    @Test("Nothing is public: the package has no other package above it; between targets it is `package`")
    func nothingIsPublic() throws {
        let pattern = /^\s*(@\w+ )*(public|open) +\w/
        #expect(try Checkout.lines(of: sources, matching: pattern) == [])
    }

    @Test("No test sleeps: wait for the event, or use a clock that the test moves")
    func noTestSleeps() throws {
        #expect(try Checkout.lines(of: tests, matching: /\bu?sleep\(/) == [])
    }
}

import Camera
import Crypto
import Glibc
import HubTesting
import Testing

/// `camhub pin`: what is typed or piped in becomes a hash, and is never shown.
@Suite(.timeLimit(.minutes(10))) struct PinCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func pipe(_ text: String) throws -> RunningProgram.Ended {
        let file = try folder.write("input", Array(text.utf8))
        return try RunningProgram(["pin"], in: folder, input: file).end()
    }

    /// Whether it is one line, and the hash of this secret.
    private func isHash(_ output: String, of secret: String) throws -> Bool {
        let hash = output.dropLast()
        guard output.last == "\n", !hash.contains("\n") else { return false }
        return try Yescrypt().isHash(Secret(String(hash)), of: Secret(secret))
    }

    @Test(
        "A PIN in the first line of standard input becomes one line, its hash, that the configuration takes",
        arguments: [("1357\n", "1357"), ("0123", "0123"), ("123456789012\nmore\n", "123456789012")])
    func piped(text: String, pin: String) throws {
        let ended = try pipe(text)
        #expect(ended.code == 0 && ended.errors == "")
        #expect(try isHash(ended.output, of: pin))
        let file = try folder.write("hub.yaml", Array("defaults: { pin: \"\(ended.output.dropLast())\" }\n".utf8))
        let check = try RunningProgram(["check-config", file], in: folder).end()
        #expect(check.code == 0 && check.output == "ok\n")
    }

    @Test("A password becomes a hash too, with a line that says what it is good for")
    func password() throws {
        let ended = try pipe("correct horse\n")
        #expect(ended.code == 0)
        #expect(try isHash(ended.output, of: "correct horse"))
        #expect(
            ended.errors
                == "camhub: this is no PIN, which has 4 to 12 digits: its hash is good for admin.password only\n")
    }

    @Test(
        "What cannot be either is one line that does not repeat it, and exit code 2",
        arguments: [
            ("135\n", "neither a PIN"), ("$y$j9T$abc\n", "neither a PIN"), ("\n", "neither a PIN"),
            ("13\u{7}57\n", "neither a PIN"), (String(repeating: "7", count: 2000), "neither a PIN"),
            ("", "there is no PIN"),
        ])
    func refused(text: String, words: String) throws {
        let ended = try pipe(text)
        #expect(ended.code == 2 && ended.output == "")
        #expect(ended.errors.hasPrefix("camhub: ") && ended.errors.contains(words))
        #expect(ended.errors.count { $0 == "\n" } == 1)
        #expect(text.count < 3 || !ended.errors.contains(text.dropLast()))
    }

    @Test("Two hashes of the same PIN are different")
    func salted() throws {
        let (one, other) = (try pipe("1357\n"), try pipe("1357\n"))
        #expect(one.code == 0 && other.code == 0 && one.output != other.output)
    }

    // MARK: - At a terminal

    /// Answers what it asks for, and waits for its end.
    private func type(_ keys: [String], at terminal: PseudoTerminal) throws -> RunningProgram.Ended {
        let program = try RunningProgram(["pin"], in: folder, input: terminal.path)
        for (prompt, keys) in zip(["PIN or password (not shown): ", "Once more: "], keys) {
            try program.waitForErrors(containing: prompt)
            #expect(try !terminal.isEchoing())
            try terminal.type(keys)
        }
        return try program.end()
    }

    @Test("At a terminal it asks twice, shows nothing of what is typed, and prints the hash alone on standard output")
    func typed() throws {
        let terminal = try PseudoTerminal()
        let ended = try type(["1357\n", "1357\n"], at: terminal)
        #expect(ended.code == 0)
        #expect(try isHash(ended.output, of: "1357"))
        try terminal.type("end")
        try terminal.wait(for: "end")
        #expect(terminal.shown == "\r\n\r\nend")
    }

    @Test(
        "However it ends, the terminal is as it was",
        arguments: [
            (["1357\n", "1357\n"], 0, "Once more: "), (["1357\n", "1358\n"], 2, "camhub: these two are not the same"),
            (["13\n"], 2, "camhub: this is neither"), (["\u{4}"], 2, "camhub: there is no PIN"),
            (["13\u{3}"], 1, "\ncamhub: interrupted: nothing was hashed\n"),
            (["1357\n", "\u{3}"], 1, "\ncamhub: interrupted: nothing was hashed\n"),
            // What would stop or abort it is only a letter.
            (["13\u{1A}57\n"], 2, "camhub: this is neither"), (["13\u{1C}57\n"], 2, "camhub: this is neither"),
        ] as [([String], CInt, String)])
    func restored(keys: [String], code: CInt, words: String) throws {
        let terminal = try PseudoTerminal()
        let before = try terminal.settings()
        let ended = try type(keys, at: terminal)
        #expect(ended.code == code && ended.errors.contains(words))
        #expect(ended.output.isEmpty == (code != 0))
        #expect(try terminal.settings() == before && terminal.isEchoing())
    }
}

import Camera
import Hub
import HubTesting
import Testing

/// `secrets.txt`, after people have been at it.
@Suite struct SecretsFileTests {
    private let folder: TemporaryFolder
    private let lines = LogLines()
    private let file: SecretsFile

    init() throws {
        folder = try TemporaryFolder()
        file = SecretsFile(directory: folder.path)
    }

    @Test("What was written is read again, and nobody is alarmed by it, nor by a file that is not there")
    func keeps() throws {
        #expect(file.read(lines.log()) == nil)
        let secrets = GeneratedSecrets(pin: Secret("135790"), adminPassword: Secret("a word"))
        try file.write(secrets)
        #expect(file.read(lines.log()) == secrets)
        #expect(lines.all == [])
    }

    @Test(
        "An edited file counts with the line ends of any system, and beside other lines",
        arguments: ["PIN: 1357\nadmin password: word", "\r\nPIN: 1357\r\nadmin password: word\r\n# by me\r\n"])
    func edited(text: String) throws {
        try folder.write("secrets.txt", Array(text.utf8))
        #expect(file.read() == GeneratedSecrets(pin: Secret("1357"), adminPassword: Secret("word")))
    }

    @Test(
        "What cannot be read as secrets is told, without what was written",
        arguments: [
            "", "\0\0", "PIN: 1357", "PIN: 1357 \nadmin password: word", "pin: 1357\nadmin password: word",
            "PIN: 135\nadmin password: word", "PIN: 1357\nadmin password: $y$",
            String(repeating: "1357\n", count: 1000),
        ])
    func unusable(text: String) throws {
        try folder.write("secrets.txt", Array(text.utf8))
        #expect(file.read(lines.log()) == nil)
        let line = try #require(lines.containing("was not taken").first)
        #expect(line.hasPrefix("warning: secrets: \(folder.path)/secrets.txt"))
        #expect(!line.replacing(folder.path, with: "").contains("135"))
    }

    @Test("A file that others can read or change is told")
    func mode() throws {
        try folder.write("secrets.txt", Array("PIN: 1357\nadmin password: word\n".utf8))
        #expect(file.read(lines.log()) != nil)
        #expect(lines.containing("chmod 600 \(folder.path)/secrets.txt").count == 1)
    }
}

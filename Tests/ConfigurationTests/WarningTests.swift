import Configuration
import Glibc
import Posix
import Testing

/// What is right in a configuration and still worth a warning.
@Suite struct WarningTests {
    private func warnings(_ text: String) throws -> [String] {
        try configuration(text).warnings(file: "hub.yaml").map { $0.line(file: "hub.yaml") }
    }

    @Test(
        "A hash, no secret at all, or a file that nobody has, is worth none",
        arguments: [
            "", "defaults: { pin: \(hash) }", "admin: { password: \(hash) }\ncameras: { a: { pin: \(hash) } }",
            "cameras: { a: { url: 'http://cam/video.mjpg?fps=5' }, b: { exec: [a, 'b@c://d'] }, c: { test: {} } }",
        ])
    func none(text: String) throws {
        #expect(try warnings(text) == [])
    }

    @Test("Secrets in plain text are named with their places, and so is what to do")
    func plain() throws {
        let one = try warnings("defaults:\n  pin: 135790\n")
        #expect(
            one == ["hub.yaml:2:3: defaults.pin is in plain text; better write the hash that `camhub pin` prints"])
        let several = try warnings(
            "cameras:\n  a: { pin: 1357 }\n  b: { pin: 2468 }\n  c: { pin: \(hash) }\nadmin: { password: hunter2 }\n")
        #expect(
            several == [
                "hub.yaml:2:8: cameras.a.pin, cameras.b.pin at 3:8 and admin.password at 5:10 are in plain text; "
                    + "better write the hashes that `camhub pin` prints"
            ])
    }

    @Test("Of very many keys some are named")
    func many() throws {
        let cameras = (1...40).map { "  c\($0): { pin: null }\n" }.joined()
        let lines = try warnings("cameras:\n\(cameras)")
        #expect(lines.count == 1 && lines[0].hasPrefix("hub.yaml:2:9: cameras.c1.pin, cameras.c2.pin at 3:9, "))
        #expect(lines[0].contains("cameras.c10.pin at 11:10 and 30 more are null"))
    }

    @Test("What is open to everyone is one line for the defaults and one for all cameras that say so")
    func open() throws {
        #expect(
            try warnings("defaults: { pin: null }\ncameras:\n  a: { pin: null }\n  b: {}\n  c: { pin: ~ }\n") == [
                "hub.yaml:1:13: defaults.pin is null: each camera without a pin of its own, also one never seen "
                    + "before, is open to everyone who reaches the hub",
                "hub.yaml:3:8: cameras.a.pin and cameras.c.pin at 5:8 are null: these cameras are open to everyone "
                    + "who reaches the hub",
            ])
        #expect(
            try warnings("cameras: { a: { pin: null } }") == [
                "hub.yaml:1:17: cameras.a.pin is null: this camera is open to everyone who reaches the hub"
            ])
    }

    @Test("A certificate that nobody looks at is worth a line, and one that is pinned is not")
    func unchecked() throws {
        let lines = try warnings(
            "cameras:\n  a: { url: https://a/, insecure: true }\n  b: { url: https://b/, insecure: false }\n")
        #expect(
            lines == [
                "hub.yaml:2:25: with cameras.a.insecure anyone on the way can show other pictures and read the "
                    + "camera's password; better write pinnedCertificate"
            ])
    }

    @Test("A key without a value opens nothing: it is a fault", arguments: ["defaults: { pin: }", "defaults:\n  pin:"])
    func unfinished(text: String) {
        #expect(faults(text).count == 1)
    }

    // MARK: - Files that others can read

    private final class File {
        let path: String

        init(_ text: String, mode: mode_t) throws {
            var template = Array("/tmp/camhub-warnings-XXXXXX".utf8CString)
            let descriptor = OwnedDescriptor(adopting: try valueOrErrno { mkstemp(&template) })
            path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            let bytes = Array(text.utf8)
            #expect(try valueOrErrno { write(descriptor.rawValue, bytes, bytes.count) } == bytes.count)
            try valueOrErrno { fchmod(descriptor.rawValue, mode) }
        }

        deinit { unlink(path) }

        /// What is said about the file as a whole.
        func warnings() throws -> [String] {
            let file = "a.yaml"
            return try Configuration(file: path).warnings(file: file).filter { $0.place == nil }
                .map { $0.line(file: file) }
        }
    }

    static let secrets = [
        "defaults: { pin: 1357 }", "cameras: { a: { pin: 1357 } }", "admin: { password: hunter2 }",
        "cameras: { a: { url: 'http://user:secret@cam/' } }", "cameras: { a: { url: 'http://cam/?a=1&Pwd=x' } }",
        "cameras: { a: { exec: [ffmpeg, -i, 'rtsp://user:secret@cam/1'] } }",
    ]

    @Test("A file with a secret that others can read is named, with its mode and what to do", arguments: secrets)
    func readable(text: String) throws {
        for (mode, digits) in [(0o644, "0644"), (0o660, "0660"), (0o604, "0604"), (0o620, "0620")] as [(mode_t, String)]
        {
            let file = try File(text, mode: mode)
            let expected = "a.yaml: it holds secrets, and its mode \(digits) opens it to others: chmod g-w,o= a.yaml"
            #expect(try file.warnings() == [expected])
        }
    }

    @Test("A file for its owner, or its group to read, is worth no such line", arguments: secrets)
    func unreadable(text: String) throws {
        for mode in [0o600, 0o400, 0o640] as [mode_t] {
            let file = try File(text, mode: mode)
            #expect(try file.warnings() == [])
        }
    }

    @Test(
        "A file without such secrets may be read by everyone",
        arguments: [
            "", "cameras: { a: { pin: null } }", "defaults: { pin: \(hash) }",
            "cameras: { a: { url: 'http://cam/?fps=5' } }",
        ])
    func harmless(text: String) throws {
        let file = try File(text, mode: 0o644)
        #expect(try file.warnings() == [])
    }
}

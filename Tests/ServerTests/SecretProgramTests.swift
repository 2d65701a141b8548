import Glibc
import HTTP
import HubTesting
import Posix
import Testing

/// The PIN and the password that the built program makes, where they are, and how they are exchanged.
@Suite(.timeLimit(.minutes(10))) struct SecretProgramTests {
    private struct Secrets: Equatable {
        let pin: String
        let password: String

        /// From the file that the hub writes for people.
        init(in folder: TemporaryFolder) throws {
            let path = folder.path + "/.local/state/camhub/secrets.txt"
            let text = String(decoding: try RegularFile.contents(of: path, limit: 4096), as: UTF8.self)
            pin = try #require(text.firstMatch(of: /\nPIN: (\d{6})\n/)).output.1.description
            password = try #require(text.firstMatch(of: /\nadmin password: ([0-9a-z-]{19})\n/)).output.1.description
        }
    }

    private func status(_ port: UInt16, _ user: String, _ password: String) throws -> Int {
        // Somebody stands behind the request, so that it is not this machine's own.
        let fields: KeyValuePairs = ["Authorization": String.basic(user, password), "Via": "1.1 somebody"]
        return try ByteSocket(port: port).ask(.get, "/cam/demo-1/settings", fields).status
    }

    @Test("At its first start it makes a PIN and a password, keeps them for itself, and they stay the same")
    func firstStart() throws {
        let folder = try TemporaryFolder()
        let first = try RunningProgram(["--listen", "0.0.0.0:0", "--demo", "1"], in: folder)
        let port = try first.port()
        let notice = try first.line(containing: "secrets.txt")
        let secrets = try Secrets(in: folder)
        for file in ["secrets.txt", "state.json"] {
            var facts = stat()
            #expect(stat("\(folder.path)/.local/state/camhub/\(file)", &facts) == 0)
            #expect(facts.st_mode & 0o777 == 0o600)
        }
        #expect(try status(port, "camhub", secrets.pin) == 200)
        #expect(try status(port, "admin", secrets.password) == 200)
        #expect(try status(port, "camhub", "00000000") == 401)
        #expect(try ByteSocket(port: port).ask(.get, "/cam/demo-1/settings").status == 200)
        first.signal(SIGTERM)
        let ended = try first.end()
        for secret in [secrets.pin, secrets.password] {
            #expect(!(notice + ended.output + ended.errors).contains(secret))
        }
        let second = try RunningProgram(["--listen", "127.0.0.1:0", "--demo", "1"], in: folder)
        #expect(try status(second.port(), "camhub", secrets.pin) == 200)
        #expect(try Secrets(in: folder) == secrets)
    }

    @Test("pin --reset makes new ones, which count in a running hub from the next SIGHUP on, and end old sessions")
    func reset() throws {
        let folder = try TemporaryFolder()
        let program = try RunningProgram(["--listen", "127.0.0.1:0", "--demo", "1"], in: folder)
        let port = try program.port()
        let old = try Secrets(in: folder)
        let client = try ByteSocket(port: port)
        let body = #"{"pin": "\#(old.pin)"}"#
        let fields: KeyValuePairs = [
            "Content-Type": "application/json", "Content-Length": String(body.utf8.count), "Via": "1.1 somebody",
        ]
        try client.send(ByteSocket.head(.post, "/cam/demo-1/login", fields) + body)
        let login = try client.readReply()
        let cookie = try #require(login.field("Set-Cookie")).prefix { $0 != ";" }.description
        let session: KeyValuePairs = ["Cookie": cookie, "Via": "1.1 somebody"]
        #expect(try ByteSocket(port: port).ask(.get, "/cam/demo-1/settings", session).status == 200)

        let reset = try RunningProgram(["pin", "--reset"], in: folder).end()
        #expect(reset.code == 0 && reset.errors == "" && reset.output.contains("SIGHUP"))
        let new = try Secrets(in: folder)
        #expect(new.pin != old.pin && new.password != old.password)
        #expect(!reset.output.contains(new.pin) && !reset.output.contains(new.password))

        program.signal(SIGHUP)
        _ = try program.logLine(containing: "reloaded")
        #expect(try status(port, "camhub", new.pin) == 200)
        #expect(try status(port, "camhub", old.pin) == 401)
        #expect(try status(port, "admin", old.password) == 401)
        #expect(try ByteSocket(port: port).ask(.get, "/cam/demo-1/settings", session).status == 401)
    }

    @Test("Where the file cannot be written the hub says what to do, and nobody comes in without a PIN")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        // A folder is in the file's place.
        try RegularFile.makeFolder(folder.path + "/.local/state/camhub/secrets.txt/inside")
        let program = try RunningProgram(["--listen", "127.0.0.1:0", "--demo", "1"], in: folder)
        let port = try program.port()
        #expect(try program.logLine(containing: "set pin under defaults").contains("secrets.txt"))
        #expect(try ByteSocket(port: port).ask(.get, "/cam/demo-1/settings", ["Via": "1.1 somebody"]).status == 401)
    }
}

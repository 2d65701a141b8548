import FoundationEssentials
import Glibc
import HTTP
import HubTesting
import Posix
import Testing

/// The command line of the built program: what it says, and how it ends.
@Suite(.timeLimit(.minutes(10))) struct ProgramTests {
    @Test(
        "Commands that only say something say it and end well",
        arguments: [
            (["--help"], "Usage:"), (["-h"], "Usage:"), (["--version"], "camhub "), (["serve", "--help"], "Usage:"),
        ] as [([String], String)])
    func saying(arguments: [String], words: String) throws {
        let ended = try RunningProgram(arguments).end()
        #expect(ended.code == 0)
        #expect(ended.output.contains(words))
        #expect(ended.errors == "")
    }

    @Test(
        "A command line that is wrong is one line about what is wrong, and exit code 2",
        arguments: [
            (["dance"], "dance"), (["--lisn", "x"], "--listen"), (["--listen"], "--listen"),
            (["--listen", "nonsense"], "nonsense"), (["--demo", "-1"], "--demo"), (["--log-level", "loud"], "loud"),
            (["check-config"], "needs the name of a file"), (["--demo", "1", "cameras"], "--demo"),
            (["pin", "1357"], "too many words"),
        ] as [([String], String)])
    func wrongUsage(arguments: [String], words: String) throws {
        let ended = try RunningProgram(arguments).end()
        #expect(ended.code == 2)
        #expect(ended.output == "")
        #expect(ended.errors.hasPrefix("camhub: ") && ended.errors.contains(words))
        #expect(ended.errors.count { $0 == "\n" } == 1)
    }

    @Test("check-config says ok, also of network cameras, and never repeats the secrets of an address")
    func checkConfiguration() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("camhub.yaml", Array("cameras: { a: { test: {} } }\n".utf8))
        let ended = try RunningProgram(["check-config", file], in: folder).end()
        #expect(ended.code == 0 && ended.output == "ok\n" && ended.errors == "")
        let text = "cameras: { a: { url: \"http://me:secret-word@camera.example/\" } }\n"
        let later = try folder.write("later.yaml", Array(text.utf8))
        let noted = try RunningProgram(["check-config", later], in: folder).end()
        #expect(noted.code == 0 && noted.output == "ok\n")
        #expect(!noted.errors.contains("secret-word"))
    }

    @Test("check-config and the hub warn of plain PINs, of a file that others can read, and of what is open to all")
    func warnings() throws {
        let folder = try TemporaryFolder()
        let text = "defaults: { pin: 135790 }\ncameras: { a: { test: {}, pin: null } }\n"
        let file = try folder.write("camhub.yaml", Array(text.utf8))
        #expect(chmod(file, 0o644) == 0)
        let expected = [
            "\(file): it holds secrets, and its mode 0644 opens it to others: chmod g-w,o= \(file)",
            "\(file):1:13: defaults.pin is in plain text; better write the hash that `camhub pin` prints",
            "\(file):2:27: cameras.a.pin is null: this camera is open to everyone who reaches the hub",
        ]
        let ended = try RunningProgram(["check-config", file], in: folder).end()
        #expect(ended.code == 0 && ended.output == "ok\n")
        #expect(expected.allSatisfy { ended.errors.contains("\($0)\n") } && !ended.errors.contains("135790"))
        let program = try RunningProgram(["--config", file, "--listen", "127.0.0.1:0"], in: folder)
        for line in expected { #expect(try program.logLine(containing: line) == "warning: configuration: \(line)") }
        #expect(chmod(file, 0o600) == 0)
        let closed = try RunningProgram(["check-config", file], in: folder).end()
        #expect(closed.code == 0 && !closed.errors.contains("chmod") && closed.errors.contains("plain text"))
    }

    @Test("check-config names each fault by file, line and column, and ends with 2")
    func faults() throws {
        let folder = try TemporaryFolder()
        let text = "lisen: [1]\ncameras:\n  a: { test: {}, fps: fast }\n"
        let file = try folder.write("camhub.yaml", Array(text.utf8))
        for arguments in [["check-config", file], ["--config", file]] {
            let ended = try RunningProgram(arguments, in: folder).end()
            let lines = ended.errors.split(separator: "\n")
            #expect(ended.code == 2 && ended.output == "")
            #expect(lines.count == 2)
            #expect(lines.first?.hasPrefix("\(file):1:1: ") == true && lines.first?.contains("listen") == true)
            #expect(lines.last?.hasPrefix("\(file):3:23: ") == true && lines.last?.contains("fps") == true)
        }
        let missing = try RunningProgram(["check-config", folder.path + "/none.yaml"], in: folder).end()
        #expect(missing.code == 2)
        #expect(missing.errors.hasPrefix(folder.path + "/none.yaml"))
    }

    @Test("cameras prints what is plugged in, also when nothing is")
    func cameras() throws {
        let ended = try RunningProgram(["cameras"]).end()
        #expect(ended.code == 0 && !ended.output.isEmpty)
    }

    @Test("A port in use is one line and exit code 1")
    func portInUse() throws {
        let first = try RunningProgram(["--listen", "127.0.0.1:0"])
        let port = try first.port()
        let ended = try RunningProgram(["--listen", "127.0.0.1:\(port)"]).end()
        #expect(ended.code == 1 && ended.output == "")
        #expect(
            ended.errors == "camhub: cannot listen on 127.0.0.1:\(port): Address already in use "
                + "(another program is there: stop it, or choose another address with --listen)\n")
    }

    @Test("Where every camera is opened on purpose it listens everywhere, and names every address")
    func openedOnPurpose() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("camhub.yaml", Array("defaults: { pin: null }\n".utf8))
        let program = try RunningProgram(["--config", file, "--listen", "0.0.0.0:0"], in: folder)
        let port = try program.port()
        #expect(try ByteSocket(port: port).ask(.get, "/status").status == 200)
    }

    @Test("It says where it is, and that only this machine can reach it")
    func announcement() throws {
        let folder = try TemporaryFolder()
        let program = try RunningProgram(
            ["--listen", "127.0.0.1:0", "--listen=unix:\(folder.path)/socket"], in: folder)
        let port = try program.port()
        #expect(try program.line(containing: "unix:") == "  unix:\(folder.path)/socket")
        #expect(try program.line(containing: "Only this machine").contains("--listen 0.0.0.0:8080"))
        #expect(try ByteSocket(port: port).ask(.get, "/").status == 200)
        #expect(try ByteSocket(path: folder.path + "/socket").ask(.get, "/cameras").status == 200)
        program.signal(SIGTERM)
        #expect(try program.end().code == 0)
        #expect(access(folder.path + "/socket", F_OK) != 0)
    }

    @Test("Without a place for its state it says so in one line, and ends with 1")
    func noStateDirectory() throws {
        let ended = try RunningProgram(["--listen", "127.0.0.1:0"], environment: ["HOME": ""]).end()
        #expect(ended.code == 1)
        #expect(ended.errors.contains("set stateDirectory in the configuration, or HOME"))
    }

    @Test("A damaged state file is set aside with a warning, and the hub starts")
    func damagedState() throws {
        let folder = try TemporaryFolder()
        try folder.write("state.json", Array("{ nonsense".utf8))
        let program = try RunningProgram(
            ["--listen", "127.0.0.1:0", "--demo", "1"], in: folder, environment: ["STATE_DIRECTORY": folder.path])
        #expect(try program.logLine(containing: "state.json was moved to").hasPrefix("warning: state: "))
        #expect(try ByteSocket(port: program.port()).ask(.get, "/cam/demo-1/settings").status == 200)
        let kept = try RegularFile.contents(of: folder.path + "/state.json.damaged", limit: 100)
        #expect(String(decoding: kept, as: UTF8.self) == "{ nonsense")
    }
}

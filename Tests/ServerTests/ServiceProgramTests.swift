import Camera
import Glibc
import HTTP
import HubTesting
import Posix
import Testing

/// The built program as a service manager runs it.
@Suite(.timeLimit(.minutes(5))) struct ServiceProgramTests {
    private let folder: TemporaryFolder
    private let manager: NotifySocket

    init() throws {
        folder = try TemporaryFolder()
        manager = try NotifySocket(folder.path + "/notify")
    }

    private func start(
        _ arguments: [String], watchdog: String? = nil, isLogForJournal: Bool = false, sockets: [CInt] = []
    ) throws -> RunningProgram {
        try RunningProgram(
            arguments, in: folder,
            environment: ["NOTIFY_SOCKET": manager.name].merging(watchdog.map { ["WATCHDOG_USEC": $0] } ?? [:]) { $1 },
            isLogForJournal: isLogForJournal, sockets: sockets)
    }

    @Test("It is ready when it listens, says how its cameras are, tells of a reload's begin and end, and of its stop")
    func life() throws {
        let file = try folder.write("camhub.yaml", Array("cameras: { a: { test: {} } }\n".utf8))
        let program = try start(["--listen", "127.0.0.1:0", "--config", file])
        #expect(try manager.next() == "READY=1")
        #expect(try manager.next() == "STATUS=1 camera: 1 idle")
        let port = try program.port()
        #expect(try ByteSocket(port: port).ask(.get, "/cam/a/frame").status == 200)
        #expect(try manager.next(beginning: "STATUS=1 camera: 1 streaming") != nil)

        for text in ["cameras: { a: { test: {} }, b: { test: {} } }\n", "nonsense: 1\n"] {
            try folder.write("camhub.yaml", Array(text.utf8))
            let before = MonotonicTime.now.nanoseconds / 1000
            program.signal(SIGHUP)
            let words = try #require(try manager.next(beginning: "RELOADING=1\nMONOTONIC_USEC="))
            let since = try #require(words.split(separator: "=").last.flatMap { Int64($0) })
            #expect((before...(MonotonicTime.now.nanoseconds / 1000)).contains(since))
            #expect(try manager.next(beginning: "READY=1") != nil)
        }
        let hasTold = manager.received.contains { $0.hasPrefix("STATUS=2 cameras: ") }
        #expect(try hasTold || manager.hears("STATUS=2 cameras: ", within: 5000))
        program.signal(SIGTERM)
        #expect(try manager.next(beginning: "STOPPING=1") != nil)
        #expect(try program.end().code == 0)
        #expect(!manager.received.contains("WATCHDOG=1"))
    }

    @Test("It feeds the watchdog while all its loops turn, and not while one of them hangs, whichever it is")
    func watchdog() throws {
        let program = try start(["--listen", "127.0.0.1:0", "--demo", "1"], watchdog: "200000")
        _ = try program.port()
        for name in ["http-0", "http-1", "registry", "hashes", "demo-1", "scale-0", "supervisor"] {
            #expect(try manager.hears("WATCHDOG=1", within: 5000))
            let stopped = try StoppedThread(name, of: program.process)
            // What it has said just before, and one feeding for which all had answered by then.
            while try manager.next(milliseconds: 150) == "WATCHDOG=1", manager.received.count < 1000 {}
            #expect(try !manager.hears("WATCHDOG=1", within: 700), "\(name) hangs")
            withExtendedLifetime(stopped) {}
        }
        #expect(try manager.hears("WATCHDOG=1", within: 5000))
        #expect(try program.logLine(containing: "no answer from http-0").hasPrefix("error: service: "))
    }

    @Test("It serves the sockets that it is passed instead of its own, and no program that it starts inherits anything")
    func activation() throws {
        let web = try ListeningSocket(.internet(host: "127.0.0.1", port: 0))
        let local = try ListeningSocket(.unix(folder.path + "/socket"))
        guard case .internet(_, let port) = web.endpoint else { return }
        let text = """
            listen: ["192.0.2.1:80"]
            cameras: { tool: { exec: [/bin/sh, -c, "{ env; ls -l /proc/self/fd; } > \(folder.path)/seen; exec cat"] } }

            """
        let file = try folder.write("camhub.yaml", Array(text.utf8))
        let program = try start(["--config", file], watchdog: "60000000", sockets: [web.rawValue, local.rawValue])
        #expect(try program.port() == port)
        #expect(try program.line(containing: "unix:") == "  unix:\(folder.path)/socket")
        #expect(try program.logLine(containing: "sockets that were passed").contains("listen is left alone"))
        #expect(try ByteSocket(port: port).ask(.get, "/status").status == 200)
        #expect(try ByteSocket(path: folder.path + "/socket").ask(.get, "/status").status == 200)

        let waiting = try ByteSocket(port: port)
        try waiting.send(ByteSocket.head(.get, "/cam/tool/frame"))
        #expect(try waiting.readReply().status == 503)
        let seen = String(decoding: try RegularFile.contents(of: folder.path + "/seen", limit: 100_000), as: UTF8.self)
        #expect(seen.contains("HOME=") && seen.contains("pipe:"))
        for word in ["LISTEN_", "NOTIFY_SOCKET", "WATCHDOG_", "socket:"] { #expect(!seen.contains(word), "\(word)") }

        program.signal(SIGTERM)
        #expect(try program.end().code == 0)
        // The manager keeps them, and who comes meanwhile is served by the next one.
        #expect(access(folder.path + "/socket", F_OK) == 0)
        let early = try ByteSocket(port: port)
        try early.send(ByteSocket.head(.get, "/status"))
        let next = try start(["--config", file], sockets: [web.rawValue])
        #expect(try early.readReply().status == 200)
        _ = try next.port()
    }

    @Test("It speaks HTTPS on a socket that it is passed")
    func secureActivation() throws {
        let made = try TestCertificate(in: folder)
        let text = "tls: { certificate: \(made.file), key: \(made.keyFile) }\n"
        let file = try folder.write("camhub.yaml", Array(text.utf8))
        let web = try ListeningSocket(.internet(host: "127.0.0.1", port: 0))
        let program = try start(["--config", file], sockets: [web.rawValue])
        let port = try program.port(scheme: "https")
        #expect(try ByteSocket(port: port, trusting: made).ask(.get, "/status").status == 200)
        #expect(try ByteSocket(port: port).ask(.get, "/").json["code"] == "https-only")
    }

    @Test("A passed socket that cannot be served is one line and exit code 1")
    func uselessSocket() throws {
        let datagrams = OwnedDescriptor(
            adopting: try valueOrErrno { socket(AF_INET, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0) })
        let ended = try start([], sockets: [datagrams.rawValue]).end()
        #expect(ended.code == 1 && ended.errors.contains("camhub: the socket 3 that the service manager has passed"))
    }

    @Test("Each line for the journal begins with its priority, and elsewhere none does")
    func journal() throws {
        let text = "defaults: { pin: null }\ncameras: { a: { test: {} } }\n"
        let file = try folder.write("camhub.yaml", Array(text.utf8))
        for isLogForJournal in [true, false] {
            let program = try start(
                ["--listen", "127.0.0.1:0", "--config", file, "--log-level", "debug"], isLogForJournal: isLogForJournal)
            let port = try program.port()
            #expect(try ByteSocket(port: port).ask(.get, "/cam/a/frame").status == 200)
            program.signal(SIGTERM)
            let lines = try program.end().errors.split(separator: "\n")
            #expect(lines.contains { $0.contains("info: a: opened") } && lines.contains { $0.contains("warning: ") })
            for line in lines {
                #expect(line.hasPrefix("<") == isLogForJournal, "\(line)")
                for (level, number) in [("error", 3), ("warning", 4), ("info", 6), ("debug", 7)]
                where isLogForJournal && line.dropFirst(3).hasPrefix(level) { #expect(line.hasPrefix("<\(number)>")) }
            }
        }
        try folder.write("camhub.yaml", Array("one: 1\ntwo: 2\n".utf8))
        let faulty = try start(["--config", file], isLogForJournal: true).end()
        #expect(faulty.code == 2 && faulty.errors.split(separator: "\n").count == 2)
        #expect(faulty.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("<3>\(file):") })
    }

    @Test("A manager's socket of another kind is one line and exit code 1")
    func uselessManager() throws {
        let ended = try RunningProgram(
            ["--listen", "127.0.0.1:0"], in: folder, environment: ["NOTIFY_SOCKET": "notify"]
        ).end()
        #expect(ended.code == 1 && ended.errors.contains("NOTIFY_SOCKET is notify"))
    }
}

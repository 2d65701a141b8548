import Glibc
import HTTP
import HubTesting
import Posix
import Testing

/// The built program with `tls` in its configuration.
@Suite(.timeLimit(.minutes(10))) struct TLSProgramTests {
    private let folder: TemporaryFolder
    private let made: TestCertificate

    init() throws {
        folder = try TemporaryFolder()
        made = try TestCertificate(in: folder)
    }

    private func configure(_ text: String? = nil) throws -> String {
        let tls = "tls: { certificate: \(made.file), key: \(made.keyFile) }\n"
        return try folder.write(
            "camhub.yaml", Array((text ?? tls + "cameras: { a: { test: {}, size: 160x120 } }\n").utf8))
    }

    private func start(_ arguments: [String] = []) throws -> RunningProgram {
        try RunningProgram(["--listen", "127.0.0.1:0", "--config", configure()] + arguments, in: folder)
    }

    private func put(_ certificate: TestCertificate) throws {
        for (from, to) in [(certificate.file, made.file), (certificate.keyFile, made.keyFile)] {
            try RegularFile.replace(to, with: try RegularFile.contents(of: from, limit: 10_000), mode: 0o600)
        }
    }

    /// Another certificate under the same names; the one that was there goes by the name that is returned.
    private func exchange() throws -> TestCertificate {
        let old = try TestCertificate("old", in: folder)
        let new = try TestCertificate("new", in: folder)
        for (from, to) in [(made.file, old.file), (made.keyFile, old.keyFile)] { try RegularFile.rename(from, to: to) }
        try put(new)
        return old
    }

    @Test("It says https, serves frames, events and pages over it, and plain HTTP over its Unix socket")
    func serving() throws {
        let program = try start(["--listen", "unix:\(folder.path)/socket"])
        let port = try program.port(scheme: "https")
        let client = try ByteSocket(port: port, trusting: made)
        for _ in 0..<5 { #expect(try client.ask(.get, "/cam/a/frame").bytes.starts(with: [0xFF, 0xD8, 0xFF])) }
        #expect(try client.ask(.get, "/").status == 200)
        #expect(try ByteSocket(port: port).ask(.get, "/").json["code"] == "https-only")
        #expect(try ByteSocket(path: folder.path + "/socket").ask(.get, "/status").status == 200)
        let events = try ByteSocket(port: port, trusting: made)
        try events.send(ByteSocket.head(.get, "/events"))
        #expect(try events.readHead().status == 200)
        let start = ContinuousClock.now
        program.signal(SIGTERM)
        #expect(try program.end().code == 0)
        #expect(start.duration(to: .now) < .seconds(2))
    }

    @Test("It sleeps while handshakes wait for their clients, and while nobody asks for anything")
    func sleeping() throws {
        let program = try start()
        let port = try program.port(scheme: "https")
        let resting = try ByteSocket(port: port, trusting: made)
        #expect(resting.status() == 200)
        let silent = try (0..<10).map { _ in try ByteSocket(port: port) }
        let begun = try (0..<10).map { _ in try ByteSocket(port: port) }
        for client in begun { try client.send(DoorTests.helloBeginning) }
        let greeted = try (0..<10).map { _ in try ByteSocket(port: port) }
        for client in greeted {
            try client.send(DoorTests.hello)
            #expect(try client.readSome()?.starts(with: [22, 3, 3]) == true)
        }
        #expect(try program.processorTime(inMilliseconds: 1500) < .milliseconds(200))
        withExtendedLifetime((silent, begun, greeted)) {}
        #expect(resting.status() == 200)
    }

    @Test("SIGHUP exchanges the certificate, and connections stay")
    func exchanging() throws {
        let program = try start()
        let port = try program.port(scheme: "https")
        let early = try ByteSocket(port: port, trusting: made)
        #expect(early.status() == 200)
        let old = try exchange()
        program.signal(SIGHUP)
        _ = try program.logLine(containing: "reloaded")
        #expect(try ByteSocket(port: port, trusting: made).status() == 200)
        #expect(try ByteSocket(port: port, trusting: old).status() == nil)
        #expect(early.status() == 200)
    }

    @Test("SIGHUP with files that cannot be used is one line that says what to do, and changes nothing")
    func brokenExchange() throws {
        let program = try start()
        let port = try program.port(scheme: "https")
        let old = try exchange()
        let whole = try RegularFile.contents(of: made.keyFile, limit: 10_000)
        for (key, words) in [
            (nil, "cannot read the key \(made.keyFile): No such file or directory (tls.key"),
            ([UInt8](), "there is no private key in \(made.keyFile)"),
            (try RegularFile.contents(of: old.keyFile, limit: 10_000), "the key in \(made.keyFile) is not the one"),
        ] {
            unlink(made.keyFile)
            if let key { try RegularFile.replace(made.keyFile, with: key, mode: 0o600) }
            program.signal(SIGHUP)
            let line = try program.logLine(containing: "nothing was changed")
            #expect(line.hasPrefix("error: configuration: nothing was changed: \(words)"))
            #expect(try ByteSocket(port: port, trusting: old).status() == 200)
        }
        try RegularFile.replace(made.keyFile, with: whole, mode: 0o644)
        program.signal(SIGHUP)
        #expect(
            try program.logLine(containing: "everyone").hasPrefix("warning: tls: everyone on this machine can read"))
        _ = try program.logLine(containing: "reloaded")
        #expect(try ByteSocket(port: port, trusting: made).status() == 200)
    }

    @Test("Files that cannot be used at the start are one line and exit code 2")
    func brokenStart() throws {
        unlink(made.file)
        let ended = try start().end()
        #expect(ended.code == 2 && ended.output == "")
        #expect(
            ended.errors == "camhub: cannot read the certificate \(made.file): No such file or directory "
                + "(tls.certificate in the configuration says where it is)\n")
    }

    @Test("Whether there is TLS at all waits for the next start, in both directions")
    func turnedOnAndOff() throws {
        let secure = try start()
        let port = try secure.port(scheme: "https")
        _ = try configure("defaults: { fps: 7 }\n")
        secure.signal(SIGHUP)
        #expect(try secure.logLine(containing: "tls has changed").contains("at the next start"))
        #expect(try ByteSocket(port: port, trusting: made).status() == 200)
        let plain = try RunningProgram(
            ["--listen", "127.0.0.1:0", "--config", "\(folder.path)/camhub.yaml"], in: folder)
        let plainPort = try plain.port()
        _ = try configure()
        plain.signal(SIGHUP)
        #expect(try plain.logLine(containing: "tls has changed").contains("at the next start"))
        #expect(try ByteSocket(port: plainPort).ask(.get, "/status").status == 200)
    }
}

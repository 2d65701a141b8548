import Glibc
import HTTP
import HubTesting
import Posix
import Testing

/// The built program while it serves small test cameras, which cost next to nothing.
@Suite(.timeLimit(.minutes(10))) struct ServingProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var file: String { folder.path + "/camhub.yaml" }

    private func configure(_ cameras: String) throws {
        let text = "defaults: { size: 160x120, fps: 10 }\ncameras: { \(cameras) }\n"
        try folder.write("camhub.yaml", Array(text.utf8))
    }

    private func start(
        _ cameras: String = "a: { test: {} }", _ arguments: [String] = [], descriptorLimit: Int? = nil
    ) throws -> RunningProgram {
        try configure(cameras)
        return try RunningProgram(
            ["--listen", "127.0.0.1:0", "--config", file] + arguments, in: folder, descriptorLimit: descriptorLimit)
    }

    @Test("Test cameras are there at once, are drawn as soon as somebody asks, and every frame is a JPEG")
    func frames() throws {
        let program = try start("a: { test: {} }, b: { test: {} }", ["--demo", "1"])
        let client = try ByteSocket(port: program.port())
        #expect(try client.ask(.get, "/cameras").json["cameras"]?.count == 3)
        var last = 0
        for _ in 0..<10 {
            let reply = try client.ask(.get, "/cam/b/frame")
            #expect(reply.status == 200)
            #expect(reply.bytes.starts(with: [0xFF, 0xD8, 0xFF]) && reply.bytes.suffix(2) == [0xFF, 0xD9])
            #expect(reply.field("X-Frame-Width") == "160" && reply.field("X-Frame-Height") == "120")
            let sequence = try #require(reply.field("X-Frame-Sequence").flatMap { Int($0) })
            #expect(sequence >= last)
            last = sequence
        }
        let cameras = try #require(try client.ask(.get, "/cameras").json["cameras"])
        #expect((0..<3).map { cameras[$0]?["state"] } == ["idle", "streaming", "idle"])
        #expect(cameras[2]?["id"] == "demo-1")
        #expect(try client.ask(.get, "/frame").status == 200)
    }

    @Test("SIGTERM and SIGINT end it well within two seconds, whatever its clients hold", arguments: [SIGTERM, SIGINT])
    func signals(number: CInt) throws {
        let program = try start()
        let port = try program.port()
        let streams = try (0..<20).map { _ in try ByteSocket(port: port) }
        for client in streams { try client.send(ByteSocket.head(.get, "/events")) }
        for client in streams { #expect(try client.readHead().status == 200) }
        let idle = try (0..<20).map { _ in try ByteSocket(port: port) }
        for client in idle { #expect(try client.ask(.get, "/cam/a/frame").status == 200) }
        let half = try ByteSocket(port: port)
        try half.send("GET / HT")
        let start = ContinuousClock.now
        program.signal(number)
        let ended = try program.end(within: 5)
        #expect(start.duration(to: .now) < .seconds(2))
        #expect(ended.code == 0)
        for client in streams + idle + [half] { while try client.readSome() != nil {} }
    }

    @Test("SIGHUP reads the configuration again: cameras come, change and go, and connections stay")
    func reload() throws {
        let program = try start("a: { test: {} }, b: { test: {} }")
        let client = try ByteSocket(port: program.port())
        #expect(try client.ask(.get, "/cam/a/frame").status == 200)
        try configure("a: { test: {}, fps: 7, name: Front }, c: { test: {} }")
        program.signal(SIGHUP)
        #expect(try program.logLine(containing: "reloaded").contains(file))
        // The log line comes before the cameras have followed.
        while try client.ask(.get, "/cam/c/settings").status == 404 {}
        let cameras = try #require(try client.ask(.get, "/cameras").json["cameras"])
        #expect([cameras[0]?["id"], cameras[1]?["id"]] == ["a", "c"] && cameras.count == 2)
        #expect(try client.ask(.get, "/cam/a/settings").json["targetFPS"] == 7)
        #expect(try client.ask(.get, "/cam/a/settings").json["name"] == "Front")
        #expect(try client.ask(.get, "/cam/b/frame").status == 404)
        #expect(try client.ask(.get, "/cam/c/frame").status == 200)
    }

    @Test("A faulty configuration changes nothing, and says so with its place")
    func faultyReload() throws {
        let program = try start()
        let client = try ByteSocket(port: program.port())
        let before = try client.ask(.get, "/cameras")
        for cameras in ["b: { tset: {} }", "b: [", "a: { test: {}, fps: 0 }"] {
            try configure(cameras)
            program.signal(SIGHUP)
            #expect(try program.logLine(containing: "\(file):").hasPrefix("error: configuration: \(file):2:"))
            #expect(try program.logLine(containing: "nothing was changed").contains("send SIGHUP again"))
            #expect(try client.ask(.get, "/cameras").field("ETag") == before.field("ETag"))
        }
        try configure("b: { test: {} }")
        program.signal(SIGHUP)
        while try client.ask(.get, "/cam/b/settings").status == 404 {}
    }

    @Test("Without descriptors left it sleeps, says so now and then, and recovers when some are free")
    func outOfDescriptors() throws {
        let program = try start(descriptorLimit: 60)
        let port = try program.port()
        #expect(try program.logLine(containing: "the system allows 60 open files").contains("LimitNOFILE"))
        var clients = try (0..<100).map { _ in try ByteSocket(port: port) }
        let line = try program.logLine(containing: "cannot accept a client")
        #expect(line.contains("Too many open files") && line.contains("raise the limit"))
        #expect(try program.processorTime(inMilliseconds: 1500) < .milliseconds(300))
        #expect(try clients[0].ask(.get, "/status").status == 200)
        clients = []
        #expect(try ByteSocket(port: port).ask(.get, "/status").status == 200)
        program.signal(SIGTERM)
        let ended = try program.end()
        #expect(ended.code == 0)
        #expect(ended.errors.split(separator: "\n").count { $0.contains("cannot accept") } < 20)
    }

    @Test("Where the system lets it, it takes as many descriptors as its connections need")
    func raisedLimit() throws {
        let program = try RunningProgram(
            ["-c", "ulimit -S -n 64; exec \"$0\" --demo 1 --listen 127.0.0.1:0", RunningProgram.path], in: folder,
            program: "/bin/sh")
        let port = try program.port()
        let clients = try (0..<100).map { _ in try ByteSocket(port: port) }
        for client in clients { #expect(try client.ask(.get, "/status").status == 200) }
    }

    @Test("With a thousand connections that ask for nothing, and a camera at rest, it sleeps")
    func idleCosts() throws {
        let program = try start()
        let port = try program.port()
        // As many addresses as the limit for each of them asks for.
        let clients = try (0..<1000).map { try ByteSocket(port: port, from: "127.0.1.\(1 + $0 / 100)") }
        for client in clients { #expect(try client.ask(.get, "/status").status == 200) }
        #expect(try program.processorTime(inMilliseconds: 2000) < .milliseconds(200))
        #expect(try program.memory() < 150_000_000)
    }

    @Test("Hundreds of requests of every kind leave neither memory nor descriptors behind")
    func noLeaks() throws {
        let program = try start()
        let port = try program.port()
        func round() throws {
            for raw in MalformedTests.lines + MalformedTests.fields + MalformedTests.bodies {
                let client = try ByteSocket(port: port)
                try? client.send(raw.text)
                client.finish()
                if raw.status != nil { _ = try client.readSome() }
            }
            for path in ["/cam/a/frame", "/cameras", "/none", "/status", "/", "/frame", "/cam/x/frame"] {
                #expect(try ByteSocket(port: port).ask(.get, path).status > 0)
                #expect(try ByteSocket(port: port).ask(.head, path).status > 0)
                // Gone before it is answered.
                let gone = try ByteSocket(port: port)
                try gone.send(ByteSocket.head(.get, path))
                gone.reset()
            }
            #expect(try ByteSocket(port: port).ask(.head, "/events").status == 200)
            let events = try ByteSocket(port: port)
            try events.send(ByteSocket.head(.get, "/events", ["Content-Length": "1"]) + "x")
            #expect(try events.readHead().status == 200)
        }
        for _ in 0..<10 { try round() }
        let (memory, files) = (try program.memory(), program.openFiles())
        for _ in 0..<50 { try round() }
        #expect(try program.growth(since: memory) < 4_000_000)
        // Clients that have gone are found out within a second or two, those of streams by the next ping.
        let start = ContinuousClock.now
        while program.openFiles() > files + 60, start.duration(to: .now) < .seconds(20) {
            #expect(try ByteSocket(port: port).ask(.get, "/status").status == 200)
        }
        #expect(program.openFiles() <= files + 60)
    }

    @Test("Frame after frame, its memory stays what it is")
    func framesAreGivenBack() throws {
        let program = try start("a: { test: {}, fps: 120, size: 320x240 }")
        let client = try ByteSocket(port: program.port())
        func frames(_ count: Int) throws {
            var last = ""
            for _ in 0..<count {
                var reply = try client.ask(.get, "/cam/a/frame", ["If-None-Match": last])
                while reply.status == 304 { reply = try client.ask(.get, "/cam/a/frame", ["If-None-Match": last]) }
                #expect(reply.status == 200)
                last = reply.field("ETag") ?? ""
            }
        }
        try frames(50)
        let memory = try program.memory()
        try frames(150)
        // A frame has some ten kilobytes.
        #expect(try program.growth(since: memory) < 700_000)
    }

    @Test("What stands in a query is never logged, at no level")
    func queriesAreNotLogged() throws {
        let program = try start("a: { test: {} }", ["--log-level", "debug"])
        let port = try program.port()
        for path in ["/cam/a/frame?pin=12345", "/none?pin=12345", "/a%zz?pin=12345", "/cam/x/frame?pin=%00;12345"] {
            #expect(try ByteSocket(port: port).ask(.get, path).status > 0)
        }
        program.signal(SIGTERM)
        let ended = try program.end()
        #expect(ended.code == 0)
        #expect(!ended.errors.contains("12345") && !ended.output.contains("12345"))
    }
}

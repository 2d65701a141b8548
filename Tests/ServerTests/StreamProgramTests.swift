import Camera
import Glibc
import HTTP
import HubTesting
import MJPEG
import Posix
import Testing

/// The built program while clients hold streams of a test camera.
@Suite(.timeLimit(.minutes(10))) struct StreamProgramTests {
    private func start(_ cameras: String) throws -> RunningProgram {
        let folder = try TemporaryFolder()
        let limits = "limits: { connections: 4096, connectionsPerAddress: 4096 }\n"
        let file = try folder.write("camhub.yaml", Array("\(limits)cameras: { \(cameras) }\n".utf8))
        return try RunningProgram(
            ["--listen", "127.0.0.1:0", "--listen", "unix:\(folder.path)/socket", "--config", file], in: folder)
    }

    /// Reads a picture and the boundary after it.
    private func picture(_ client: ByteSocket) throws -> [UInt8] {
        #expect(try client.readLine() == "Content-Type: image/jpeg")
        let length = try #require(Int(try client.readLine().dropFirst("Content-Length: ".count)))
        while try !client.readLine().isEmpty {}
        let bytes = try client.read(length)
        #expect(bytes.starts(with: [0xFF, 0xD8]) && bytes.suffix(2) == [0xFF, 0xD9])
        #expect(try client.readLine() == "" && client.readLine() == "--camhubframe")
        return bytes
    }

    private func watch(_ client: ByteSocket) throws -> ByteSocket {
        try client.send(ByteSocket.head(.get, "/cam/a/stream"))
        #expect(try client.readHead().status == 200)
        #expect(try client.readLine() == "--camhubframe")
        return client
    }

    @Test("TCP and Unix sockets bring the same stream")
    func sockets() throws {
        let program = try start("a: { test: {}, size: 320x240, fps: 60, pin: null }")
        let tcp = try watch(ByteSocket(port: program.port()))
        let unix = try watch(ByteSocket(path: program.folder.path + "/socket"))
        for _ in 0..<30 { #expect(try !picture(tcp).isEmpty && !picture(unix).isEmpty) }
    }

    @Test("The reader that takes in network cameras finds nothing odd in the hub's own stream")
    func ownReader() throws {
        let program = try start("a: { test: {}, size: 320x240, fps: 60, pin: null }")
        let client = try ByteSocket(port: program.port())
        try client.send(ByteSocket.head(.get, "/cam/a/stream"))
        let type = try #require(try client.readHead().field("Content-Type"))
        var reader = MJPEGReader(boundary: MultipartBoundary(contentType: type))
        var count = 0
        while count < 30 {
            let bytes = try #require(try client.readSome())
            reader.feed(bytes.span.bytes)
            while let found = reader.next() {
                guard case .picture(let picture) = found else { throw RunningProgram.Failure(description: "\(found)") }
                #expect(picture.size == Size(width: 320, height: 240))
                count += 1
            }
        }
        #expect(reader.hasBoundaries && reader.anomalies == [:])
    }

    @Test("A hundred clients that do not read cost little memory each, and slow nobody")
    func memory() throws {
        let program = try start("a: { test: {}, size: 1280x720, fps: 30, pin: null }")
        let port = try program.port()
        let reader = try watch(ByteSocket(port: port))
        for _ in 0..<10 { _ = try picture(reader) }
        let before = try program.memory()
        let stuck = try (0..<100).map { _ in try watch(ByteSocket(port: port, receiveBuffer: 4096)) }
        let start = ContinuousClock.now
        for _ in 0..<60 { _ = try picture(reader) }
        #expect(start.duration(to: .now) < .seconds(10))
        // Each may hold a picture of its own, of some 60 KB.
        #expect(try program.growth(since: before) < 100 * 100_000)
        withExtendedLifetime(stuck) {}
    }

    @Test("SIGTERM ends streams after a whole picture, and the program within two seconds, whoever does not read")
    func stopping() throws {
        let program = try start("a: { test: {}, size: 640x480, fps: 30, pin: null }")
        let port = try program.port()
        let clients = try (0..<20).map { _ in try watch(ByteSocket(port: port)) }
        let stuck = try (0..<20).map { _ in try watch(ByteSocket(port: port, receiveBuffer: 4096)) }
        for client in clients { _ = try picture(client) }
        let start = ContinuousClock.now
        program.signal(SIGTERM)
        #expect(try program.end(within: 5).code == 0)
        #expect(start.duration(to: .now) < .seconds(2))
        for client in clients {
            var rest: [UInt8] = []
            while let some = try client.readSome() { rest += some }
            #expect(rest.isEmpty || rest.suffix(17) == Array("\r\n--camhubframe\r\n".utf8)[...])
        }
        withExtendedLifetime(stuck) {}
    }

    @Test("A new PIN ends the stream within a second")
    func pinChange() throws {
        let program = try start("a: { test: {}, size: 320x240, fps: 30, pin: 1357 }")
        let client = try ByteSocket(port: program.port())
        let basic = String.basic("camhub", "1357")
        try client.send(ByteSocket.head(.get, "/cam/a/stream", ["Authorization": basic]))
        #expect(try client.readHead().status == 200)
        #expect(try client.readLine() == "--camhubframe")
        for _ in 0..<5 { _ = try picture(client) }
        let text = "cameras: { a: { test: {}, size: 320x240, fps: 30, pin: 2468 } }\n"
        try program.folder.write("camhub.yaml", Array(text.utf8))
        program.signal(SIGHUP)
        _ = try program.logLine(containing: "reloaded")
        let start = ContinuousClock.now
        while try client.readSome() != nil {}
        #expect(start.duration(to: .now) < .seconds(1))
    }
}

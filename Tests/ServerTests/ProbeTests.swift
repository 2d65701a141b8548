import HubTesting
import Posix
import Testing

/// `camhub probe`, of another hub and of what is no camera.
@Suite(.timeLimit(.minutes(10))) struct ProbeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func start() throws -> RunningProgram {
        let cameras = "cameras: { a: { test: {}, size: 320x240, fps: 10, pin: null }, b: { test: {}, pin: 2468 } }\n"
        let file = try folder.write("camhub.yaml", Array(cameras.utf8))
        return try RunningProgram(["--listen", "127.0.0.1:0", "--config", file], in: folder)
    }

    private func probe(_ words: String...) throws -> RunningProgram.Ended {
        try RunningProgram(["probe"] + words, in: try TemporaryFolder()).end()
    }

    @Test("Of a stream it says what it is, how large and fast, and what to write; the first picture is saved")
    func stream() throws {
        let hub = try start()
        let port = try hub.port()
        let picture = folder.path + "/first.jpg"
        let address = "http://127.0.0.1:\(port)/cam/a/stream"
        let ended = try probe(address, "--save", picture)
        #expect(ended.code == 0 && ended.errors == "")
        let lines = ended.output.split(separator: "\n").map(String.init)
        #expect(lines.first == address)
        #expect(lines.contains("  kind       a stream of parts with boundaries"))
        #expect(lines.contains("  type       multipart/x-mixed-replace;boundary=camhubframe"))
        #expect(lines.contains("  size       320x240"))
        #expect(lines.contains("  anomalies  none") && lines.contains("  broken     none"))
        let rate = lines.first { $0.hasPrefix("  rate") }.flatMap { Double($0.split(separator: " ")[1]) }
        #expect((8...12).contains(try #require(rate)))
        #expect(ended.output.contains("cameras:\n  camera: { url: \"\(address)\", fps: "))
        let bytes = try RegularFile.contents(of: picture, limit: 1 << 20)
        #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF]) && bytes.suffix(2) == [0xFF, 0xD9])
    }

    @Test("Of a single picture it says so, and a password that opens it is not shown")
    func still() throws {
        let hub = try start()
        let port = try hub.port()
        let ended = try probe("http://camhub:2468@127.0.0.1:\(port)/cam/b/frame?x=1")
        #expect(ended.code == 0)
        #expect(ended.output.contains("  kind       a single picture, to be asked for again and again\n"))
        #expect(ended.output.contains("url: \"http://USER:PASSWORD@127.0.0.1:\(port)/cam/b/frame?…\""))
        #expect(!ended.output.contains("2468"))
    }

    @Test(
        "What is no camera is one error that says what there is, and exit code 1",
        arguments: [
            ("/cam/b/stream", "wants a user and a password"), ("/nothing", "(status 404)"),
            ("/", "this is a page for people"),
        ])
    func noCamera(path: String, words: String) throws {
        let hub = try start()
        let port = try hub.port()
        let ended = try probe("http://127.0.0.1:\(port)\(path)")
        #expect(ended.code == 1 && ended.output == "")
        #expect(ended.errors.hasPrefix("camhub: ") && ended.errors.contains(words))
        #expect(!ended.errors.contains("of camera"))
    }

    @Test("Nobody at the address is told at once")
    func nobody() throws {
        let start = ContinuousClock.now
        let ended = try probe("http://127.0.0.1:9/video")
        #expect(ended.code == 1 && ended.errors.contains("127.0.0.1:9 cannot be reached"))
        #expect(start.duration(to: .now) < .seconds(5))
    }
}

import Camera
import HTTP
import HubTesting
import JPEG
import Testing

/// The built program's pictures: turned and made smaller, as a client decodes them.
@Suite(.timeLimit(.minutes(10))) struct PictureProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let size = Size(width: 320, height: 176)
    private static let admin: KeyValuePairs = [
        "Authorization": String.basic("admin", "correct horse"), "Content-Type": "application/json",
    ]

    /// A replay camera whose picture is dark on its left and bright on its right, and a test camera.
    private func start(_ settings: String = "") throws -> RunningProgram {
        let samples = (0..<Self.size.area).map { $0 % Self.size.width < Self.size.width / 2 ? UInt8(40) : 200 }
        var encoder = try JPEGEncoder()
        let bytes = try encoder.encode(
            samples.span.bytes, as: RawLayout(format: .grey, size: Self.size), quality: 90)
        let path = try folder.write("halves.jpg", Array(bytes.buffer))
        let file = try folder.write(
            "camhub.yaml",
            Array(
                """
                admin: { password: correct horse }
                defaults: { pin: null, fps: 50\(settings) }
                cameras: { loop: { replay: \(path) }, test: { test: {}, size: 320x240 } }
                """.utf8))
        return try RunningProgram(["--listen", "127.0.0.1:0", "--config", file], in: folder)
    }

    private func decoded(_ bytes: [UInt8]) throws -> RGBPicture { try JPEGDecoder().decode(bytes.span.bytes) }

    private func picture(_ client: ByteSocket, _ target: String) throws -> RGBPicture {
        let reply = try client.ask(.get, target)
        try #require(reply.status == 200)
        let picture = try decoded(reply.bytes)
        #expect(reply.field("X-Frame-Width") == String(picture.size.width))
        #expect(reply.field("X-Frame-Height") == String(picture.size.height))
        return picture
    }

    private func patch(_ client: ByteSocket, _ body: String) throws {
        let fields = Self.admin.map { ($0.key, $0.value) } + [("Content-Length", String(body.utf8.count))]
        let lines = fields.map { "\($0.0): \($0.1)\r\n" }.joined()
        try client.send("PATCH /cam/loop/settings HTTP/1.1\r\nHost: localhost\r\n\(lines)\r\n\(body)")
        #expect(try client.readReply().status == 200)
    }

    @Test("Every width comes as the smallest picture that is not below it, and is known again by its tag")
    func widths() throws {
        let program = try start()
        let client = try ByteSocket(port: program.port())
        for (width, expected) in [(1, 40), (40, 40), (41, 80), (160, 160), (161, 320), (5000, 320), (-1, 40)] {
            for camera in ["loop", "test"] {
                let picture = try picture(client, "/cam/\(camera)/frame?width=\(width)")
                #expect(picture.size.width == expected && picture.warning == nil)
            }
            #expect(try picture(client, "/cam/loop/snapshot?width=\(width)")[expected - 3, 10].x > 160)
            #expect(try picture(client, "/frame?width=\(width)")[2, 10].x < 80)
        }
        // A frame is there for a fiftieth of a second: sooner or later one is asked for twice.
        while true {
            let reply = try client.ask(.get, "/cam/loop/frame?width=80")
            let tag = try #require(reply.field("ETag"))
            let again = try client.ask(.get, "/cam/loop/frame?width=80", ["If-None-Match": tag])
            guard again.status == 304 else { continue }
            #expect(again.field("ETag") == tag && tag.hasSuffix("-w80\""))
            #expect(again.field("X-Frame-Width") == "80" && again.bytes.isEmpty)
            break
        }
    }

    @Test("A turn that is patched in is in force with the very next answer, in every size, and in the list")
    func turns() throws {
        let program = try start()
        let client = try ByteSocket(port: program.port())
        #expect(try client.ask(.get, "/cam/loop/frame").status == 200)
        // Where the dark half is: left, top, right, bottom.
        for (rotation, flip, dark) in [(90, "none", 1), (180, "none", 2), (270, "vertical", 1), (0, "horizontal", 2)] {
            try patch(client, #"{"rotate": \#(rotation), "flip": "\#(flip)"}"#)
            let status = try client.ask(.get, "/cam/loop/status").json
            let isOnItsSide = rotation % 180 == 90
            #expect(status["width"] == (isOnItsSide ? 176 : 320))
            for query in ["", "?width=60"] {
                let picture = try picture(client, "/cam/loop/frame\(query)")
                let (width, height) = (picture.size.width, picture.size.height)
                #expect((width > height) != isOnItsSide)
                let places = [(2, height / 2), (width / 2, 2), (width - 3, height / 2), (width / 2, height - 3)]
                #expect(picture[places[dark].0, places[dark].1].x < 80)
                let opposite = places[(dark + 2) % 4]
                #expect(picture[opposite.0, opposite.1].x > 160)
            }
        }
    }

    @Test("A turn of the configuration, for a drawn picture and for a stream of small ones")
    func configuredTurn() throws {
        let program = try start(", rotate: 90")
        let port = try program.port()
        #expect(try picture(ByteSocket(port: port), "/cam/test/frame").size == Size(width: 240, height: 320))
        let client = try ByteSocket(port: port)
        try client.send(ByteSocket.head(.get, "/cam/loop/stream?width=80"))
        #expect(try client.readHead().status == 200)
        for _ in 0..<3 {
            var length = 0
            while true {
                let line = try client.readLine()
                if line.hasPrefix("Content-Length: ") { length = Int(line.dropFirst(16)) ?? 0 }
                if line.isEmpty, length > 0 { break }
            }
            let picture = try decoded(client.read(length))
            #expect(picture.size == Size(width: 88, height: 160))
            #expect(picture[44, 3].x < 80 && picture[44, 156].x > 160)
        }
    }

    @Test("Hundreds who ask for small pictures at once are all answered, and its memory stays what it is")
    func crowd() throws {
        let program = try start()
        let port = try program.port()
        let clients = try (0..<100).map { try ByteSocket(port: port, from: "127.0.2.\(1 + $0 / 50)") }
        func round() throws {
            for (number, client) in clients.enumerated() {
                try client.send(ByteSocket.head(.get, "/cam/test/frame?width=\([40, 80, 160][number % 3])"))
            }
            for (number, client) in clients.enumerated() {
                let reply = try client.readReply()
                #expect(reply.status == 200 && reply.field("X-Frame-Width") == String([40, 80, 160][number % 3]))
            }
        }
        for _ in 0..<10 { try round() }
        let memory = try program.memory()
        for _ in 0..<30 { try round() }
        #expect(try program.growth(since: memory) < 3_000_000)
    }
}

import Camera
import HTTP
import Hub
import HubTesting
import Posix
import Testing

/// `/cam/<id>/stream`, as a server would serve it.
@Suite(.timeLimit(.minutes(1))) struct StreamTests {
    private let demo = HubConfiguration(cameras: [.test("demo")])

    private func watch(_ hub: TestHub, _ query: String = "", from address: String = "192.0.2.7") throws -> Spectator {
        let asked = try hub.client.send(.get, "/cam/demo/stream\(query)", from: address)
        return Spectator(try #require(asked.parts))
    }

    @Test("Its bytes are an opening, then for each picture a head, the picture and the next boundary")
    func framing() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frame(bytes: [0xFF, 0xD8, 1, 0xFF, 0xD9]))
            let takenAt = hub.time.now.unixMicroseconds
            let asked = try hub.client.send(.get, "/cam/demo/stream?1700000000")
            let reply = await asked.reply
            #expect(reply.status == 200)
            let fields: KeyValuePairs = [
                "Content-Type": "multipart/x-mixed-replace;boundary=camhubframe", "Pragma": "no-cache", "Expires": "0",
                "Cache-Control": "no-cache, no-store, must-revalidate", "X-Accel-Buffering": "no",
            ]
            for (name, value) in fields { #expect(reply.field(name) == value) }
            let spectator = Spectator(try #require(asked.parts))
            #expect(spectator.take() == Array("--camhubframe\r\n".utf8))
            let part = try #require(spectator.take())
            let text = String(decoding: part, as: UTF8.self)
            let stamp = try #require(
                try /^Content-Type: image\/jpeg\r\nContent-Length: 5\r\nX-Timestamp: (\d+)\.(\d{6})\r\n\r\n/
                    .firstMatch(in: text))
            let microseconds = try #require(Int64(stamp.output.1 + stamp.output.2))
            #expect(abs(microseconds - takenAt) < 5000)
            let head = stamp.output.0.utf8.count
            #expect(Array(part[head...]) == [0xFF, 0xD8, 1, 0xFF, 0xD9] + Array("\r\n--camhubframe\r\n".utf8))
            source.push(.frame(bytes: [2]))
            await hub.time.settle()
            #expect(spectator.takePicture() == [2])
            spectator.close()
        }
    }

    @Test("All clients of a frame are sent the same memory: its head is made once, its picture is not copied")
    func sharedParts() async throws {
        try await withHub(demo) { hub in
            try await hub.stream("demo", .frame(bytes: [1]))
            let spectators = try (0..<3).map { _ in try watch(hub) }
            for spectator in spectators { _ = spectator.take() }
            let parts = spectators.compactMap { spectator -> ObjectIdentifier? in
                if case .part(let part) = spectator.look() { ObjectIdentifier(part) } else { nil }
            }
            #expect(parts.count == 3 && Set(parts).count == 1)
            for spectator in spectators { spectator.close() }
        }
    }

    @Test("While the camera starts nothing comes, and with its first frame the stream is woken")
    func starting() async throws {
        try await withHub(demo) { hub in
            let spectator = try watch(hub)
            #expect(spectator.take() == Array("--camhubframe\r\n".utf8))
            #expect(spectator.take() == nil && !spectator.hasEnded)
            await hub.time.settle()
            let source = try #require(hub.opener.source("demo"))
            #expect(spectator.wakeCount == 0)
            source.push(.frame(bytes: [1]))
            await hub.time.settle()
            #expect(spectator.wakeCount == 1)
            #expect(spectator.takePicture() == [1])
            spectator.close()
        }
    }

    @Test("A client that takes its time gets the newest picture, and is woken once for all that it missed")
    func slowClients() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frame(bytes: [1]))
            let spectator = try watch(hub)
            _ = spectator.take()
            #expect(spectator.takePicture() == [1])
            #expect(spectator.take() == nil)
            for number in UInt8(2)...9 {
                source.push(.frame(bytes: [number]))
                await hub.time.settle()
            }
            #expect(spectator.wakeCount == 1)
            #expect(spectator.takePicture() == [9])
            #expect(spectator.take() == nil)
            spectator.close()
        }
    }

    @Test("A picture for which there was no room gives way to a newer one")
    func unbegunParts() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frame(bytes: [1]))
            let spectator = try watch(hub)
            _ = spectator.take()
            for number in UInt8(1)...3 {
                guard case .part(let part) = spectator.look() else {
                    Issue.record("there is a picture")
                    return
                }
                #expect(Array(part.pieces[1].buffer) == [number])
                source.push(.frame(bytes: [number + 1]))
                await hub.time.settle()
            }
            #expect(spectator.takePicture() == [4])
            spectator.close()
        }
    }

    @Test("A thousand streams are each woken by each frame, and all get it")
    func thousands() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frame(bytes: [1]))
            let spectators = try (0..<1000).map { _ in try watch(hub) }
            for spectator in spectators { _ = spectator.take() }
            for number in UInt8(1)...3 {
                for spectator in spectators {
                    #expect(spectator.takePicture() == [number])
                    #expect(spectator.take() == nil)
                }
                source.push(.frame(bytes: [number + 1]))
                await hub.time.settle()
            }
            #expect(spectators.allSatisfy { $0.wakeCount == 3 })
            for spectator in spectators { spectator.close() }
        }
    }

    @Test("A camera that is silent or gone repeats its last picture every five seconds, and goes on when it is back")
    func repetition() async throws {
        let node = VideoNode.usb(0, serial: "A")
        try await withHub(HubConfiguration(cameras: [.device("demo", serial: "A")])) { hub in
            await hub.plug(node)
            let source = try await hub.stream("demo", .frame(bytes: [1]))
            let spectator = try watch(hub)
            _ = spectator.take()
            #expect(spectator.takePicture() == [1])
            #expect(spectator.pause == .seconds(5))
            await hub.time.advance(by: .seconds(2))
            #expect(spectator.pause == .seconds(3))
            await hub.unplug(node)
            #expect(spectator.pause == .seconds(3) && !source.isOpen)
            for _ in 0..<3 {
                await hub.time.advance(by: .seconds(5))
                #expect(spectator.takePicture() == [1])
                #expect(spectator.pause == .seconds(5))
            }
            await hub.plug(node)
            try #require(hub.opener.source("demo")).push(.frame(bytes: [2]))
            await hub.time.settle()
            #expect(spectator.takePicture() == [2])
            spectator.close()
        }
    }

    @Test(
        "Browsers that show a picture when the next part begins get a picture twice if no other comes soon",
        arguments: [
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36",
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15",
        ])
    func echoes(browser: String) async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frame(bytes: [1]))
            for (query, interval) in [("", 5.0), ("?fps=0.5", 1.9)] {
                let asked = try hub.client.send(.get, "/cam/demo/stream\(query)", ["User-Agent": browser])
                let spectator = Spectator(try #require(asked.parts))
                _ = spectator.take()
                let picture = try #require(spectator.takePicture())
                #expect(spectator.pause == .milliseconds(100))
                await hub.time.advance(by: .milliseconds(100))
                #expect(spectator.takePicture() == picture)
                let pause = try #require(spectator.pause)
                #expect(abs(pause.inSeconds - interval) < 1e-6)
                await hub.time.advance(by: .seconds(1.95))
                source.push(.frame(bytes: [2]))
                await hub.time.settle()
                #expect(spectator.takePicture() == [2])
                #expect(spectator.pause == .milliseconds(100))
                spectator.close()
            }
        }
    }

    @Test("A camera that fails before its first picture ends the stream, one that cannot have any is 503")
    func nothingToShow() async throws {
        try await withHub(HubConfiguration(cameras: [.device("demo", serial: "A")])) { hub in
            let absent = try await hub.client.get("/cam/demo/stream")
            #expect(absent.status == 503 && absent.field("Retry-After") == "1")
            #expect(try absent.json["code"] == "no-frame")
            await hub.plug(.usb(0, serial: "A"))
            let spectator = try watch(hub)
            _ = spectator.take()
            #expect(spectator.take() == nil && !spectator.hasEnded)
            await hub.time.settle()
            await hub.unplug(.usb(0, serial: "A"))
            #expect(spectator.wakeCount >= 1 && spectator.hasEnded)
            spectator.close()
        }
    }

    @Test("The last picture of a camera that is gone is what a new stream begins with")
    func gone() async throws {
        let node = VideoNode.usb(0, serial: "A")
        try await withHub(HubConfiguration(cameras: [.device("demo", serial: "A")])) { hub in
            await hub.plug(node)
            try await hub.stream("demo", .frame(bytes: [1]))
            await hub.unplug(node)
            let spectator = try watch(hub)
            _ = spectator.take()
            #expect(spectator.takePicture() == [1])
            #expect(spectator.pause == .seconds(5))
            spectator.close()
        }
    }

    @Test("With fps a client gets as many pictures a second, each the newest, without drift")
    func slowedDown() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frame(bytes: [0]))
            let spectator = try watch(hub, "?fps=4")
            _ = spectator.take()
            var pictures: [UInt8] = []
            // 30 pictures a second for 10 seconds.
            for number in 1...300 {
                await hub.time.advance(by: .nanoseconds(33_333_333))
                source.push(.frame(bytes: [UInt8(number % 251)]))
                await hub.time.settle()
                if let picture = spectator.takePicture() {
                    #expect(picture == [UInt8(number % 251)])
                    pictures += picture
                }
            }
            #expect((40...41).contains(pictures.count))
            #expect(spectator.wakeCount <= pictures.count)
            spectator.close()
        }
    }

    @Test(
        "Rates beyond reason are taken as the nearest that is not, and what is no number is 400",
        arguments: [
            ("0.5", 2.0), ("0", 5), ("-3", 5), ("0.0001", 5), ("1e9", 1.0 / 120), ("inf", 1.0 / 120), ("-inf", 5),
            ("abc", nil), ("", nil), ("nan", nil), ("5fps", nil),
        ] as [(String, Double?)])
    func rates(text: String, seconds: Double?) async throws {
        try await withHub(demo) { hub in
            try await hub.stream("demo")
            guard let seconds else {
                let reply = try await hub.client.get("/cam/demo/stream?fps=\(text)")
                #expect(reply.status == 400)
                #expect(try reply.json["code"] == "bad-query")
                return
            }
            let spectator = try watch(hub, "?fps=\(text)")
            _ = spectator.take()
            _ = spectator.take()
            let pause = try #require(spectator.pause)
            #expect(abs(pause.inSeconds - seconds) < 0.001)
            spectator.close()
        }
    }
}

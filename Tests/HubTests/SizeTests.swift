import Access
import Camera
import HTTP
import Hub
import HubTesting
import Testing

/// `?width=`: smaller pictures, by a scaler that puts the divisor before the bytes.
@Suite(.timeLimit(.minutes(1))) struct SizeTests {
    private let demo = HubConfiguration(cameras: [.test("demo")])

    @Test(
        "The smallest size that is not below the asked width; what is no width asks for nothing",
        arguments: [
            ("640", 2), ("641", 1), ("639", 2), ("320", 4), ("200", 4), ("160", 8), ("1", 8), ("0", 8), ("-5", 8),
            ("1280", 1), ("99999", 1), ("99999999999999999999999", 1), ("wide", 1), ("", 1), ("6e2", 1),
        ])
    func widths(text: String, divisor: Int) async throws {
        try await withHub(demo) { hub in
            try await hub.stream("demo", .frame(bytes: [7]))
            for path in ["/cam/demo/frame", "/cam/demo/snapshot", "/frame"] {
                let reply = try await hub.client.get("\(path)?width=\(text)")
                #expect(reply.status == 200)
                #expect(reply.bytes == (divisor == 1 ? [7] : [UInt8(divisor), 7]))
                #expect(reply.field("X-Frame-Width") == String(1280 / divisor))
                #expect(reply.field("X-Frame-Height") == String(720 / divisor))
            }
            #expect(hub.scaling.jobs.count == (divisor == 1 ? 0 : 1))
        }
    }

    @Test("A smaller picture has the frame's fields and its own tag, by which it is known again")
    func fieldsAndTags() async throws {
        try await withHub(demo) { hub in
            try await hub.stream("demo")
            let whole = try await hub.client.get("/cam/demo/frame")
            let half = try await hub.client.get("/cam/demo/frame?width=600")
            #expect(whole.field("ETag") == "\"boot-1\"" && half.field("ETag") == "\"boot-1-w640\"")
            let own = ["ETag", "X-Frame-Width", "X-Frame-Height"]
            #expect(half.fields.filter { !own.contains($0.name) } == whole.fields.filter { !own.contains($0.name) })
            for width in [600, 640, 321] {
                let same = try await hub.client.get(
                    "/cam/demo/frame?width=\(width)", ["If-None-Match": "\"x\", \"boot-1-w640\""])
                #expect(same.status == 304 && same.field("ETag") == "\"boot-1-w640\"" && same.bytes.isEmpty)
            }
            // The tag of another size is not this one's.
            let other = try await hub.client.get("/cam/demo/frame?width=320", ["If-None-Match": "\"boot-1-w640\""])
            #expect(other.status == 200)
            let named = try await hub.client.get("/cam/demo/frame?width=640", ["If-None-Match": "\"boot-1\""])
            #expect(named.status == 200)
            #expect(hub.scaling.jobs.count == 2 && hub.scaling.scalers == 1)
        }
    }

    @Test("A hundred who ask for one size of one frame cost one job, also while it is under way")
    func oneJobForAll() async throws {
        let gate = Gate()
        try await withHub(demo) { hub in
            try await hub.stream("demo", .frame(bytes: [7]))
            hub.scaling.whileScaling { gate.wait() }
            let first = try hub.client.send(.get, "/cam/demo/frame?width=640", [:])
            await gate.whenReached()
            let others = try (0..<99).map { try hub.client.send(.get, "/cam/demo/frame?width=\(400 + $0)", [:]) }
            #expect(!first.isAnswered && others.allSatisfy { !$0.isAnswered })
            gate.open()
            for asked in [first] + others { #expect(await asked.reply.bytes == [2, 7]) }
            #expect(try await hub.client.get("/cam/demo/frame?width=640").bytes == [2, 7])
            #expect(hub.scaling.jobs.count == 1)
        }
    }

    @Test("What has not begun is made of the newest frame, and nobody gets an older one than there was when they asked")
    func newestWins() async throws {
        let gate = Gate()
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frame(bytes: [1]))
            hub.scaling.whileScaling { gate.wait() }
            let first = try hub.client.send(.get, "/cam/demo/frame?width=640", [:])
            await gate.whenReached()
            var later: [Asked] = []
            for number in UInt8(2)...5 {
                source.push(.frame(bytes: [number]))
                await hub.time.until { hub.snapshot("demo")?.sequence == Int(number) }
                later.append(try hub.client.send(.get, "/cam/demo/frame?width=640", [:]))
                later.append(try hub.client.send(.get, "/cam/demo/frame?width=160", [:]))
            }
            // Nobody has asked for this one, but it is newer.
            source.push(.frame(bytes: [6]))
            await hub.time.until { hub.snapshot("demo")?.sequence == 6 }
            gate.open()
            #expect(await first.reply.bytes == [2, 1])
            gate.open()
            gate.open()
            for (number, asked) in later.enumerated() {
                #expect(await asked.reply.bytes == (number % 2 == 0 ? [2, 6] : [8, 6]))
            }
            #expect(hub.scaling.jobs.map(\.picture) == [[1], [6], [6]])
        }
    }

    @Test("With every frame its smaller picture is a new one")
    func newFrames() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frame(bytes: [1]))
            for number in UInt8(2)...5 {
                #expect(try await hub.client.get("/cam/demo/frame?width=640").bytes == [2, number - 1])
                source.push(.frame(bytes: [number]))
                await hub.time.settle()
            }
            #expect(hub.scaling.jobs.count == 4)
        }
    }

    @Test("A frame that cannot be made smaller goes out whole, and is counted")
    func undecodable() async throws {
        try await withHub(demo) { hub in
            try await hub.stream("demo", .frame(bytes: [7]))
            hub.scaling.breakDown()
            for _ in 0..<3 {
                let reply = try await hub.client.get("/cam/demo/frame?width=320")
                #expect(reply.status == 200 && reply.bytes == [7] && reply.field("X-Frame-Width") == "1280")
            }
            #expect(hub.snapshot("demo")?.counters.broken == [.undecodable: 1])
        }
    }

    @Test("A client that gives up leaves nothing behind, and its job is not made if nobody else wants it")
    func expiry() async throws {
        let gate = Gate()
        try await withHub(demo, places: 1) { hub in
            let source = try await hub.stream("demo")
            hub.scaling.whileScaling { gate.wait() }
            let first = try hub.client.send(.get, "/cam/demo/frame?width=640", [:])
            await gate.whenReached()
            let second = try hub.client.send(.get, "/cam/demo/frame?width=320", [:])
            #expect(second.patience == .seconds(5))
            for asked in [first, second] {
                asked.expire()
                let reply = await asked.reply
                #expect(reply.status == 503 && reply.field("Retry-After") == "1")
                #expect(try reply.json["hint"] == "ask without width, or lower the rate or the size of the cameras")
            }
            gate.open()
            await hub.time.settle()
            #expect(hub.scaling.jobs.count == 1)
            hub.scaling.whileScaling(nil)
            source.push(.frame(bytes: [9]))
            await hub.time.settle()
            #expect(try await hub.client.get("/cam/demo/frame?width=320").bytes == [4, 9])
        }
    }

    @Test("Who may not see the camera any more is refused though the picture is being made")
    func policyChange() async throws {
        let gate = Gate()
        try await withHub(demo) { hub in
            try await hub.stream("demo")
            hub.scaling.whileScaling { gate.wait() }
            let asked = try hub.client.send(.get, "/cam/demo/frame?width=640", [:])
            await gate.whenReached()
            var locked = demo
            locked.defaults.pin = .secret(Secret("13579"))
            hub.change(to: locked)
            #expect(await asked.reply.status == 401)
            gate.open()
        }
    }

    @Test("A request that waits for its first frame gets that in its size")
    func firstFrame() async throws {
        try await withHub(demo) { hub in
            let asked = try hub.client.send(.get, "/cam/demo/frame?width=100", [:])
            await hub.time.settle()
            hub.opener.source("demo")?.push(.frame(bytes: [3]))
            #expect(await asked.reply.bytes == [8, 3])
            let next = try hub.client.send(.get, "/cam/demo/frame?width=640&after=1&wait=1000", [:])
            hub.opener.source("demo")?.push(.frame(bytes: [4]))
            #expect(await next.reply.bytes == [2, 4])
            let none = try await hub.client.get("/cam/demo/frame?width=640&after=2")
            #expect(none.status == 304 && none.field("ETag") == "\"boot-2-w640\"")
        }
    }

    @Test("The last picture of a camera that is gone has every size, too")
    func stale() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frame(bytes: [7]))
            source.push(.fault(CaptureError(.failed, reason: "the cable is bad")))
            await hub.time.settle()
            let reply = try await hub.client.get("/cam/demo/frame?width=320&stale=1")
            #expect(reply.bytes == [4, 7] && reply.field("X-Frame-Age") != nil)
        }
    }

    @Test("Pictures and decoder are let go with the last viewer, and are there again for the next")
    func memory() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo")
            _ = try await hub.client.get("/cam/demo/frame?width=640")
            for _ in 0..<6 {
                await hub.time.advance(by: .seconds(1))
                source.push(.frame())
            }
            await hub.time.settle()
            let asked = try hub.client.send(.get, "/cam/demo/frame?width=640", [:])
            source.push(.frame(bytes: [8]))
            #expect(await asked.reply.bytes == [2, 8])
            #expect(hub.scaling.scalers == 2)
        }
    }
}

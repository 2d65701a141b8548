import Camera
import HTTP
import Hub
import HubTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct CaptureActorTests {
    private let demo = HubConfiguration(cameras: [.test("demo")])

    @Test("The first request opens the source, says so, and is answered by its first frame")
    func opensOnDemand() async throws {
        try await withHub(demo) { hub in
            await hub.time.advance(by: .seconds(60))
            #expect(hub.opener.openings.isEmpty)
            let asked = try await hub.ask("demo")
            #expect(!asked.isAnswered)
            #expect(hub.condition("demo")?.state == .starting)
            let source = try #require(hub.opener.source("demo"))
            source.push(.frame(bytes: [1, 2, 3], size: Size(width: 640, height: 480)))
            let reply = await asked.reply
            #expect(reply.status == 200 && reply.bytes == [1, 2, 3])
            await hub.time.settle()
            #expect(hub.condition("demo") == CameraCondition(.streaming))
            #expect(hub.opener.openings.count == 1)
        }
    }

    @Test("While the source is being opened, which can take its time, the camera is starting already")
    func openingIsTold() async throws {
        let gate = Gate()
        try await withHub(demo) { hub in
            hub.opener.whileOpening { _ in gate.wait() }
            let asked = try hub.client.send(.get, "/cam/demo/frame")
            await gate.whenReached()
            #expect(hub.condition("demo")?.state == .starting)
            gate.open()
            await hub.time.settle()
            #expect(!asked.isAnswered)
        }
    }

    @Test("When nobody has asked for idleAfter the source is closed, and the next request opens it again")
    func idleAfter() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo")
            for _ in 0..<9 {
                await hub.time.advance(by: .seconds(1))
                source.push(.frame())
            }
            await hub.time.advance(by: .seconds(0.99))
            #expect(source.isOpen)
            await hub.time.advance(by: .seconds(0.01))
            #expect(!source.isOpen)
            #expect(hub.condition("demo") == CameraCondition(.idle))
            #expect(hub.opener.open.isEmpty)
            try await hub.stream("demo")
            #expect(hub.opener.openings.count == 2)
        }
    }

    @Test("Every request puts the closing off")
    func askingKeepsItOpen() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo")
            for _ in 0..<8 {
                await hub.time.advance(by: .seconds(0.9))
                source.push(.frame())
                await hub.time.advance(by: .seconds(0.9))
                source.push(.frame())
                await hub.time.settle()
                #expect(try await hub.ask("demo").reply.status == 200)
            }
            #expect(source.isOpen && hub.opener.openings.count == 1)
        }
    }

    @Test("With idleAfter never the source is opened unasked and stays open, though its frames are left alone")
    func alwaysOn() async throws {
        try await withHub(HubConfiguration(cameras: [.test("demo") { $0.idleAfter = nil }])) { hub in
            let source = try #require(hub.opener.source("demo"))
            for _ in 0..<60 {
                await hub.time.advance(by: .seconds(1))
                source.push(.frame())
                await hub.time.settle()
                #expect(hub.condition("demo") == CameraCondition(.streaming))
            }
            #expect(source.isOpen && source.restarts == 0)
            #expect(source.looks.allSatisfy { !$0 })
            #expect(hub.snapshot("demo")?.sequence == 0)
            let asked = try await hub.ask("demo")
            #expect(!asked.isAnswered)
            source.push(.frame())
            #expect(await asked.reply.status == 200)
        }
    }

    @Test(
        "Who still waits keeps the source open though idleAfter is over; then it is let go",
        arguments: [Duration.zero, .seconds(2)])
    func idleAfterIsShort(idleAfter: Duration) async throws {
        try await withHub(HubConfiguration(cameras: [.test("demo") { $0.idleAfter = idleAfter }])) { hub in
            for round in 1...3 {
                let asked = try await hub.ask("demo")
                await hub.time.advance(by: .seconds(4.9))
                let source = try #require(hub.opener.source("demo"))
                #expect(source.isOpen && hub.opener.openings.count == round)
                source.push(.frame())
                #expect(await asked.reply.status == 200)
                await hub.time.settle()
                #expect(!source.isOpen)
            }
        }
    }

    @Test("Five seconds after the last request frames are no longer taken, and the next one gets no old picture")
    func staleFramesAreNotServed() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frame(bytes: [1]))
            for _ in 0..<6 {
                await hub.time.advance(by: .seconds(1))
                source.push(.frame(bytes: [2]))
            }
            await hub.time.settle()
            #expect(source.looks.last == false)
            let asked = try await hub.ask("demo")
            #expect(!asked.isAnswered)
            source.push(.frame(bytes: [3]))
            #expect(await asked.reply.bytes == [3])
        }
    }

    @Test("Pulled out, everyone who waits is answered at once, with the reason")
    func waitersHearOfTheUnplug() async throws {
        try await withHub { hub in
            let node = VideoNode.usb(0)
            await hub.plug(node)
            let id = try hub.onlyID
            let asked = try await [hub.ask(id), hub.ask(id, from: "192.0.2.8")]
            await hub.unplug(node)
            for asked in asked {
                let reply = await asked.reply
                #expect(reply.status == 503)
                #expect(reply.field("Retry-After") == "1")
                #expect(try reply.json["state"] == "offline")
                #expect(try reply.json["hint"] == "plug it in")
            }
        }
    }

    @Test("If the source cannot be opened, everyone who waits is answered at once, with the reason")
    func waitersHearOfTheFailure() async throws {
        try await withHub(demo) { hub in
            hub.opener.refuse("demo", with: CaptureError(.busy, reason: "another program has it", hint: "stop it"))
            let reply = try await hub.ask("demo").reply
            #expect(reply.status == 503)
            #expect(try reply.json["state"] == "busy")
            #expect(try reply.json["error"] == "another program has it")
            #expect(try reply.json["hint"] == "stop it")
        }
    }

    @Test("A request that has waited for five seconds is answered, and the next one still waits")
    func patienceEnds() async throws {
        try await withHub(demo) { hub in
            let asked = try await hub.ask("demo")
            #expect(asked.patience == .seconds(5))
            asked.expire()
            let reply = await asked.reply
            #expect(reply.status == 503)
            #expect(try reply.json["state"] == "starting")
            let next = try await hub.ask("demo")
            hub.opener.source("demo")?.push(.frame())
            #expect(await next.reply.status == 200)
        }
    }

    @Test("A configured source that needs no descriptor is looked at when it says")
    func sourcesByTime() async throws {
        try await withHub(demo, prepare: { $0.opener.goByTimeAlone() }) { hub in
            let asked = try await hub.ask("demo")
            let source = try #require(hub.opener.source("demo"))
            source.set(nextDue: hub.time.now.advanced(by: .milliseconds(50)))
            source.push(.frame())
            await hub.follow(HubConfiguration(cameras: [.test("demo") { $0.name = "x" }]))
            let looks = source.looks.count
            await hub.time.advance(by: .milliseconds(49))
            #expect(source.looks.count == looks)
            source.set(nextDue: nil)
            await hub.time.advance(by: .milliseconds(1))
            #expect(await asked.reply.status == 200)
        }
    }
}

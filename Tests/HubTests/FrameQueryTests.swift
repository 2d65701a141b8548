import Access
import Camera
import HTTP
import Hub
import HubTesting
import Posix
import Testing

/// `?after`, `?wait` and `?stale` of `/cam/<id>/frame`.
@Suite(.timeLimit(.minutes(1))) struct FrameQueryTests {
    private let demo = HubConfiguration(cameras: [.test("demo")])

    @Test("Who has not had the newest frame gets it at once, also with a number of another run")
    func atOnce() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frame(bytes: [1]))
            source.push(.frame(bytes: [2]))
            await hub.time.settle()
            for after in ["0", "1", "3", "4711", "99999999999999999999999"] {
                let asked = try hub.client.send(.get, "/cam/demo/frame?after=\(after)&wait=10000")
                #expect(asked.isAnswered)
                #expect(await asked.reply.bytes == [2])
            }
        }
    }

    @Test("Who has the newest frame waits for the next, which answers all of them")
    func waiting() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frame(bytes: [1]))
            let waiting = try (0..<1000).map { _ in
                try hub.client.send(.get, "/cam/demo/frame?after=1&wait=2500")
            }
            #expect(waiting.allSatisfy { !$0.isAnswered && $0.patience == .milliseconds(2500) })
            source.push(.frame(bytes: [2]))
            await hub.time.settle()
            for asked in waiting {
                #expect(asked.isAnswered)
                let reply = await asked.reply
                #expect(reply.status == 200 && reply.bytes == [2] && reply.field("X-Frame-Sequence") == "2")
            }
        }
    }

    @Test("Without a newer frame the answer is 304 when the wait is over, or at once if there is none")
    func unchanged() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frame(bytes: [1]))
            for query in ["after=1", "after=1&wait=0"] {
                let asked = try hub.client.send(.get, "/cam/demo/frame?\(query)")
                #expect(asked.isAnswered)
                #expect(await asked.reply.status == 304)
            }
            let asked = try hub.client.send(.get, "/cam/demo/frame?after=1&wait=300")
            asked.expire()
            let reply = await asked.reply
            #expect(reply.status == 304 && reply.bytes.isEmpty && reply.field("ETag") == "\"boot-1\"")
            // It has given its place up: the next frame is nothing to it.
            source.push(.frame(bytes: [2]))
            await hub.time.settle()
            #expect(await asked.reply.status == 304)
        }
    }

    @Test("A camera that rests is opened, and the wait lasts for its first frame, whatever its number")
    func resting() async throws {
        try await withHub(demo) { hub in
            let first = try hub.client.send(.get, "/cam/demo/frame?after=7&wait=9000")
            await hub.time.settle()
            try #require(hub.opener.source("demo")).push(.frame(bytes: [1]))
            #expect(await first.reply.bytes == [1])
            await hub.time.advance(by: .seconds(11))
            #expect(hub.condition("demo") == CameraCondition(.idle))
            let second = try hub.client.send(.get, "/cam/demo/frame?after=0&wait=9000")
            #expect(!second.isAnswered)
            second.expire()
            #expect(await second.reply.status == 304)
            let third = try hub.client.send(.get, "/cam/demo/frame?wait=100")
            #expect(third.patience == .milliseconds(100))
            third.expire()
            #expect(await third.reply.status == 503)
        }
    }

    @Test("Who waits while the camera goes is told so; who may not see it any more, too")
    func endings() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo")
            let asked = try hub.client.send(.get, "/cam/demo/frame?after=1&wait=10000")
            source.push(.fault(CaptureError(.failed, reason: "the cable is bad")))
            let reply = await asked.reply
            #expect(reply.status == 503)
            #expect(try reply.json["reason"] == "the cable is bad")
        }
        var locked = demo
        locked.cameras[0].pin = .secret(Secret("1357"))
        try await withHub(locked, isOpen: false) { hub in
            let basic: KeyValuePairs = ["Authorization": String.basic("camhub", "1357")]
            _ = try await hub.client.send(.get, "/cam/demo/settings", basic).reply
            let asked = try hub.client.send(.get, "/cam/demo/frame?after=0&wait=10000", basic)
            var changed = locked
            changed.cameras[0].pin = .secret(Secret("2468"))
            await hub.follow(changed)
            #expect(await asked.reply.status == 401)
        }
    }

    @Test("With stale the last picture of a camera that is gone is shown with its age, and no other camera's")
    func stale() async throws {
        let (left, right) = (VideoNode.usb(0, serial: "A"), VideoNode.usb(1, serial: "B"))
        let both = HubConfiguration(cameras: [.device("demo", serial: "A"), .device("other", serial: "B")])
        try await withHub(both) { hub in
            await hub.plug(left, right)
            #expect(try hub.client.send(.get, "/cam/demo/frame?stale=1").isAnswered == false)
            await hub.time.settle()
            try #require(hub.opener.source("demo")).push(.frame(bytes: [1], age: .milliseconds(40)))
            await hub.time.settle()
            let fresh = try await hub.client.get("/cam/demo/frame?stale=1")
            #expect(fresh.bytes == [1] && fresh.field("X-Frame-Age") == "40")
            #expect(try await hub.client.get("/cam/demo/frame").field("X-Frame-Age") == nil)
            await hub.unplug(left)
            await hub.unplug(right)
            await hub.time.advance(by: .seconds(60))
            let reply = try await hub.client.get("/cam/demo/frame?stale=1")
            #expect(reply.status == 200 && reply.bytes == [1] && reply.field("X-Frame-Age") == "60040")
            #expect(try await hub.client.get("/cam/demo/frame").status == 503)
            #expect(try await hub.client.get("/cam/other/frame?stale=1").status == 503)
            let tag = try #require(reply.field("ETag"))
            #expect(try await hub.client.get("/cam/demo/frame?stale=1", ["If-None-Match": tag]).status == 304)
        }
    }

    @Test("Who has the last picture of a camera that is gone waits on, and gets the first one after its return")
    func staleWaits() async throws {
        let node = VideoNode.usb(0, serial: "A")
        try await withHub(HubConfiguration(cameras: [.device("demo", serial: "A")])) { hub in
            await hub.plug(node)
            try await hub.stream("demo", .frame(bytes: [1]))
            let before = try hub.client.send(.get, "/cam/demo/frame?after=1&wait=10000&stale=1")
            await hub.unplug(node)
            let after = try hub.client.send(.get, "/cam/demo/frame?after=1&wait=10000&stale=1")
            let late = try hub.client.send(.get, "/cam/demo/frame?after=1&wait=10&stale=1")
            #expect(!before.isAnswered && !after.isAnswered && !late.isAnswered)
            late.expire()
            let unchanged = await late.reply
            #expect(unchanged.status == 304 && unchanged.field("X-Frame-Age") == "0")
            await hub.plug(node)
            try #require(hub.opener.source("demo")).push(.frame(bytes: [2]))
            for asked in [before, after] { #expect(await asked.reply.bytes == [2]) }
        }
    }

    @Test("A camera that has become another one under the same id shows no picture of the old one")
    func replaced() async throws {
        try await withHub(demo) { hub in
            try await hub.stream("demo", .frame(bytes: [1]))
            await hub.follow(
                HubConfiguration(cameras: [
                    ConfiguredCamera(id: "demo", source: .replay("x.jpg"), settings: CameraSettings())
                ]))
            let asked = try hub.client.send(.get, "/cam/demo/frame?stale=1&wait=10")
            #expect(!asked.isAnswered)
            asked.expire()
            #expect(await asked.reply.status == 503)
        }
    }

    @Test(
        "What the query cannot mean is 400 and says what is allowed; what is not known is nothing",
        arguments: [
            ("after=x", 400), ("after=", 400), ("after=-1", 400), ("after=1.5", 400), ("after=+1", 400),
            ("after=1&wait=x", 400), ("wait=-1", 400), ("wait=10001", 400), ("wait=1s", 400), ("stale=yes", 400),
            ("stale=", 400), ("stale=0", 200), ("After=x", 200), ("_=1700000000", 200), ("1700000000", 200),
            ("after=0&after=x", 200), ("%zz", 200),
        ])
    func queries(query: String, status: Int) async throws {
        try await withHub(demo) { hub in
            try await hub.stream("demo")
            let reply = try await hub.client.get("/cam/demo/frame?\(query)")
            #expect(reply.status == status)
            if status == 400 {
                #expect(try reply.json["code"] == "bad-query")
                #expect(try reply.json["hint"] != nil)
            }
        }
    }
}

import Camera
import HTTP
import HubTesting
import Posix
import Testing

@testable import Hub

@Suite(.timeLimit(.minutes(1))) struct MetricsTests {
    private let demo = HubConfiguration(cameras: [.test("demo"), .test("other")])

    /// The figures of `/metrics` by all that stands before them in their line, as the admin sees them.
    private func figures(_ hub: TestHub) async throws -> [String: Double] {
        let reply = try await hub.client.get("/metrics", ["Authorization": .basic("admin", "correct horse")])
        #expect(reply.status == 200)
        #expect(reply.field("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
        var figures: [String: Double] = [:]
        for line in reply.text.split(separator: "\n") where !line.hasPrefix("#") {
            let place = try #require(line.lastIndex(of: " "))
            let value = try #require(Double(line[line.index(after: place)...].replacing("+Inf", with: "inf")))
            #expect(figures.updateValue(value, forKey: String(line[..<place])) == nil, "\(line) comes twice")
        }
        return figures
    }

    @Test("Only the admin sees the figures")
    func admin() async throws {
        try await withHub(demo) { hub in
            let stranger = try await hub.client.get("/metrics")
            #expect(stranger.status == 401 && stranger.field("WWW-Authenticate") != nil)
            let guest = try await hub.client.get("/metrics", ["Authorization": .basic("camhub", "246810")])
            #expect(guest.status == 401)
            _ = try await figures(hub)
        }
    }

    @Test("Each frame is counted where it is captured, lost, encoded and served, for its camera alone")
    func frames() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frame(bytes: [1, 2, 3], age: .milliseconds(30)))
            source.push(.broken(.garbage), .broken(.garbage), .broken(.short), .frameAfterDrops(4))
            await hub.time.settle()
            hub.inventory.camera("demo")?.countSkipped(3, now: hub.time.now)
            try await hub.ask("demo")
            try await hub.ask("demo", from: "192.0.2.99")
            let figures = try await figures(hub)
            #expect(figures["camhub_frames_captured_total{camera=\"demo\"}"] == 2)
            #expect(figures["camhub_frames_dropped_total{camera=\"demo\",cause=\"device\"}"] == 4)
            #expect(figures["camhub_frames_dropped_total{camera=\"demo\",cause=\"garbage\"}"] == 2)
            #expect(figures["camhub_frames_dropped_total{camera=\"demo\",cause=\"short\"}"] == 1)
            #expect(figures["camhub_frames_dropped_total{camera=\"demo\",cause=\"empty\"}"] == 0)
            #expect(figures["camhub_frames_dropped_total{camera=\"demo\",cause=\"skipped\"}"] == 3)
            // Who has waited for the first one counts as well.
            #expect(figures["camhub_frames_served_total{camera=\"demo\"}"] == 3)
            #expect(figures["camhub_capture_to_serve_seconds_count{camera=\"demo\"}"] == 3)
            #expect(figures["camhub_capture_to_serve_seconds_bucket{camera=\"demo\",le=\"0.02\"}"] == 2)
            #expect(figures["camhub_capture_to_serve_seconds_bucket{camera=\"demo\",le=\"0.035\"}"] == 3)
            #expect(figures["camhub_capture_to_serve_seconds_sum{camera=\"demo\"}"] == 0.03)
            #expect(figures["camhub_viewers{camera=\"demo\"}"] == 2)
            #expect(figures["camhub_frames_captured_total{camera=\"other\"}"] == 0)
            #expect(figures["camhub_frames_served_total{camera=\"other\"}"] == 0)
        }
    }

    @Test("Frames that the hub makes of raw ones are encoded; those that come as JPEG are not")
    func encoded() async throws {
        for (format, count) in [(PixelFormat.yuyv, 2.0), (.mjpeg, 0)] {
            try await withHub(demo) { hub in
                try await hub.ask("demo")
                let source = try #require(hub.opener.source("demo"))
                source.set(delivery: Delivery(format: format, size: source.delivery.size, framesPerSecond: 20))
                source.push(.frame(), .frame())
                await hub.time.settle()
                let encoded = try await figures(hub)["camhub_frames_encoded_total{camera=\"demo\"}"]
                #expect(encoded == count)
            }
        }
    }

    @Test("A smaller picture is encoded once, and served to each who asks")
    func smaller() async throws {
        try await withHub(demo) { hub in
            try await hub.stream("demo", .frame(bytes: [7]))
            for _ in 0..<3 { #expect(try await hub.client.get("/cam/demo/frame?width=600").bytes == [2, 7]) }
            let figures = try await figures(hub)
            #expect(figures["camhub_frames_encoded_total{camera=\"demo\"}"] == 1)
            #expect(figures["camhub_frames_served_total{camera=\"demo\"}"] == 4)
            #expect(figures["camhub_requests_total{route=\"cameraFrame\",status=\"200\"}"] == 4)
            #expect(figures["camhub_response_bytes_total{route=\"cameraFrame\"}"] == 7)
        }
    }

    @Test("What sends no picture serves none: HEAD, 304, and 503")
    func nothingServed() async throws {
        try await withHub(demo) { hub in
            try await hub.stream("demo", .frame(bytes: [1, 2, 3]))
            let before = try await figures(hub)
            _ = try await hub.client.send(.head, "/cam/demo/frame").reply
            _ = try await hub.client.get("/cam/demo/frame", ["If-None-Match": "*"])
            let after = try await figures(hub)
            for name in [
                "camhub_frames_served_total{camera=\"demo\"}", "camhub_response_bytes_total{route=\"cameraFrame\"}",
            ] {
                #expect(after[name] == before[name])
            }
            #expect(after["camhub_requests_total{route=\"cameraFrame\",status=\"200\"}"] == 2)
            #expect(after["camhub_requests_total{route=\"cameraFrame\",status=\"304\"}"] == 1)
        }
    }

    @Test("A picture that is shown for want of a newer one is served, and says nothing about how fast the hub is")
    func oldPictures() async throws {
        try await withHub(HubConfiguration(cameras: [.device("demo", serial: "A1")])) { hub in
            await hub.plug(.usb(0, serial: "A1"))
            try await hub.stream("demo")
            await hub.unplug(.usb(0, serial: "A1"))
            await hub.time.advance(by: .seconds(60))
            #expect(try await hub.client.get("/cam/demo/frame?stale=1").status == 200)
            let figures = try await figures(hub)
            #expect(figures["camhub_frames_served_total{camera=\"demo\"}"] == 2)
            #expect(figures["camhub_capture_to_serve_seconds_count{camera=\"demo\"}"] == 1)
        }
    }

    @Test("Requests count by route and status, and never by what else is in their path")
    func requests() async throws {
        try await withHub(demo) { hub in
            for path in ["/x", "/y/z", "/cam/demo/x"] { _ = try await hub.client.get(path) }
            for path in ["/cam/demo/status", "/cam/other/status", "/cam/gone/status"] {
                _ = try await hub.client.get(path)
            }
            _ = try await hub.client.send(.delete, "/cameras").reply
            _ = try await hub.client.send(.options, "/cameras").reply
            _ = try await hub.client.get("/cameras", ["Host": "evil.example.org"])
            let refused = try hub.client.refuse(.patch, "/cameras")
            #expect(refused != nil)
            _ = try hub.client.refuse(.post, "/y")
            hub.handler.note(.badRequest("no Host"))
            let figures = try await figures(hub)
            let requests = figures.filter { $0.key.hasPrefix("camhub_requests_total") }
            #expect(
                requests == [
                    "camhub_requests_total{route=\"unknown\",status=\"404\"}": 4,
                    "camhub_requests_total{route=\"server\",status=\"400\"}": 1,
                    "camhub_requests_total{route=\"cameraStatus\",status=\"200\"}": 2,
                    "camhub_requests_total{route=\"cameraStatus\",status=\"404\"}": 1,
                    "camhub_requests_total{route=\"cameras\",status=\"405\"}": 2,
                    "camhub_requests_total{route=\"cameras\",status=\"204\"}": 1,
                    "camhub_requests_total{route=\"cameras\",status=\"421\"}": 1,
                ])
        }
    }

    @Test("What is answered later counts when it is answered, with its time, and once")
    func later() async throws {
        try await withHub(demo) { hub in
            let first = try hub.client.send(.get, "/cam/demo/frame")
            await hub.time.settle()
            #expect(try await figures(hub)["camhub_requests_total{route=\"cameraFrame\",status=\"200\"}"] == nil)
            await hub.time.advance(by: .milliseconds(700))
            try #require(hub.opener.source("demo")).push(.frame())
            await hub.time.settle()
            #expect(await first.reply.status == 200)
            let expired = try hub.client.send(.get, "/cam/other/frame")
            await hub.time.advance(by: .seconds(4))
            // As the server does it, and twice, as a race can.
            expired.expire()
            try #require(hub.opener.source("other")).push(.frame())
            await hub.time.settle()
            let figures = try await figures(hub)
            #expect(figures["camhub_requests_total{route=\"cameraFrame\",status=\"200\"}"] == 1)
            #expect(figures["camhub_requests_total{route=\"cameraFrame\",status=\"503\"}"] == 1)
            #expect(figures["camhub_request_duration_seconds_count{route=\"cameraFrame\"}"] == 2)
            #expect(figures["camhub_request_duration_seconds_bucket{route=\"cameraFrame\",le=\"0.5\"}"] == 0)
            #expect(figures["camhub_request_duration_seconds_bucket{route=\"cameraFrame\",le=\"1.0\"}"] == 1)
            let sum = try #require(figures["camhub_request_duration_seconds_sum{route=\"cameraFrame\"}"])
            #expect(abs(sum - 4.7) < 0.001)
        }
    }

    @Test("A PIN that has to be hashed delays the answer; what comes of it is counted once")
    func hashed() async throws {
        try await withHub(demo, isOpen: false) { hub in
            let asked = try hub.client.send(
                .get, "/cam/demo/status", ["Authorization": .basic("camhub", "246810")])
            #expect(asked.patience != nil)
            #expect(await asked.reply.status == 200)
            let wrong = try hub.client.send(
                .get, "/cam/demo/status", ["Authorization": .basic("camhub", "999999")])
            #expect(await wrong.reply.status == 401)
            let figures = try await figures(hub)
            #expect(figures["camhub_requests_total{route=\"cameraStatus\",status=\"200\"}"] == 1)
            #expect(figures["camhub_requests_total{route=\"cameraStatus\",status=\"401\"}"] == 1)
        }
    }

    @Test("A camera is in one state, and takes all its series with it when it leaves")
    func cameras() async throws {
        try await withHub(demo) { hub in
            try await hub.stream("demo")
            let figures = try await figures(hub)
            for state in CameraState.allCases {
                let isNow = figures["camhub_camera_state{camera=\"demo\",state=\"\(state.rawValue)\"}"]
                #expect(isNow == (state == .streaming ? 1 : 0))
            }
            #expect(figures["camhub_build_info{version=\"9.9.9\"}"] == 1)
            await hub.follow(HubConfiguration(cameras: [.test("other")]))
            let left = try await self.figures(hub)
            #expect(!left.keys.contains { $0.contains("\"demo\"") })
            #expect(left["camhub_frames_served_total{camera=\"other\"}"] == 0)
        }
    }

    @Test("Streams count each part that goes out: its bytes for the route, and a new picture as served")
    func streams() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frame(bytes: [1, 2, 3]))
            let before = try await figures(hub)
            let asked = try hub.client.send(.get, "/cam/demo/stream")
            let parts = try #require(asked.parts)
            parts.open {}
            var bytes = 0
            for _ in 0..<2 {
                guard case .part(let part) = parts.next() else { throw NoPart() }
                parts.begin()
                bytes += part.count
            }
            source.push(.frame(bytes: [4, 5]))
            await hub.time.settle()
            guard case .part(let part) = parts.next() else { throw NoPart() }
            parts.begin()
            // For want of a newer one it comes again: sent, and not served once more.
            await hub.time.advance(by: .seconds(5))
            guard case .part(let again) = parts.next() else { throw NoPart() }
            parts.begin()
            bytes += again.count
            parts.close()
            let after = try await figures(hub)
            #expect(after["camhub_response_bytes_total{route=\"cameraStream\"}"] == Double(bytes + part.count))
            #expect(after["camhub_requests_total{route=\"cameraStream\",status=\"200\"}"] == 1)
            let name = "camhub_frames_served_total{camera=\"demo\"}"
            #expect(after[name] == before[name].map { $0 + 2 })
        }
    }

    @Test("An answer that comes when the time is just over is not counted, as the server does not take it either")
    func crossing() async throws {
        let meter = RequestMeter(clock: { .now })
        let pending = CrossingAnswer()
        let metered = MeteredAnswer(pending, isHead: false, since: .now, on: .cameraFrame, by: meter)
        metered.begin { _ in }
        _ = metered.expire()
        pending.complete()
        #expect(meter[.cameraFrame].requests.map(\.status) == ["503"])
        #expect(meter[.cameraFrame].times.count == 1)
    }

    @Test("A request that is given up is let go, with whoever could have answered it")
    func givenUp() {
        weak var remembered: CrossingAnswer?
        do {
            let pending = CrossingAnswer()
            remembered = pending
            let metered = MeteredAnswer(
                pending, isHead: false, since: .now, on: .cameraFrame, by: RequestMeter(clock: { .now }))
            metered.begin { _ in }
            _ = metered.expire()
        }
        #expect(remembered == nil)
    }

    private final class CrossingAnswer: PendingAnswer {
        let patience: Duration = .seconds(1)
        private let completion = Locked<(@Sendable (Answer) -> Void)?>(nil)

        func begin(_ completion: @escaping @Sendable (Answer) -> Void) { self.completion.withLock { $0 = completion } }
        func expire() -> Answer { .now(Response(.serviceUnavailable)) }
        func complete() { completion.withLock { $0 }?(.now(Response(.ok))) }
    }

    private struct NoPart: Error {}

    @Test("Events count by the bytes that go out")
    func events() async throws {
        try await withHub(demo) { hub in
            let stream = try #require(try hub.client.send(.get, "/events").stream)
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 100, alignment: 1)
            defer { buffer.deallocate() }
            guard case .bytes(let count) = stream.read(into: buffer, wake: {}) else { throw NoPart() }
            stream.close()
            #expect(try await figures(hub)["camhub_response_bytes_total{route=\"events\"}"] == Double(count))
        }
    }
}

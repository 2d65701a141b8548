import Camera
import HTTP
import Hub
import HubTesting
import Testing
import WebAssets

@Suite(.timeLimit(.minutes(1))) struct ReportTests {
    private let node = VideoNode.usb(0, serial: "A1")
    private let configuration = HubConfiguration(cameras: [.device("front", serial: "A1"), .test("demo")])

    @Test("/cameras says everything about every camera, in order, and never leaves a key out")
    func cameras() async throws {
        try await withHub(configuration) { hub in
            await hub.plug(node)
            try await hub.stream("front")
            let reply = try await hub.client.get("/cameras")
            #expect(reply.field("Cache-Control") == "no-cache")
            #expect(reply.field("Content-Type") == "application/json")
            let cameras = try #require(try reply.json["cameras"])
            #expect(cameras.count == 2)
            let front = try #require(cameras[0])
            #expect(
                front == [
                    "id": "front", "name": "Webcam C270", "kind": "v4l2", "state": "streaming", "reason": nil,
                    "hint": nil, "locked": false, "authorized": true, "width": 1280, "height": 720, "format": "MJPG",
                    "fps": ["target": 20, "measured": 0], "viewers": 1, "sequence": 1,
                    "device": [
                        "path": "/dev/video0", "driver": "uvcvideo", "bus": "platform-vhci_hcd.0-usb-0:1:1.0",
                        "vendorId": "046d", "productId": "0825", "serial": "A1",
                    ],
                    "urls": ["page": "cam/front", "frame": "cam/front/frame", "stream": "cam/front/stream"],
                ])
            let demo = try #require(cameras[1])
            #expect(demo.keys == front.keys)
            #expect(demo["state"] == "idle" && demo["name"] == "demo" && demo["kind"] == "test")
            #expect(demo["width"] == .null && demo["format"] == .null && demo["device"] == .null)
        }
    }

    @Test("Who has the newest list gets 304, with its tag and without a body")
    func conditionalCameras() async throws {
        try await withHub(configuration) { hub in
            let tag = try #require(try await hub.client.get("/cameras").field("ETag"))
            let reply = try await hub.client.get("/cameras", ["If-None-Match": tag])
            #expect(reply.status == 304 && reply.bytes.isEmpty)
            #expect(reply.field("ETag") == tag && reply.field("Cache-Control") == "no-cache")
            #expect(try await hub.client.get("/cameras", ["If-None-Match": "W/\"x\""]).status == 200)
        }
    }

    @Test("A camera's status counts what came, what was lost and who looks")
    func status() async throws {
        try await withHub(configuration) { hub in
            await hub.plug(node)
            let source = try await hub.stream("front", .frame(bytes: Array(repeating: 7, count: 1000)))
            for _ in 0..<20 {
                await hub.time.advance(by: .milliseconds(50))
                source.push(.frame(bytes: Array(repeating: 7, count: 1000)), .broken(.garbage))
                await hub.time.settle()
            }
            try await hub.ask("front", from: "192.0.2.99")
            let reply = try await hub.client.get("/cam/front/status")
            #expect(reply.field("Cache-Control") == "no-cache")
            let json = try reply.json
            #expect(
                json.keys == [
                    "id", "kind", "state", "reason", "hint", "since", "width", "height", "format", "fps",
                    "bytesPerFrame", "bitsPerSecond", "sequence", "viewers", "frames", "isBehind", "device",
                ])
            #expect(json["fps"] == ["target": 20, "measured": 20, "device": 20])
            #expect(json["bytesPerFrame"] == 1000 && json["bitsPerSecond"] == 160_000)
            #expect(json["sequence"] == 21 && json["viewers"] == 2)
            #expect(
                json["frames"] == [
                    "captured": 21, "dropped": 0, "skipped": 0, "broken": ["garbage": 20], "anomalies": [:],
                ])
            #expect(json["device"]?["serial"] == "A1")
        }
    }

    @Test("The time since when a state holds goes by the state, not by its reason")
    func since() async throws {
        try await withHub(HubConfiguration(cameras: [.test("demo")])) { hub in
            let first = try #require(hub.snapshot("demo")?.since)
            await hub.time.advance(by: .seconds(100))
            #expect(hub.snapshot("demo")?.since == first)
            try await hub.stream("demo")
            let second = try #require(hub.snapshot("demo")?.since)
            #expect(abs(second - first - 100_000) < 50)
        }
    }

    @Test("A camera's settings are those that pages need")
    func settings() async throws {
        let turned = ConfiguredCamera.test("demo") { settings in
            settings.fps = 5
            settings.quality = .fixed(42)
            settings.rotate = .quarter
            settings.flip = .vertical
        }
        try await withHub(HubConfiguration(cameras: [.test("plain"), turned])) { hub in
            let plain = try await hub.client.get("/cam/plain/settings").json
            #expect(plain == ["targetFPS": 20, "name": "plain", "quality": "auto", "rotate": 0, "flip": "none"])
            let demo = try await hub.client.get("/cam/demo/settings").json
            #expect(demo == ["targetFPS": 5, "name": "demo", "quality": 42, "rotate": 90, "flip": "vertical"])
        }
    }

    @Test("The hub's status counts cameras by state and every client once")
    func hubStatus() async throws {
        try await withHub(configuration) { hub in
            try await hub.stream("demo")
            try await hub.ask("front")
            try await hub.ask("demo", from: "192.0.2.99")
            await hub.time.advance(by: .seconds(0.25))
            let json = try await hub.client.get("/status").json
            #expect(
                json == [
                    "isRunning": true, "version": "9.9.9", "uptime": 0.3, "cameras": ["offline": 1, "streaming": 1],
                    "clientCount": 2,
                    "encoding": ["places": 2, "waiting": 0, "skipped": 0, "isBehind": false],
                ])
        }
    }

    @Test("The hub's settings are the defaults")
    func hubSettings() async throws {
        var defaults = CameraDefaults()
        defaults.settings.fps = 12
        try await withHub(HubConfiguration(defaults: defaults)) { hub in
            let json = try await hub.client.get("/settings").json
            #expect(json == ["targetFPS": 12])
        }
    }

    @Test("Every file of the pages is served with its type, its tag and the policy that keeps it safe")
    func pages() async throws {
        try await withHub(HubConfiguration(cameras: [.test("demo")])) { hub in
            for asset in WebAssets.all where !["login.html", "basic.html"].contains(asset.path) {
                let path =
                    switch asset.path {
                    case "index.html": "/"
                    case "camera.html": "/cam/demo"
                    default: "/assets/\(asset.path)"
                    }
                let reply = try await hub.client.get(path)
                #expect(reply.status == 200 && reply.bytes == asset.bytes)
                #expect(reply.field("Content-Type") == asset.mediaType)
                #expect(reply.field("Cache-Control") == "no-cache")
                #expect(reply.field("X-Content-Type-Options") == "nosniff")
                #expect(reply.field("Referrer-Policy") == "no-referrer")
                #expect(
                    reply.field("Content-Security-Policy")
                        == "default-src 'none'; img-src 'self' blob: data:; script-src 'self'; style-src 'self'; "
                        + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
                let tag = try #require(reply.field("ETag"))
                #expect(try await hub.client.get(path, ["If-None-Match": tag]).status == 304)
            }
        }
    }

    @Test("Who may show the pages in a frame is the configuration's matter")
    func frameAncestors() async throws {
        let hub = try TestHub(frameAncestors: ["https://a.example", "'self'"])
        let policy = try #require(try await hub.client.get("/").field("Content-Security-Policy"))
        #expect(policy.hasSuffix("frame-ancestors https://a.example 'self'"))
    }
}

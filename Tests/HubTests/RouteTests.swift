import Camera
import HTTP
import Hub
import HubTesting
import Posix
import Testing
import WebAssets

@Suite(.timeLimit(.minutes(1))) struct RouteTests {
    private let demo = HubConfiguration(cameras: [.test("demo") { $0.name = "Front door" }])

    static let routes = [
        "/", "/basic", "/cam/demo", "/cam/demo/frame", "/cam/demo/snapshot", "/cam/demo/stream", "/cam/demo/settings",
        "/cam/demo/status", "/cameras", "/events", "/frame", "/status", "/settings", "/assets/style.css",
    ]

    @Test("Every route answers GET and HEAD, and names what it takes to every other method", arguments: routes)
    func methods(route: String) async throws {
        try await withHub(demo) { hub in
            try await hub.stream("demo")
            for method in [Method.get, .head] {
                let asked = try hub.client.send(method, route)
                #expect(await asked.reply.status == 200)
                asked.stream?.close()
            }
            let further = ["/cam/demo/settings": ", PATCH", "/cameras": ", POST"][route] ?? ""
            let allowed = "GET, HEAD" + further
            for method in [Method(rawValue: "PUT"), .delete, Method(rawValue: "get"), Method(rawValue: "BREW")] {
                let reply = try await hub.client.send(method, route).reply
                #expect(reply.status == 405)
                #expect(reply.field("Allow") == allowed)
                #expect(try reply.json["code"] == "method-not-allowed")
            }
            let options = try await hub.client.send(.options, route).reply
            #expect(options.status == 204 && options.bytes.isEmpty)
            #expect(options.field("Allow") == allowed + ", OPTIONS")
        }
    }

    @Test(
        "Everything else is nothing, and says so in JSON",
        arguments: [
            "/x", "/cam", "/cam/", "/cam/demo/", "/cam/demo/frame/", "/cam/demo/frame/x", "/cam/demo/Frame",
            "/Cameras", "/cameras/", "/cameras/demo/", "//", "//cameras", "/assets", "/assets/", "/assets/x.js",
            "/assets/login.html", "/assets/basic.html", "/assets/style.css/x", "/cam//frame",
            "/cam/other", "/cam/other/frame",
            "/cam/other/settings", "/cam/other/status", "/cam/DEMO/frame", "/index.html", "/cam/demo%20/frame",
        ])
    func notFound(path: String) async throws {
        try await withHub(demo) { hub in
            let reply = try await hub.client.get(path)
            #expect(reply.status == 404)
            #expect(reply.field("Content-Type") == "application/json")
            #expect(reply.field("Cache-Control") == "no-cache")
            #expect(try reply.json["code"] == "not-found")
        }
    }

    @Test(
        "A frame has all its headers, under all its names",
        arguments: ["/cam/demo/frame", "/cam/demo/snapshot", "/frame"])
    func frameHeaders(path: String) async throws {
        try await withHub(demo) { hub in
            let size = Size(width: 640, height: 480)
            try await hub.stream("demo", .frame(bytes: [0xFF, 0xD8, 0xFF, 0xD9], size: size, age: .milliseconds(30)))
            let takenAt = hub.time.now.advanced(by: .milliseconds(-30)).unixMilliseconds
            let reply = try await hub.client.get(path + "?1700000000")
            #expect(reply.status == 200)
            #expect(reply.bytes == [0xFF, 0xD8, 0xFF, 0xD9])
            let expected: KeyValuePairs = [
                "Content-Type": "image/jpeg", "Cache-Control": "no-cache, no-store, must-revalidate",
                "Pragma": "no-cache", "Expires": "0", "ETag": "\"boot-1\"", "X-Frame-Sequence": "1",
                "X-Frame-Width": "640", "X-Frame-Height": "480",
            ]
            for (name, value) in expected { #expect(reply.field(name) == value) }
            let stamp = try #require(reply.field("X-Frame-Timestamp").flatMap { Int64($0) })
            #expect(abs(stamp - takenAt) <= 5)
        }
    }

    @Test("A client that has the newest frame gets its headers alone; one that has another gets the frame")
    func conditionalFrames() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo")
            for tags in ["\"boot-1\"", "W/\"boot-1\"", "\"x\", \"boot-1\"", "*"] {
                let reply = try await hub.client.get("/cam/demo/frame", ["If-None-Match": tags])
                #expect(reply.status == 304)
                #expect(reply.bytes.isEmpty)
                #expect(reply.field("ETag") == "\"boot-1\"")
                #expect(reply.field("X-Frame-Sequence") == "1")
            }
            source.push(.frame(bytes: [2]))
            await hub.time.settle()
            let reply = try await hub.client.get("/cam/demo/frame", ["If-None-Match": "\"boot-1\""])
            #expect(reply.status == 200 && reply.bytes == [2])
            #expect(reply.field("ETag") == "\"boot-2\"")
        }
    }

    @Test("Where there is no picture, 503 says when to ask again, the state, why, and what to do")
    func unavailable() async throws {
        try await withHub(HubConfiguration(cameras: [.device("demo", serial: "A")])) { hub in
            for path in ["/cam/demo/frame", "/cam/demo/snapshot", "/frame"] {
                let reply = try await hub.client.get(path)
                #expect(reply.status == 503)
                #expect(reply.field("Retry-After") == "1")
                #expect(reply.field("Content-Type") == "application/json")
                let json = try reply.json
                #expect(json.keys == ["error", "code", "state", "reason", "hint"])
                #expect(json["code"] == "no-frame" && json["state"] == "offline")
                #expect(json["reason"] == "the camera was not found" && json["error"] == json["reason"])
            }
        }
    }

    @Test("/frame is the first camera's, and does not slide to another one when that is gone")
    func firstFrame() async throws {
        try await withHub(prepare: { $0.devices.plug(.usb(0, serial: "A")) }) { hub in
            await hub.plug(.usb(1, serial: "B"))
            let (first, second) = (hub.inventory.listing.cameras[0].id, hub.inventory.listing.cameras[1].id)
            try await hub.stream(first, .frame(bytes: [1]))
            try await hub.stream(second, .frame(bytes: [2]))
            #expect(try await hub.client.get("/frame").bytes == [1])
            await hub.unplug(.usb(0, serial: "A"))
            let reply = try await hub.client.get("/frame")
            #expect(reply.status == 503)
            #expect(try reply.json["state"] == "offline")
        }
    }

    @Test("/frame without any camera says what to do")
    func noFirstFrame() async throws {
        try await withHub { hub in
            let reply = try await hub.client.get("/frame")
            #expect(reply.status == 503)
            #expect(try reply.json["hint"] == "plug a camera in")
            #expect(try await hub.client.get("/cameras").json == ["cameras": []])
        }
    }

    @Test("Below a proxy's path everything is the same, whether the proxy takes the path away or not")
    func basePath() async throws {
        try await withHub(demo, basePath: ["house", "cams"]) { hub in
            try await hub.stream("demo")
            for route in Self.routes where route != "/events" {
                let plain = try await hub.client.get(route)
                let below = try await hub.client.get("/house/cams" + route)
                #expect(below.status == 200 && below.field("ETag") == plain.field("ETag"))
            }
            #expect(try await hub.client.get("/house/cams").status == 200)
            #expect(try await hub.client.get("/house").status == 404)
            #expect(try await hub.client.get("/house/cam/demo").status == 404)
            #expect(try await hub.client.get("/house/cams/cam/other").status == 404)
            #expect(try await hub.client.get("/house/camsx/cameras").status == 404)
        }
    }

    @Test("A request with a body is refused by its head where its path or its method is none of ours")
    func refusedHeads() async throws {
        try await withHub(demo) { hub in
            for (path, status) in [("/status", Status.methodNotAllowed), ("/x", .notFound)] {
                let refused = try hub.client.refuse(.post, path)
                #expect(refused?.status == status)
            }
            // Looking at the head begins nothing: no stream, no wait, no viewer.
            for path in ["/events", "/cam/demo/frame"] {
                let refused = try hub.client.refuse(.get, path)
                #expect(refused == nil)
            }
            await hub.time.settle()
            #expect(hub.opener.openings.isEmpty)
            #expect(hub.snapshot("demo")?.viewers.isEmpty == true)
        }
    }
}

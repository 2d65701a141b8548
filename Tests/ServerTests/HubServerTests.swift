import Camera
import HTTP
import Hub
import HubTesting
import MicroHTTPD
import Posix
import Testing

/// The hub's own answers over a socket, with cameras that the test plays.
@Suite(.timeLimit(.minutes(10))) struct HubServerTests {
    private func source(_ hub: TestHub) async throws -> ScriptedSource {
        let id = try #require(CameraID("demo"))
        await hub.time.until { hub.opener.source(id)?.isOpen == true }
        return try #require(hub.opener.source(id))
    }

    @Test("A request waits for the first frame, then frames and their headers come at once")
    func frames() async throws {
        try await withServer { hub, server in
            let client = try server.connect()
            try client.send(ByteSocket.head(.get, "/cam/demo/frame"))
            let picture = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
            try await source(hub).push(.frame(bytes: picture))
            let get = try client.readReply()
            #expect(get.status == 200 && get.bytes == picture)
            #expect(get.field("Content-Length") == "100000" && get.field("Content-Type") == "image/jpeg")
            #expect(
                get.field("X-Frame-Sequence") == "1"
                    && get.field("Cache-Control") == "no-cache, no-store, must-revalidate")
            let head = try client.ask(.head, "/cam/demo/frame")
            #expect(head.status == 200 && head.field("Content-Length") == "100000")
            let tag = try #require(get.field("ETag"))
            let same = try client.ask(.get, "/cam/demo/frame", ["If-None-Match": tag])
            #expect(same.status == 304 && same.field("ETag") == tag && same.field("Content-Length") == "100000")
            #expect(try client.ask(.get, "/frame").bytes == picture)
        }
    }

    @Test("Hundreds of requests that wait are answered by one frame, and by the end of the camera")
    func manyWaiting() async throws {
        try await withServer { hub, server in
            let clients = try (0..<300).map { _ in try server.connect() }
            for client in clients { try client.send(ByteSocket.head(.get, "/cam/demo/frame")) }
            let source = try await source(hub)
            source.push(.frame())
            for client in clients { #expect(try client.readReply().status == 200) }
            source.push(.fault(CaptureError(.failed, reason: "the cable is bad")))
            await hub.time.settle()
            for client in clients {
                let reply = try client.ask(.get, "/cam/demo/frame")
                #expect(reply.status == 503 && reply.field("Retry-After") == "1")
                #expect(try reply.json["reason"] == "the cable is bad")
            }
        }
    }

    @Test("The list of cameras comes once, and then 304 until something has changed")
    func list() async throws {
        try await withServer { hub, server in
            let client = try server.connect()
            let reply = try client.ask(.get, "/cameras")
            let tag = try #require(reply.field("ETag"))
            for _ in 0..<3 {
                let same = try client.ask(.get, "/cameras", ["If-None-Match": tag])
                #expect(same.status == 304)
                #expect(same.field("Content-Length") == reply.field("Content-Length"))
            }
            await hub.plug(.usb(0))
            let other = try client.ask(.get, "/cameras", ["If-None-Match": tag])
            #expect(other.status == 200)
            #expect(try other.json["cameras"]?.count == 2)
        }
    }

    @Test("Events come as they happen, with a ping every fifteen seconds, to the end of the hub")
    func events() async throws {
        try await withServer { hub, server in
            let client = try server.connect()
            try client.send(ByteSocket.head(.get, "/events"))
            let head = try client.readHead()
            #expect(head.status == 200 && head.field("Content-Type") == "text/event-stream")
            #expect(head.field("X-Accel-Buffering") == "no" && head.field("Cache-Control") == "no-cache")
            #expect(try client.readLine() == ": camhub")
            #expect(try client.readLine() == "")
            await hub.plug(.usb(0))
            #expect(try client.readLine() == "event: camera-added")
            #expect(try client.readLine() == "data: {\"id\":\"\(hub.ids[1])\"}")
            #expect(try client.readLine() == "")
            await hub.time.advance(by: .seconds(15))
            #expect(try client.readLine() == "event: ping")
            #expect(await hub.stop() == [])
            while try client.readSome() != nil {}
        }
    }

    @Test("Refusals are the hub's own JSON, and name what is allowed")
    func refusals() async throws {
        try await withServer { _, server in
            let client = try server.connect()
            let unknown = try client.ask(.get, "/cam/none/frame")
            #expect(unknown.status == 404)
            #expect(try unknown.json["code"] == "not-found")
            try client.send(ByteSocket.head(.delete, "/status"))
            let method = try client.readReply()
            #expect(method.status == 405 && method.field("Allow") == "GET, HEAD")
            #expect(try client.ask(.head, "/none").status == 404)
            // Its body is not read: the head is enough.
            try client.send(ByteSocket.head(.post, "/status", ["Content-Length": "1000"]))
            #expect(try client.readReply().status == 405)
        }
    }

    @Test("Clients that come and go while frames come disturb nothing")
    func churn() async throws {
        try await withServer { hub, server in
            let first = try server.connect()
            try first.send(ByteSocket.head(.get, "/cam/demo/frame"))
            let source = try await source(hub)
            for round in 0..<100 {
                source.push(.frame(bytes: Array(repeating: UInt8(round), count: 50_000)))
                await hub.time.settle()
                let gone = try server.connect()
                try gone.send(ByteSocket.head(.get, "/cam/demo/frame"))
                if round % 2 == 0 { gone.reset() }
                let reply = try server.ask("/cam/demo/frame")
                #expect(reply.bytes == Array(repeating: UInt8(round), count: 50_000))
            }
            #expect(try first.readReply().status == 200)
        }
    }

    @Test("What the server refuses by itself is counted, and so is a wait whose client has gone")
    func counts() async throws {
        try await withServer { hub, server in
            let waiting = try server.connect()
            try waiting.send(ByteSocket.head(.get, "/cam/demo/frame"))
            let source = try await source(hub)
            waiting.reset()
            let broken = try server.connect()
            try broken.send("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")
            #expect(try broken.readReply().status == 400)
            let large = try server.connect()
            try large.send("POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 70000\r\n\r\n")
            #expect(try large.readReply().status == 413)
            source.push(.frame())
            await hub.time.settle()
            let metrics = try await hub.client.get("/metrics", ["Authorization": .basic("admin", "correct horse")])
            for figure in [
                #"{route="server",status="400"} 1"#, #"{route="server",status="413"} 1"#,
                #"{route="cameraFrame",status="200"} 1"#,
            ] {
                #expect(metrics.text.contains("camhub_requests_total\(figure)\n"))
            }
        }
    }
}

import Camera
import Capture
import Glibc
import Hub
import HubTesting
import Posix
import Testing

/// The life of a network camera: streams that end, stills, and what is told when nothing comes.
@Suite struct NetworkSourceTests {
    private static func still(_ picture: [UInt8], _ fields: String = "") -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: \(picture.count)\r\n\(fields)\r\n".utf8)
            + picture
    }

    @Test("A lost stream is connected to at once the first time, and then its end is told")
    func lost() throws {
        let server = try ScriptedServer.start { visit in
            try visit.request()
            try visit.send(Array(streamHead.utf8) + parts([16 + visit.number, 32]))
        }
        let camera = try NetworkWatch("http://127.0.0.1:\(server.port)/")
        let error = try camera.error()
        #expect(error.condition.state == .offline)
        #expect(error.condition.reason == "127.0.0.1:\(server.port) has closed the connection")
        #expect(server.connectedAt.count == 2)
        #expect(
            zip(server.connectedAt, server.connectedAt.dropFirst()).allSatisfy { $0.duration(to: $1) < .seconds(1) })
    }

    @Test("A still is asked for again by the same connection, and only if it has changed")
    func still() throws {
        let server = try ScriptedServer.start { visit in
            for (tag, width) in [("a", 16), ("a", 16), ("b", 32)] {
                let head = try visit.request()
                if head.contains(#"If-None-Match: "\#(tag)""#) {
                    try visit.send("HTTP/1.1 304 Not Modified\r\nETag: \"\(tag)\"\r\n\r\n")
                } else {
                    let fields = "ETag: \"\(tag)\"\r\nLast-Modified: Mon, 01 Jan 2024 00:00:00 GMT\r\n"
                    try visit.send(Self.still(smallPicture(width: width), fields))
                }
            }
            visit.hold()
        }
        let camera = try NetworkWatch("http://127.0.0.1:\(server.port)/")
        #expect(try [camera.width(), camera.width()] == [16, 32])
        #expect(server.connectedAt.count == 1 && server.requests.count == 3)
        #expect(server.requests[1].contains("If-Modified-Since: Mon, 01 Jan 2024 00:00:00 GMT"))
        #expect(camera.source.finding.isStill)
    }

    @Test("Who comes when a still has not changed gets it all the same, and nobody gets it twice")
    func stillForLateViewers() throws {
        let picture = smallPicture(width: 16)
        let server = try ScriptedServer.start { visit in
            while true {
                try visit.request()
                try visit.send(Self.still(picture))
            }
        }
        let camera = try NetworkWatch("http://127.0.0.1:\(server.port)/")
        #expect(try camera.width() == 16)
        let before = server.requests.count
        let isSkipped = try camera.look { taken in taken.frame != nil ? false : taken.isSkipped ? true : nil }
        #expect(isSkipped && server.requests.count > before)
        camera.isWatched = false
        _ = try camera.source.take(now: .now, isWatched: false)
        camera.isWatched = true
        #expect(try camera.width() == 16)
    }

    @Test("A still with a wrong type, and one that is cut off by its server's own length, are stills as well")
    func oddStills() throws {
        let server = try ScriptedServer.start { visit in
            try visit.request()
            let picture = smallPicture(width: 16 + visit.number)
            let length = visit.number.isMultiple(of: 2) ? picture.count : picture.count + 100
            let head = "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(length)\r\n\r\n"
            try visit.send(Array(head.utf8) + picture)
        }
        let camera = try NetworkWatch("http://127.0.0.1:\(server.port)/")
        #expect(try (0..<4).map { _ in try camera.width() } == [16, 17, 18, 19])
    }

    @Test(
        "What is no picture is named",
        arguments: [
            (
                "200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nhello",
                "sends text/html, 5 bytes without a picture", "page for people"
            ),
            ("200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello", "compressed (gzip)", "check"),
            ("200 OK\r\nContent-Length: 0\r\n\r\n", "sends nothing", "check"),
            ("204 No Content\r\n\r\n", "sends nothing", "check"),
            (
                "404 Not Found\r\nContent-Length: 0\r\n\r\n", "has nothing at http://127.0.0.1:PORT/v (status 404)",
                "path"
            ),
            ("503 Busy\r\nContent-Length: 0\r\n\r\n", "has no picture to give (status 503)", "one client"),
            ("508 Loop\r\nContent-Length: 0\r\n\r\n", "leads to this hub itself", "address"),
            ("500 No\r\nContent-Length: 0\r\n\r\n", "answers with status 500", "check"),
            (
                "302 Found\r\nLocation: /v\r\nContent-Length: 0\r\n\r\n", "from address to address without an end",
                "check"
            ),
            ("302 Found\r\nLocation: ftp://x/\r\nContent-Length: 0\r\n\r\n", "neither http nor https", "check"),
            ("302 Found\r\nContent-Length: 0\r\n\r\n", "without saying where", "check"),
        ])
    func noPicture(answer: String, reason: String, hint: String) throws {
        let server = try ScriptedServer.start { visit in
            while true {
                try visit.request()
                try visit.send("HTTP/1.1 " + answer)
            }
        }
        let condition = try NetworkWatch("http://127.0.0.1:\(server.port)/v?token=hush").error().condition
        let wanted = reason.replacing("PORT", with: "\(server.port)")
        #expect(condition.reason?.contains(wanted) == true, "\(condition.reason ?? "")")
        #expect(condition.hint?.contains(hint) == true && "\(condition)".contains("hush") == false)
    }

    @Test("Nobody at that port, an unknown name, and an address of the machine itself are told from each other")
    func unreachable() throws {
        let nobody = try NetworkWatch("http://me:hush@127.0.0.1:1/v").error().condition
        #expect(nobody.state == .offline && nobody.reason == "127.0.0.1:1 cannot be reached: Connection refused")
        let unknown = try NetworkWatch("http://no-such-host.invalid/v").error().condition
        #expect(unknown.state == .offline && unknown.reason == "nobody knows the address of no-such-host.invalid")
        for host in ["127.0.0.1", "localhost", "[::1]", "169.254.1.1", "0.0.0.0", "[::ffff:127.0.0.1]"] {
            let condition = try NetworkWatch("http://\(host):1/v", reach: .outside).error().condition
            #expect(condition.state == .failed && condition.reason?.contains("belongs to a machine itself") == true)
        }
    }

    @Test("A server that does not answer, and one that stops, are told when the watchdog bites")
    func silence() throws {
        let mute = try ScriptedServer.start { visit in visit.hold() }
        let camera = try NetworkWatch("http://127.0.0.1:\(mute.port)/")
        while mute.connectedAt.isEmpty || camera.source.isInLine {
            _ = try camera.source.take(now: .now, isWatched: true)
        }
        let error = #expect(throws: CaptureError.self) { try camera.source.restart() }
        #expect(error?.condition.state == .stalled)
        #expect(error?.condition.reason == "127.0.0.1:\(mute.port) takes the connection and does not answer")

        let stuck = try ScriptedServer.start { visit in
            try visit.request()
            try visit.send(Array(streamHead.utf8) + parts([16 + visit.number]))
            visit.hold()
        }
        let other = try NetworkWatch("http://127.0.0.1:\(stuck.port)/")
        #expect(try other.width() == 16)
        try other.source.restart()
        #expect(try other.width() == 17, "the first time it is asked anew at once")
        let second = #expect(throws: CaptureError.self) { try other.source.restart() }
        #expect(second?.condition.reason == "127.0.0.1:\(stuck.port) has stopped sending pictures")
    }

    @Test("An answer with header fields without an end is given up")
    func longHeader() throws {
        let server = try ScriptedServer.start { visit in
            try visit.request()
            try visit.send("HTTP/1.1 200 OK\r\n")
            for number in 0..<100 { try visit.send("X-\(number): \(String(repeating: "x", count: 1000))\r\n") }
        }
        let condition = try NetworkWatch("http://127.0.0.1:\(server.port)/").error().condition
        #expect(condition.reason?.contains("more than 64 KiB of header fields") == true)
    }

    @Test("What is closed leaves no descriptor behind")
    func descriptors() throws {
        let server = try ScriptedServer.start { visit in
            try visit.request()
            try visit.send(Array(streamHead.utf8) + parts([16]))
            visit.hold()
        }
        for _ in 0..<200 { #expect(try NetworkWatch("http://127.0.0.1:\(server.port)/").width() == 16) }
        #expect(OpenFiles.count(of: getpid()) < 400)
    }
}

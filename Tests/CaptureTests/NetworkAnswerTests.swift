import Camera
import Capture
import Hub
import HubTesting
import Testing

/// Answers as cameras give them, by the rules of HTTP and by their own.
@Suite struct NetworkAnswerTests {
    struct Answer: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// In pieces, each sent by itself.
        let pieces: [[UInt8]]

        init(_ name: String, _ head: String, _ body: [UInt8] = parts([16, 32, 48])) {
            testDescription = name
            pieces = [Array(head.utf8) + body]
        }

        init(_ name: String, pieces: [[UInt8]]) { (testDescription, self.pieces) = (name, pieces) }
    }

    private static let type = "Content-Type: multipart/x-mixed-replace; boundary=frame"
    private static let bare = [16, 32, 48].flatMap(smallPicture)

    static let answers = [
        Answer("as it should be", streamHead),
        Answer("HTTP/1.0, as most small ones do", "HTTP/1.0 200 OK\r\n\(type)\r\n\r\n"),
        Answer("no status line at all (arduino-esp32#3597)", ""),
        Answer("no status line, headers all the same", "\(type)\r\n\r\n"),
        Answer("the word of Icecast", "ICY 200 OK\r\n\(type)\r\n\r\n"),
        Answer("the word of RTSP", "RTSP/1.0 200 OK\r\n\(type)\r\n\r\n"),
        Answer("a status without its words", "HTTP/1.1 200\r\n\(type)\r\n\r\n"),
        Answer("two blanks before the status", "HTTP/1.1  200 OK\r\n\(type)\r\n\r\n"),
        Answer("lower case", "http/1.0 200 ok\r\n\(type.lowercased())\r\n\r\n"),
        Answer("lines that end with LF", "HTTP/1.1 200 OK\n\(type)\n\n", parts([16, 32, 48], lineEnd: "\n")),
        Answer("no type", "HTTP/1.1 200 OK\r\n\r\n"),
        Answer("a wrong type", "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"),
        Answer(
            "a length for the whole, of webcamXP", "HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\(type)\r\n\r\n"),
        Answer("a length that is none", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\(type)\r\n\r\n"),
        Answer("pictures one behind the other", "HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\n\r\n", bare),
        Answer("headers that no one needs", "HTTP/1.1 200 OK\r\n\(type)\r\nExpires: %s\r\nX-:\r\n\r\n"),
        Answer("chunks", pieces: [chunkedHead] + chunks(of: 700) + [Array("0\r\nTrailer: x\r\n\r\n".utf8)]),
        Answer("chunks of a few bytes, cut anywhere", pieces: [chunkedHead + chunks(of: 7).flatMap(\.self)]),
        Answer("byte by byte", pieces: (Array(streamHead.utf8) + parts([16, 32, 48])).map { [$0] }),
    ]

    private static let chunkedHead = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\(type)\r\n\r\n".utf8)

    /// The stream in chunks with extensions.
    private static func chunks(of size: Int) -> [[UInt8]] {
        let body = parts([16, 32, 48])
        return stride(from: 0, to: body.count, by: size).map { start in
            let piece = body[start..<min(start + size, body.count)]
            return Array("\(String(piece.count, radix: 16));name=value\r\n".utf8) + piece + Array("\r\n".utf8)
        }
    }

    @Test("Every picture of every answer comes out, however the answer is made", arguments: answers)
    func everyPicture(answer: Answer) throws {
        let server = try ScriptedServer.start { visit in
            try visit.request()
            for piece in answer.pieces { try visit.send(piece) }
        }
        let camera = try NetworkWatch("http://127.0.0.1:\(server.port)/video")
        var last = 0
        var count = 0
        // The server says the same again after it has closed the connection, which is made anew once.
        _ = try camera.error(unless: { taken in
            guard let frame = taken.frame else { return }
            (last, count) = (frame.size.width, count + 1)
        })
        #expect(last == 48 && count + camera.source.droppedByDevice == 6)
        #expect(camera.source.tally.broken == [:])
        #expect(server.requests.count >= 2)
    }

    @Test("What is asked names no encoding but identity, and goes to the path and query as they are written")
    func request() throws {
        let server = try ScriptedServer.start { visit in
            try visit.request()
            try visit.send(Array(streamHead.utf8) + parts([16]))
            visit.hold()
        }
        let camera = try NetworkWatch("http://127.0.0.1:\(server.port)/a/../b%20c?d=e&f=/#g", hub: "4711")
        #expect(try camera.width() == 16)
        let head = try #require(server.requests.first)
        #expect(head.first == "GET /a/../b%20c?d=e&f=/ HTTP/1.1")
        #expect(head.contains("Accept-Encoding: identity") && head.contains("X-Camhub: 4711"))
        #expect(!head.contains { $0.lowercased().hasPrefix("authorization") })
        #expect(!camera.source.finding.isStill && camera.source.finding.hasBoundaries)
    }

    @Test("IPv6 is asked as well")
    func version6() throws {
        let server = try ScriptedServer.start(host: "::1") { visit in
            try visit.request()
            try visit.send(Array(streamHead.utf8) + parts([16]))
            visit.hold()
        }
        #expect(try NetworkWatch("http://[::1]:\(server.port)/").width() == 16)
    }
}

extension NetworkWatch {
    /// The error that comes in the end; `note` sees all that comes before.
    func error(unless note: (Taken) -> Void) throws -> CaptureError {
        try #require(throws: CaptureError.self) {
            try look { taken in
                note(taken)
                return Bool?.none
            }
        }
    }
}

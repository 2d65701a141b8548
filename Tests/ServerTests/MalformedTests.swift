import HTTP
import HubTesting
import MicroHTTPD
import Testing

/// What is no request, or could be read in two ways.
@Suite(.timeLimit(.minutes(10))) struct MalformedTests {
    /// A request line, fields, and what follows them.
    struct Raw: CustomTestStringConvertible, Sendable {
        let text: String
        /// Nil: the connection is closed without an answer.
        let status: Int?

        init(_ text: String, _ status: Int?) {
            self.text = text
            self.status = status
        }

        /// A GET with these fields, or a POST with these fields and what follows.
        static func get(_ fields: String, _ status: Int?) -> Raw {
            Raw("GET / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\r\n", status)
        }

        static func post(_ fields: String, _ body: String, _ status: Int?) -> Raw {
            Raw("POST / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\r\n\(body)", status)
        }

        var testDescription: String { String(text.debugDescription.prefix(100)) }
    }

    static let lines = [
        Raw("GET\r\n\r\n", nil), Raw("GET /\r\n\r\n", 400), Raw(" GET / HTTP/1.1\r\nHost: x\r\n\r\n", nil),
        Raw("GET  /  HTTP/1.1\r\nHost: x\r\n\r\n", nil), Raw("GET / HTTP/1.1 \r\nHost: x\r\n\r\n", 400),
        Raw("GET / HTTP/9.9\r\nHost: x\r\n\r\n", 505), Raw("GET / HTTP/0.9\r\n\r\n", 505),
        Raw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505), Raw("\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{3}\u{3}\r\n\r\n", nil),
        Raw("GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n", 400), Raw("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Raw("GET /a%2Fb HTTP/1.1\r\nHost: x\r\n\r\n", 400), Raw("GET /frame%00x HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Raw("GET /a/../b HTTP/1.1\r\nHost: x\r\n\r\n", 400), Raw("GET /a/%2e%2e/b HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Raw("GET /a%zz HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Raw("GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\nHost: x\r\n\r\n", 414),
        Raw("", nil), Raw("GET / HTTP/1.1\r\nHo", nil),
    ]

    static let fields = [
        Raw("GET / HTTP/1.1\r\n\r\n", 400), .get("Host: y", 400), .get("hOST: x", 400), .get("X", 400),
        .get("X: a\rHost: y", 400), .get("X: a\u{B}", 400), .get("X: a\u{7F}", 400),
        .get("Y\0: b", 400),
        .get("X : a", 400), .get("Content-Length : 5", 400), .get("X\u{1}: a", 400), .get("É: a", 400),
        .get("X: \(String(repeating: "a", count: 20_000))", 431),
        .get(Array(repeating: "A: b", count: 5000).joined(separator: "\r\n"), 431),
        .get("Content-Length: -1", 400), .get("Content-Length: abc", 400), .get("Content-Length: 1, 1", 400),
        .get("Content-Length: +1", 400), .get("Content-Length: 99999999999999999999999", 413),
        .get("Transfer-Encoding: gzip", 400), .get("Transfer-Encoding: gzip, chunked", 400),
        .get("Transfer-Encoding: chunked, chunked", 400),
        .get("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", 400),
    ]

    static let bodies = [
        Raw.post("Content-Length: 1\r\nContent-Length: 1", "a", 400),
        .post("Content-Length: 1\r\nTransfer-Encoding: chunked", "0\r\n\r\n", 400),
        .post("Transfer-Encoding: chunked", "zz\r\n\r\n", 400), .post("Transfer-Encoding: chunked", "-1\r\n\r\n", 400),
        .post("Transfer-Encoding: chunked", "1\r\nab\r\n0\r\n\r\n", 400),
        .post("Transfer-Encoding: chunked", "fffffffffffffffffff\r\n\r\n", 413),
        .post("Content-Length: 9223372036854775808", "", 413), .post("Content-Length: 18446744073709551615", "", 413),
        .post("Content-Length: 65537", "", 413), .post("Content-Length: 100000000000\r\nExpect: 100-continue", "", 413),
    ]

    private func server() throws -> RunningServer {
        try RunningServer { request in .text("\(request.method) \(request.body.count)") }
    }

    @Test(
        "What is no request is refused, and the connection is closed; the server goes on",
        arguments: lines + fields + bodies)
    func refusals(raw: Raw) throws {
        let server = try server()
        let client = try server.connect()
        try client.send(raw.text)
        client.finish()
        if let status = raw.status { #expect(try client.readHead().status == status) }
        // To its end: what follows a request that was not understood is not taken for another one.
        var rest: [UInt8] = []
        while let more = try client.readSome() { rest += more }
        #expect(raw.status != nil || rest.isEmpty)
        #expect(!String(decoding: rest, as: UTF8.self).contains("200 OK"))
        #expect(try server.ask("/").text == "GET 0")
    }

    @Test("What is unusual, but plain, is answered")
    func tolerance() throws {
        for (text, answer) in [
            ("\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", "GET 0"), ("GET / HTTP/1.1\nHost: x\n\n", "GET 0"),
            ("GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n", "GET 0"), ("GET / HTTP/1.1\r\nHost:\r\n\r\n", "GET 0"),
            ("BREW / HTTP/1.1\r\nHost: x\r\n\r\n", "BREW 0"),
            ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n12345", "POST 5"),
            (
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nA: b\r\n\r\n",
                "POST 5"
            ),
            ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc", "GET 3"),
        ] {
            let server = try server()
            let client = try server.connect()
            try client.send(text)
            #expect(try client.readReply().text == answer)
            #expect(try client.ask(.get, "/").text == "GET 0")
        }
    }

    @Test("A body of the largest size arrives; the head of a larger one is refused before its body is sent")
    func bodySizes() throws {
        let server = try server()
        let client = try server.connect()
        try client.send(ByteSocket.head(.post, "/", ["Content-Length": "65536"]))
        try client.send(Array(repeating: 7, count: 65_536))
        #expect(try client.readReply().text == "POST 65536")
        try client.send(ByteSocket.head(.post, "/", ["Content-Length": "65537", "Expect": "100-continue"]))
        #expect(try client.readReply().status == 413)
        // A length that is not told is counted as it comes.
        let other = try server.connect()
        try other.send(ByteSocket.head(.post, "/", ["Transfer-Encoding": "chunked"]))
        let chunk = "4000\r\n" + String(repeating: "a", count: 0x4000) + "\r\n"
        for _ in 0..<5 { try? other.send(chunk) }
        #expect(try other.isClosed())
    }

    @Test("Who asks before sending a body is told to go on")
    func expectContinue() throws {
        let server = try server()
        let client = try server.connect()
        try client.send(ByteSocket.head(.post, "/", ["Content-Length": "5", "Expect": "100-continue"]))
        #expect(try client.readHead().status == 100)
        try client.send("12345")
        #expect(try client.readReply().text == "POST 5")
    }

    @Test("A client that sends a head or a body byte by byte, however steadily, is cut off", arguments: [false, true])
    func slowClients(isBody: Bool) throws {
        let limits = ConnectionLimits(total: 100, perAddress: 100, patience: .seconds(1))
        let server = try RunningServer(limits) { _ in .text("here") }
        let client = try server.connect()
        if isBody { try client.send(ByteSocket.head(.post, "/", ["Content-Length": "60000"])) }
        let start = ContinuousClock.now
        var isCut = false
        // The pace is that of the round trips of somebody who is served meanwhile.
        while !isCut, start.duration(to: .now) < .seconds(20) {
            do {
                try client.send("X")
                for _ in 0..<50 { #expect(try server.ask("/").status == 200) }
            } catch {
                isCut = true
            }
        }
        #expect(isCut)
        #expect((.seconds(1) ... .seconds(15)).contains(start.duration(to: .now)))
    }

    @Test("Time between two requests is no slowness, and each request has its time anew")
    func keptConnections() throws {
        let limits = ConnectionLimits(total: 100, perAddress: 100, patience: .milliseconds(700))
        let server = try RunningServer(limits) { _ in .text("here") }
        let (client, other) = (try server.connect(), try server.connect())
        for _ in 0..<3 {
            #expect(try client.ask(.get, "/").text == "here")
            let start = ContinuousClock.now
            while start.duration(to: .now) < .seconds(1) { #expect(try other.ask(.get, "/").text == "here") }
        }
        #expect(try client.ask(.get, "/").text == "here")
    }

    @Test("A client that has had its answer and says that it wants nothing more is let go")
    func halfClosed() throws {
        let server = try RunningServer(ConnectionLimits(total: 1, perAddress: 1)) { _ in .text("here") }
        let client = try server.connect()
        try client.send(ByteSocket.head(.get, "/"))
        client.finish()
        #expect(try client.readReply().text == "here")
        #expect(try client.isClosed())
    }
}

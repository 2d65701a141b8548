import CCurl
import Camera
import Capture
import Hub
import HubTesting
import Testing

/// Cameras that want a user and a password, and who gets to see them.
@Suite struct NetworkLoginTests {
    private static func refusal(_ challenges: [String]) -> String {
        "HTTP/1.1 401 Unauthorized\r\nContent-Length: 4\r\n"
            + challenges.map { "WWW-Authenticate: \($0)\r\n" }.joined() + "\r\nnope"
    }

    /// A camera that refuses who shows nothing, and answers everyone else.
    private static func camera(_ challenges: [String]) throws -> ScriptedServer.Running {
        try ScriptedServer.start { visit in
            while true {
                let head = try visit.request()
                if head.contains(where: { $0.hasPrefix("Authorization:") }) { break }
                try visit.send(refusal(challenges))
            }
            try visit.send(Array(streamHead.utf8) + parts([16]))
            visit.hold()
        }
    }

    private func shown(to server: ScriptedServer.Running, of number: Int = 1) throws -> String {
        let head = try #require(server.requests.dropFirst(number).first)
        return try #require(head.first { $0.hasPrefix("Authorization: ") }).replacing("Authorization: ", with: "")
    }

    @Test("Basic is shown only when it is asked for")
    func basic() throws {
        let server = try Self.camera([#"Basic realm="cam""#])
        #expect(try NetworkWatch("http://me:s%40cret@127.0.0.1:\(server.port)/v").width() == 16)
        #expect(try shown(to: server) == "Basic bWU6c0BjcmV0")
        #expect(server.requests[0].allSatisfy { !$0.hasPrefix("Authorization") })
        #expect(server.connectedAt.count == 1)
    }

    struct Dialect: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let challenges: [String]
        var hash = GNUTLS_DIG_MD5
        var isSession = false
        var hasQuality = true
        /// What the answer has to say literally.
        var says: [String] = []
    }

    private static let nonce = #"realm="cam", nonce="abc/123=""#

    static let dialects = [
        Dialect(testDescription: "the oldest", challenges: ["Digest \(nonce)"], hasQuality: false),
        Dialect(
            testDescription: "Axis", challenges: [#"Digest \#(nonce), algorithm=MD5, qop="auth""#],
            says: ["qop=auth,", "nc=00000001"]),
        Dialect(
            testDescription: "an empty opaque (Hikvision, Dahua)",
            challenges: [#"Digest \#(nonce), qop="auth", opaque="", stale="FALSE""#], says: [#"opaque="""#]),
        Dialect(
            testDescription: "an opaque (GoAhead)",
            challenges: [#"Digest \#(nonce), opaque="5ccc", qop="auth,auth-int""#],
            says: [#"opaque="5ccc""#]),
        Dialect(testDescription: "unquoted", challenges: [#"Digest realm=cam, nonce=abc/123=, qop=auth"#]),
        Dialect(testDescription: "no blanks", challenges: [#"digest realm="cam",nonce="abc/123=",qop="auth""#]),
        Dialect(
            testDescription: "MD5-sess", challenges: [#"Digest \#(nonce), algorithm=MD5-sess, qop="auth""#],
            isSession: true),
        Dialect(
            testDescription: "SHA-256", challenges: [#"Digest \#(nonce), algorithm=SHA-256, qop="auth""#],
            hash: GNUTLS_DIG_SHA256, says: ["algorithm=SHA-256"]),
        Dialect(
            testDescription: "Basic first, Digest as well",
            challenges: [#"Basic realm="cam""#, #"Digest \#(nonce), qop="auth""#]),
        Dialect(testDescription: "both in one line", challenges: [#"Basic realm="cam", Digest \#(nonce), qop="auth""#]),
    ]

    @Test("Digest is answered in each of its dialects, with the right sum", arguments: dialects)
    func digest(dialect: Dialect) throws {
        let server = try Self.camera(dialect.challenges)
        #expect(try NetworkWatch("http://me:secret@127.0.0.1:\(server.port)/v?a=b").width() == 16)
        let words = try shown(to: server)
        #expect(words.hasPrefix("Digest "))
        for word in dialect.says { #expect(words.contains(word)) }
        let fields = Dictionary(
            words.dropFirst(7).matches(of: /(\w+)=(?:"([^"]*)"|([^,]*))/).map { match in
                (String(match.output.1), String(match.output.2 ?? match.output.3 ?? ""))
            }, uniquingKeysWith: { first, _ in first })
        #expect(fields["uri"] == "/v?a=b" && fields["username"] == "me" && fields["nonce"] == "abc/123=")
        #expect(fields["response"] == response(dialect, fields))
    }

    /// RFC 7616, 3.4.1.
    private func response(_ dialect: Dialect, _ fields: [String: String]) -> String {
        let sum = { text in hexadecimalSum(text, dialect.hash) }
        let (nonce, client) = (fields["nonce"] ?? "", fields["cnonce"] ?? "")
        var secret = sum("me:cam:secret")
        if dialect.isSession { secret = sum("\(secret):\(nonce):\(client)") }
        let asked = sum("GET:/v?a=b")
        guard dialect.hasQuality else { return sum("\(secret):\(nonce):\(asked)") }
        return sum("\(secret):\(nonce):\(fields["nc"] ?? ""):\(client):auth:\(asked)")
    }

    @Test("A nonce that has become stale is answered once more, with the new one")
    func stale() throws {
        let server = try ScriptedServer.start { visit in
            for nonce in ["one", "two"] {
                try visit.request()
                let stale = nonce == "two" ? ", stale=true" : ""
                try visit.send(Self.refusal([#"Digest realm="cam", nonce="\#(nonce)", qop="auth"\#(stale)"#]))
            }
            try visit.request()
            try visit.send(Array(streamHead.utf8) + parts([16]))
            visit.hold()
        }
        #expect(try NetworkWatch("http://me:secret@127.0.0.1:\(server.port)/v").width() == 16)
        #expect(try shown(to: server, of: 2).contains(#"nonce="two""#))
    }

    @Test("Without a password, and with a wrong one, it is said what to write where")
    func refused() throws {
        let server = try ScriptedServer.start { visit in
            while true {
                try visit.request()
                try visit.send(Self.refusal([#"Digest realm="cam", nonce="one", qop="auth""#]))
            }
        }
        let none = try NetworkWatch("http://127.0.0.1:\(server.port)/v?token=hush").error()
        #expect(none.condition.state == .denied && none.rest == .zero)
        #expect(none.condition.reason == "127.0.0.1:\(server.port) wants a user and a password")
        #expect(none.condition.hint?.contains("http://USER:PASSWORD@127.0.0.1:\(server.port)/") == true)
        let wrong = try NetworkWatch("http://me:hush@127.0.0.1:\(server.port)/v?token=hush").error()
        #expect(wrong.condition.state == .denied && wrong.rest == .seconds(60))
        #expect(!"\(none) \(wrong)".contains("hush"))
    }

    @Test("A redirect to another server carries no password there, and one on the same server does")
    func redirected() throws {
        let other = try ScriptedServer.start { visit in
            try visit.request()
            try visit.send(Array(streamHead.utf8) + parts([32]))
            visit.hold()
        }
        let server = try ScriptedServer.start { visit in
            try visit.request()
            try visit.send(Self.refusal([#"Basic realm="cam""#]))
            try visit.request()
            try visit.send("HTTP/1.1 302 Found\r\nLocation: /second\r\nContent-Length: 0\r\n\r\n")
            try visit.request()
            try visit.send(Self.refusal([#"Basic realm="cam""#]))
            try visit.request()
            try visit.send("HTTP/1.0 307 \r\nLocation: 127.0.0.1:\(other.port)/third\r\n\r\n")
        }
        let camera = try NetworkWatch("http://me:hush@127.0.0.1:\(server.port)/first")
        #expect(try camera.width() == 32)
        #expect(
            server.requests.map(\.first) == ["/first", "/first", "/second", "/second"].map { "GET \($0) HTTP/1.1" })
        #expect(try shown(to: server, of: 3).hasPrefix("Basic "))
        #expect(other.requests.map(\.first) == ["GET /third HTTP/1.1"])
        #expect(!"\(other.requests)".contains("Authorization"))
    }
}

private func hexadecimalSum(_ text: String, _ algorithm: gnutls_digest_algorithm_t) -> String {
    var sum = [UInt8](repeating: 0, count: Int(gnutls_hash_get_len(algorithm)))
    let bytes = Array(text.utf8)
    gnutls_hash_fast(algorithm, bytes, bytes.count, &sum)
    return sum.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

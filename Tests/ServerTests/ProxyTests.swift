import FoundationEssentials
import HTTP
import HubTesting
import Testing

/// The hub behind real proxies: whom it believes what, and what it shows through them.
@Suite(.enabled(if: Proxy.Kind.areThere, "nginx or caddy was not unpacked into .build/tools"), .timeLimit(.minutes(10)))
struct ProxyTests {
    /// A hub and its proxy. The camera `front` has the PIN 1357; for `bare` nobody has chosen one.
    private struct Scene {
        let hub: RunningProgram
        /// Of the hub itself.
        let port: UInt16
        let proxy: Proxy

        init(_ kind: Proxy.Kind, at place: Proxy.Place = .root, trusted: String) throws {
            let folder = try TemporaryFolder()
            let text = """
                basePath: \(place == .path ? "/cams" : "/")
                trustedProxies: [\(trusted)]
                defaults: { size: 160x120 }
                cameras: { front: { test: {}, pin: 1357 }, bare: { test: {} } }

                """
            let file = try folder.write("camhub.yaml", Array(text.utf8))
            hub = try RunningProgram(["--listen", "127.0.0.1:0", "--config", file], in: folder)
            port = try hub.port()
            proxy = try Proxy(kind, at: place, hub: port)
        }

        /// Asks for a frame through the proxy.
        func frame(
            _ camera: String = "front", pin: String? = nil, from address: String, forwardedFor: String? = nil
        ) throws -> Int {
            try Scene.frame(camera, pin: pin, ByteSocket(port: proxy.port, from: address), forwardedFor)
        }

        /// Asks the hub itself.
        func direct(
            _ camera: String = "front", pin: String? = nil, from address: String = "127.0.0.1",
            forwardedFor: String? = nil
        ) throws -> Int {
            try Scene.frame(camera, pin: pin, ByteSocket(port: port, from: address), forwardedFor)
        }

        private static func frame(
            _ camera: String, pin: String?, _ socket: ByteSocket, _ forwardedFor: String?
        ) throws -> Int {
            let credentials = pin.map { "Authorization: Basic \(Data("camhub:\($0)".utf8).base64EncodedString())\r\n" }
            let fields = (credentials ?? "") + (forwardedFor.map { "X-Forwarded-For: \($0)\r\n" } ?? "")
            try socket.send("GET /cam/\(camera)/frame HTTP/1.1\r\nHost: 127.0.0.1\r\n\(fields)\r\n")
            return try socket.readReply().status
        }

        /// Is wrong through the proxy often enough that the next try has to wait eight seconds, whatever else is going on.
        func guess(from address: (Int) -> String, forwardedFor: String? = nil) throws {
            for number in 0..<8 {
                while try frame(pin: "9999", from: address(number), forwardedFor: forwardedFor) == 429 {}
            }
        }

        /// The cookies that a login over HTTP brings, through the proxy or past it.
        func logIn(at port: UInt16, path: String = "", _ fields: String = "") throws -> [String] {
            try Scene.logIn(ByteSocket(port: port), path: path, fields)
        }

        func logInOverTLS() throws -> [String] {
            try Scene.logIn(
                ByteSocket(port: proxy.tlsPort, trusting: proxy.certificate), "Origin: https://127.0.0.1\r\n")
        }

        private static func logIn(_ socket: ByteSocket, path: String = "", _ fields: String) throws -> [String] {
            let body = #"{"pin": "1357"}"#
            try socket.send(
                "POST \(path)/cam/front/login HTTP/1.1\r\nHost: 127.0.0.1\r\n\(fields)Content-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return try socket.readReply(to: .post).fields.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
        }
    }

    // MARK: - Whom the throttle counts

    @Test(
        "A trusted proxy's clients are told apart by the address that it forwards, whatever they forward themselves",
        arguments: Proxy.Kind.allCases)
    func trusted(kind: Proxy.Kind) throws {
        let scene = try Scene(kind, trusted: "127.0.0.1")
        try scene.guess(from: { _ in "127.0.0.5" }, forwardedFor: "192.0.2.7")
        #expect(try scene.frame(pin: "1357", from: "127.0.0.5") == 429)
        #expect(try scene.frame(pin: "1357", from: "127.0.0.5", forwardedFor: "127.0.0.6") == 429)
        #expect(try scene.frame(pin: "1357", from: "127.0.0.6") == 200)
        // The same client without the proxy is the same client.
        #expect(try scene.direct(pin: "1357", from: "127.0.0.5") == 429)
        #expect(try scene.direct(pin: "1357", from: "127.0.0.7", forwardedFor: "127.0.0.5") == 200)
    }

    @Test("Of a proxy that nobody trusts the header is ignored: all who come through it are one client")
    func untrusted() throws {
        let scene = try Scene(.nginx, trusted: "")
        try scene.guess(from: { "127.0.0.1\($0)" })
        #expect(try scene.frame(pin: "1357", from: "127.0.0.99") == 429)
        #expect(try scene.direct(pin: "1357") == 429)
        #expect(try scene.direct(pin: "1357", from: "127.0.0.99") == 200)
    }

    // MARK: - Who is local

    @Test(
        "Who comes through a proxy is not local, and who comes from the machine itself is",
        arguments: Proxy.Kind.allCases)
    func notLocal(kind: Proxy.Kind) throws {
        let scene = try Scene(kind, trusted: "")
        #expect(try scene.direct("bare") == 200)
        #expect(try scene.frame("bare", from: "127.0.0.1") == 401)
        #expect(try scene.direct("bare", forwardedFor: "127.0.0.1") == 401)
    }

    @Test("Where a proxy is trusted nobody is local, with or without the header", arguments: Proxy.Kind.allCases)
    func nobodyIsLocal(kind: Proxy.Kind) throws {
        let scene = try Scene(kind, trusted: "127.0.0.1")
        #expect(try scene.direct("bare") == 401)
        #expect(try scene.frame("bare", from: "127.0.0.1") == 401)
    }

    // MARK: - Whose connection is encrypted

    @Test(
        "Over a trusted proxy's HTTPS cookies are Secure, and over its HTTP they are not",
        arguments: Proxy.Kind.allCases)
    func secureCookies(kind: Proxy.Kind) throws {
        let scene = try Scene(kind, trusted: "127.0.0.1")
        let encrypted = try scene.logInOverTLS()
        #expect(encrypted.count == 2 && encrypted.allSatisfy { $0.hasSuffix("; Secure") })
        let plain = try scene.logIn(at: scene.proxy.port)
        #expect(plain.count == 2 && plain.allSatisfy { !$0.contains("Secure") })
        // The proxy says how it was reached, and not the client.
        let lie = try scene.logIn(at: scene.proxy.port, "X-Forwarded-Proto: https\r\n")
        #expect(lie.count == 2 && lie.allSatisfy { !$0.contains("Secure") })
    }

    @Test("What a proxy that nobody trusts says about HTTPS makes no difference", arguments: Proxy.Kind.allCases)
    func untrustedScheme(kind: Proxy.Kind) throws {
        let scene = try Scene(kind, trusted: "192.0.2.1")
        let cookies = try scene.logIn(at: scene.port, "X-Forwarded-Proto: https\r\n")
        #expect(cookies.count == 2 && cookies.allSatisfy { !$0.contains("Secure") })
    }

    // MARK: - What it shows

    @Test("A stream's pictures come through as they are made, one by one", arguments: Proxy.Kind.allCases)
    func streams(kind: Proxy.Kind) throws {
        let scene = try Scene(kind, trusted: "127.0.0.1")
        let socket = try ByteSocket(port: scene.proxy.port)
        let credentials = Data("camhub:1357".utf8).base64EncodedString()
        try socket.send(
            "GET /cam/front/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Basic \(credentials)\r\n\r\n")
        var times: [Double] = []
        while times.count < 10 {
            let line = try socket.readLine()
            if let match = line.wholeMatch(of: /X-Timestamp: ([0-9.]+)/), let time = Double(match.output.1) {
                times.append(time)
                // A proxy that collects them would deliver old ones.
                #expect(Date.now.timeIntervalSince1970 - time < 1)
            }
        }
        #expect(times == times.sorted())
    }

    @Test("Under a path the pages, their files, pictures and cookies are found there", arguments: Proxy.Kind.allCases)
    func underAPath(kind: Proxy.Kind) throws {
        let scene = try Scene(kind, at: .path, trusted: "127.0.0.1")
        let socket = try ByteSocket(port: scene.proxy.port)
        let page = try socket.ask(.get, "/cams/")
        #expect(page.status == 200)
        let script = try #require(
            String(decoding: page.bytes, as: UTF8.self).firstMatch(of: /src="([^"]*assets[^"]*)"/)?.output.1)
        #expect(try socket.ask(.get, "/cams/\(script.trimmingPrefix("./"))").status == 200)
        #expect(try socket.ask(.get, "/cams/cameras").status == 200)
        let cookies = try scene.logIn(at: scene.proxy.port, path: "/cams")
        #expect(cookies.count == 2 && cookies.allSatisfy { $0.contains("; Path=/cams/") })
    }
}

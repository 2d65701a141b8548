import Camera
import Configuration
import Testing

/// The grammars that single words have of their own.
@Suite struct WordTests {
    @Test(
        "Addresses to listen at come in their usual form",
        arguments: [
            ("127.0.0.1:8080", "127.0.0.1:8080"), ("127.9.9.9:0", "127.9.9.9:0"),
            ("0.0.0.0:80", "0.0.0.0:80"), ("192.168.1.7:65535", "192.168.1.7:65535"),
            ("[::1]:8080", "[::1]:8080"), ("[0:0:0:0:0:0:0:1]:8080", "[::1]:8080"),
            ("[::]:8080", "[::]:8080"), ("[FE80::1%eth0]:1", "[fe80::1%eth0]:1"),
            ("[::ffff:10.0.0.1]:1", "[::ffff:a00:1]:1"), ("LocalHost:8080", "localhost:8080"),
            ("nas.lan:8080", "nas.lan:8080"), ("unix:/run/camhub.sock", "unix:/run/camhub.sock"),
            ("unix:camhub.sock", "unix:camhub.sock"),
        ])
    func listenAddresses(text: String, shown: String) throws {
        let address = try #require(ListenAddress(text))
        #expect(address.description == shown)
        #expect(ListenAddress(shown) == address)
    }

    @Test(
        "What is no address to listen at is refused",
        arguments: [
            "", "8080", ":8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:080",
            "127.0.0.1:+80", "127.0.0.1:80 ", "127.0.0:80", "127.0.0.01:80", "256.0.0.1:80", "::1:8080", "[::1]",
            "[::1]8080", "[127.0.0.1]:80", "[localhost]:80", "[::1%]:80", "[::1%et/h]:80", "[]:80", "[:80", "*:80",
            "http://localhost:80", "local host:80", "-a:80", "a..b:80", "unix:", "unix:/a\nb",
            "unix:/" + String(repeating: "x", count: 107),
        ])
    func noListenAddresses(text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test(
        "A base path begins and ends with a slash",
        arguments: [
            ("/", "/"), ("/hub", "/hub/"), ("/hub/", "/hub/"), ("/a/b-c_d.e~f/1", "/a/b-c_d.e~f/1/"), ("", nil),
            ("hub", nil), ("//", nil), ("/a//b", nil), ("/a/", "/a/"), ("/a/..", nil), ("/./a", nil), ("/a b", nil),
            ("/ä", nil), ("/a?b", nil), ("/a%20", nil), ("http://x/", nil), ("/cameras", nil), ("/cam", nil),
            ("/login/x", nil), ("/x/cameras", "/x/cameras/"), ("/cameras2", "/cameras2/"),
        ])
    func basePaths(text: String, path: String?) {
        #expect(BasePath(text)?.description == path)
    }

    @Test(
        "Who may embed pages is one source expression, and nothing that could end its directive",
        arguments: [
            ("self", "'self'"), ("'self'", "'self'"), ("*", "*"), ("https://home.example", "https://home.example"),
            ("https://*.Example.org:444", "https://*.example.org:444"), ("none", nil), ("https://*.*.org", nil),
            ("https://*", nil), ("https:", nil), ("a; script-src *", nil), ("https://a.b; x", nil), ("", nil),
        ])
    func frameAncestors(text: String, source: String?) {
        #expect(FrameAncestor(text)?.description == source)
    }

    @Test(
        "The address of a network camera shows neither user nor query",
        arguments: [
            ("http://user:secret@camera.example/video.mjpg", "http://camera.example/video.mjpg"),
            ("HTTPS://u@[::1]:8443/a?pwd=secret#x", "https://[::1]:8443/a"), ("http://cam", "http://cam"),
            ("http://u:p@ss@cam:81?x", "http://cam:81"), ("rtsp://cam/", nil), ("http://", nil), ("http:///x", nil),
            ("http://u:p@", nil), ("http://cam:x/", nil), ("http://cam:/", nil), ("http://a b/", nil), ("cam", nil),
            ("http://cam:65536/", nil), ("http://cä/", nil),
        ])
    func cameraURLs(text: String, shown: String?) {
        #expect(CameraURL(text)?.description == shown)
        #expect(CameraURL(text)?.revealed == shown.map { _ in text })
    }
}

import Camera
import Configuration
import Testing

/// The grammars that single words have of their own.
@Suite struct WordTests {
    @Test(
        "Addresses to listen at come in their usual form",
        arguments: [
            ("127.0.0.1:8080", "127.0.0.1:8080", true), ("127.9.9.9:0", "127.9.9.9:0", true),
            ("0.0.0.0:80", "0.0.0.0:80", false), ("192.168.1.7:65535", "192.168.1.7:65535", false),
            ("[::1]:8080", "[::1]:8080", true), ("[0:0:0:0:0:0:0:1]:8080", "[::1]:8080", true),
            ("[::]:8080", "[::]:8080", false), ("[FE80::1%eth0]:1", "[fe80::1%eth0]:1", false),
            ("[::ffff:10.0.0.1]:1", "[::ffff:a00:1]:1", false), ("LocalHost:8080", "localhost:8080", true),
            ("nas.lan:8080", "nas.lan:8080", false), ("unix:/run/camhub.sock", "unix:/run/camhub.sock", true),
            ("unix:camhub.sock", "unix:camhub.sock", true),
        ])
    func listenAddresses(text: String, shown: String, isLocal: Bool) throws {
        let address = try #require(ListenAddress(text))
        #expect(address.description == shown)
        #expect(address.isLocal == isLocal)
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
        "IPv6 addresses are shown in their shortest form",
        arguments: [
            ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("2001:DB8::0:1", "2001:db8::1"),
            ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("1:0:2:0:3:0:4:0", "1:0:2:0:3:0:4:0"),
            ("0:0:1::", "0:0:1::"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
            ("::1.2.3.4", "::102:304"), ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"), ("0000:0::ffff", "::ffff"),
        ])
    func version6(text: String, shown: String) {
        #expect(IPAddress(text)?.description == shown)
        #expect(IPAddress(shown) == IPAddress(text))
    }

    @Test(
        "What is no IP address is refused",
        arguments: [
            "", ":", ":::", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "+1.2.3.4", "1.2.3.4 ", "1..2.3",
            "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "1:2:3:4:5:6:7:8::", "::1:", ":1::", "12345::", "g::",
            "1.2.3.4::", "::1.2.3", "::1.2.3.4:5", "+1::", "1:2:3:4:5:6:7:1.2.3.4", "::\u{FF11}",
        ])
    func noAddresses(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(
        "A range holds the addresses that begin like it",
        arguments: [
            ("10.0.0.0/8", "10.255.1.2", true), ("10.1.2.3/8", "10.9.9.9", true), ("10.0.0.0/8", "11.0.0.0", false),
            ("10.0.0.7", "10.0.0.7", true), ("10.0.0.7", "10.0.0.8", false), ("0.0.0.0/0", "1.2.3.4", true),
            ("0.0.0.0/0", "::1", false), ("10.0.0.128/25", "10.0.0.127", false), ("10.0.0.128/25", "10.0.0.129", true),
            ("fd00::/8", "fdab::1", true), ("fd00::/8", "fe00::1", false), ("::/0", "::1", true),
        ])
    func ranges(range: String, address: String, isIn: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(#require(IPAddress(address))) == isIn)
    }

    @Test("A range is shown without what lies beyond its prefix, and a wrong one is refused")
    func rangeWords() {
        #expect(AddressRange("10.1.2.3/8")?.description == "10.0.0.0/8")
        #expect(AddressRange("10.1.2.3/32")?.description == "10.1.2.3")
        for text in ["", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/08", "10.0.0.0/8/8", "::/129"] {
            #expect(AddressRange(text) == nil, "\(text)")
        }
    }

    @Test(
        "A base path begins and ends with a slash",
        arguments: [
            ("/", "/"), ("/hub", "/hub/"), ("/hub/", "/hub/"), ("/a/b-c_d.e~f/1", "/a/b-c_d.e~f/1/"), ("", nil),
            ("hub", nil), ("//", nil), ("/a//b", nil), ("/a/", "/a/"), ("/a/..", nil), ("/./a", nil), ("/a b", nil),
            ("/ä", nil), ("/a?b", nil), ("/a%20", nil), ("http://x/", nil),
        ])
    func basePaths(text: String, path: String?) {
        #expect(BasePath(text)?.description == path)
    }

    @Test(
        "An origin is brought into the form in which browsers send it",
        arguments: [
            ("https://home.example", "https://home.example"), ("HTTPS://Home.Example:443", "https://home.example"),
            ("http://home.example:80", "http://home.example"), ("http://home.example:443", "http://home.example:443"),
            ("http://10.0.0.7:8123", "http://10.0.0.7:8123"), ("http://[0::1]:1", "http://[::1]:1"), ("*", nil),
            ("null", nil), ("home.example", nil), ("https://home.example/", nil), ("https://home.example/a", nil),
            ("https://", nil), ("ftp://home.example", nil), ("https://u@home.example", nil), ("https://a;b", nil),
            ("https://*.example.org", nil), ("https://a:", nil),
        ])
    func origins(text: String, origin: String?) {
        #expect(Origin(text)?.description == origin)
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

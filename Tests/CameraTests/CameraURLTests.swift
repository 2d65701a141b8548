import Camera
import Testing

/// What is taken out of a network camera's address, and where it may lead.
@Suite struct CameraURLTests {
    @Test(
        "User and password are read with their escapes, and are in nothing that is shown or asked",
        arguments: [
            ("http://me:pass@cam/v", "me", "pass"), ("http://me@cam/v", "me", ""),
            ("http://a%40b:c%3Ad%2F@cam/v", "a@b", "c:d/"),
            ("http://me:p@ss@cam/v", "me", "p@ss"), ("http://me:a:b@cam/v", "me", "a:b"), ("http://:x@cam/v", "", "x"),
            ("http://me:100%@cam/v", "me", "100%"), ("http://me:%zz@cam/v", "me", "%zz"),
        ])
    func credentials(text: String, user: String, password: String) throws {
        let url = try #require(CameraURL(text))
        #expect(url.credentials?.user == user && url.credentials?.password == password)
        #expect(url.bare == "http://cam/v" && url.description == "http://cam/v")
    }

    @Test(
        "The address without user and fragment is the rest as it stands",
        arguments: [
            ("HTTP://u:p@Cam:81/A?b=c@d#e", "http://cam:81/A?b=c@d", "cam", 81),
            ("https://cam", "https://cam", "cam", 443),
            ("http://[FE80::1]/x", "http://[fe80::1]/x", "[fe80::1]", 80), ("http://cam?x", "http://cam?x", "cam", 80),
            ("https://[::1]:444/", "https://[::1]:444/", "[::1]", 444),
        ])
    func parts(text: String, bare: String, host: String, port: UInt16) throws {
        let url = try #require(CameraURL(text))
        #expect(url.bare == bare && url.host == host && url.port == port)
        #expect(CameraURL("http://cam/")?.credentials == nil)
    }

    struct Lead: CustomTestStringConvertible {
        let from: String
        let location: String
        var resolved: String?
        /// The whole with its secrets; nil: it leads nowhere.
        let to: String?
        var testDescription: String { "\(from) to \(location)" }
    }

    @Test(
        "User and password go along to the same server, and to nobody else",
        arguments: [
            Lead(from: "http://u:p@cam/a", location: "/b", resolved: "http://cam/b", to: "http://u:p@cam/b"),
            Lead(
                from: "http://u:p@cam/a", location: "http://CAM:80/b", resolved: "http://CAM:80/b",
                to: "http://u:p@cam:80/b"),
            Lead(
                from: "http://u:p@cam/a", location: "https://cam/b", resolved: "https://cam/b", to: "https://u:p@cam/b"),
            Lead(from: "https://u:p@cam/a", location: "http://cam/b", resolved: "http://cam/b", to: "http://cam/b"),
            Lead(
                from: "http://u:p@cam/a", location: "http://cam:81/b", resolved: "http://cam:81/b",
                to: "http://cam:81/b"),
            Lead(from: "http://u:p@cam/a", location: "//dam/b", resolved: "http://dam/b", to: "http://dam/b"),
            Lead(
                from: "http://u:p@cam/a", location: "http://x:y@dam/b", resolved: "http://x:y@dam/b",
                to: "http://x:y@dam/b"),
            Lead(
                from: "http://u:p@cam/a", location: "10.0.0.5:81/b", resolved: "http://cam/10.0.0.5:81/b",
                to: "http://10.0.0.5:81/b"),
            Lead(from: "http://cam/a", location: "b:c/d", resolved: "http://cam/b:c/d", to: "http://cam/b:c/d"),
            Lead(from: "http://cam/a", location: "ftp://cam/b", resolved: "ftp://cam/b", to: nil),
            Lead(from: "http://cam/a", location: "file:///etc/passwd", resolved: "file:///etc/passwd", to: nil),
            Lead(from: "http://cam/a", location: "", resolved: nil, to: nil),
        ])
    func leads(lead: Lead) throws {
        let next = try #require(CameraURL(lead.from)).led(to: lead.location, resolved: lead.resolved)
        #expect(next?.revealed == lead.to)
    }
}

import Access
import Camera
import Hub
import HubTesting
import Testing

/// The page without scripts, at its route.
@Suite(.timeLimit(.minutes(1))) struct BasicPageTests {
    private static let hostile = #"<script>alert("1")</script>'&"#

    private let house = HubConfiguration(
        cameras: [
            ConfiguredCamera(id: "front", source: .test, pin: .open, settings: .named(Self.hostile)),
            ConfiguredCamera(id: "yard", source: .test, pin: .secret(Secret("2468"))),
            ConfiguredCamera(id: "gone", match: DeviceMatch(serial: "NONE"), pin: .open),
        ])

    private func withHouse(_ body: (TestHub) async throws -> Void) async throws {
        try await withHub(house, isOpen: false, body)
    }

    private func page(_ hub: TestHub, _ query: String = "", _ fields: KeyValuePairs<String, String> = [:]) async throws
        -> Reply
    {
        try await hub.client.get("/basic" + query, fields)
    }

    @Test("Open cameras have their picture, locked ones a link to log in, those that are gone say why")
    func everyCameraIsThere() async throws {
        try await withHouse { hub in
            let reply = try await page(hub)
            #expect(reply.status == 200 && reply.field("Content-Type") == "text/html; charset=utf-8")
            #expect(reply.field("Cache-Control") == "no-store")
            let pictures = reply.text.matches(of: /<img src="cam\/(\w+)\/frame\?stale=1&amp;width=640&amp;t=\d+"/)
            #expect(pictures.map(\.output.1) == ["front"])
            #expect(reply.text.contains(#"<a href="login?cam=yard">"#))
            #expect(reply.text.contains("offline: "))
            #expect(!reply.text.contains("<script") && !reply.text.contains("{{"))
        }
    }

    @Test("Who has shown the PIN sees the picture")
    func unlocked() async throws {
        try await withHouse { hub in
            let reply = try await page(hub, "", ["Authorization": .basic("camhub", "2468")])
            #expect(reply.text.contains(#"<img src="cam/yard/frame?"#) && !reply.text.contains("login?cam=yard"))
            #expect(reply.text.contains(#"<form method="post" action="logout">"#))
            #expect(try await !page(hub).text.contains("logout"), "who has shown none cannot log out")
        }
    }

    @Test("A name stays a name")
    func namesAreText() async throws {
        try await withHouse { hub in
            let escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;"
            let text = try await page(hub).text
            #expect(text.contains("<h2>\(escaped)</h2>"))
        }
    }

    @Test(
        "It loads itself again as often as it is told, within bounds",
        arguments: [("", 5), ("?every=30", 30), ("?every=0", 1), ("?every=99999", 3600), ("?every=x", 5)])
    func interval(query: String, seconds: Int) async throws {
        try await withHouse { hub in
            let text = try await page(hub, query).text
            #expect(text.contains(#"<meta http-equiv="refresh" content="\#(seconds)">"#))
            #expect(text.contains("every=\(seconds)\"><img"), "the camera's own page keeps the pace")
        }
    }

    @Test("One camera comes in full size; a locked one leads to its login, one that is none is not found")
    func single() async throws {
        try await withHouse { hub in
            let text = try await page(hub, "?cam=front&every=1").text
            #expect(text.matches(of: /<img\b/).count == 1 && !text.contains("width=640"))
            #expect(text.contains(#"href="basic?cam=front&amp;every=30""#))
            let locked = try await page(hub, "?cam=yard")
            #expect(locked.status == 303 && locked.field("Location") == "login?cam=yard")
            let unknown = try await page(hub, "?cam=nobody")
            #expect(unknown.status == 404)
        }
    }

    @Test("Without a camera it says what to do")
    func empty() async throws {
        try await withHub { hub in
            let text = try await page(hub).text
            #expect(text.contains("No camera yet"))
        }
    }

    @Test("It is as safe as the other pages")
    func policy() async throws {
        try await withHouse { hub in
            let basic = try await page(hub)
            let grid = try await hub.client.get("/")
            for name in ["Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy"] {
                #expect(grid.field(name) != nil && basic.field(name) == grid.field(name))
            }
        }
    }
}

extension CameraSettings {
    fileprivate static func named(_ name: String) -> CameraSettings {
        var settings = CameraSettings()
        settings.name = name
        return settings
    }
}

import Camera
import Testing
import WebAssets

@testable import Hub

/// What the template of the login page becomes.
@Suite struct LoginPageTests {
    private let page = LoginPage()

    private func text(_ door: LoginPage.Door, message: String? = nil, hub: String = "./") -> String {
        String(decoding: page.page(for: door, message: message, hub: hub), as: UTF8.self)
    }

    private func camera(_ id: String = "front-door", named name: String = "Front door") throws -> LoginPage.Door {
        .camera(try #require(CameraID(id)), name: name)
    }

    @Test("A camera's page asks for its PIN, and sends it as a form to the camera's own address")
    func cameraIsAskedForByName() throws {
        let text = try text(camera())
        #expect(text.contains("<title>Front door</title>"))
        #expect(text.contains(">Front door</h1>"))
        #expect(text.contains(">PIN</label>"))
        #expect(text.contains(#"method="post" action="./cam/front-door/login">"#))
        #expect(text.contains(#"type="password" name="pin" inputmode="numeric""#))
        #expect(text.contains(#"value="front-door" autocomplete="username""#))
    }

    @Test("The admin's page asks for a password, with letters")
    func adminIsAskedForAPassword() {
        let text = text(.admin)
        #expect(text.contains("<title>Admin</title>"))
        #expect(text.contains(">Password</label>"))
        #expect(text.contains(#"method="post" action="./login">"#))
        #expect(text.contains(#"type="password" name="password" inputmode="text""#))
        #expect(text.contains(#"value="admin" autocomplete="username""#))
    }

    @Test("Every link goes through the place of the hub, below any path", arguments: ["./", "../../"])
    func linksAreRelativeToTheHub(hub: String) throws {
        for door in [try camera(), .admin] {
            let links = text(door, hub: hub).matches(of: /(?:href|action|src)="([^"]*)"/).map { String($0.output.1) }
            #expect(links.count >= 4)
            #expect(links.allSatisfy { $0.hasPrefix(hub) && !$0.dropFirst(hub.count).hasPrefix("/") }, "\(links)")
        }
    }

    @Test("No blank is left, whatever is opened", arguments: [nil, "That PIN is not right."])
    func noBlankIsLeft(message: String?) throws {
        for door in [try camera(), .admin] {
            let text = text(door, message: message)
            #expect(!text.contains("{{") && !text.contains("}}"))
        }
    }

    @Test("The message stands where it is read aloud; without one its line is empty")
    func messageIsAnAlert() throws {
        let wrong = try text(camera(), message: "That PIN is not right.")
        #expect(wrong.contains(#"role="alert">That PIN is not right.</p>"#))
        let first = try text(camera())
        #expect(first.contains(#"role="alert"></p>"#), "the style hides it only if there is not even a space")
    }

    @Test("How long nothing counts stands there as a number, for the script that counts it down")
    func waitIsANumber() throws {
        #expect(try text(camera()).contains(#"data-wait="0""#))
        let page = try page.page(for: camera(), message: "wait", wait: 7, hub: "./")
        #expect(String(decoding: page, as: UTF8.self).contains(#"data-wait="7""#))
    }

    @Test(
        "Text never becomes markup or leaves its attribute",
        arguments: [
            (#""><script>alert(1)</script>"#, "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"),
            ("' onfocus='x", "&#39; onfocus=&#39;x"), ("&lt;b&gt; &amp;", "&amp;lt;b&amp;gt; &amp;amp;"),
            ("{{hub}}{{nothing}}", "{{hub}}{{nothing}}"), ("Tür 🚪 \u{202E}", "Tür 🚪 \u{202E}"), ("", ""),
        ])
    func textStaysText(raw: String, escaped: String) throws {
        let text = try text(camera(named: raw), message: raw)
        #expect(text.contains("<title>\(escaped)</title>"))
        #expect(text.contains(">\(escaped)</h1>"))
        #expect(text.contains(#"role="alert">\#(escaped)</p>"#))
        #expect(try tags(text) == tags(self.text(camera(), message: "x")))
    }

    @Test("Where the hub is cannot break out of a link either")
    func hubIsEscaped() throws {
        #expect(try text(camera(), hub: #"./"x="/"#).contains(#"href="./&quot;x=&quot;/""#))
    }

    @Test("All that differs comes from the template's blanks: the rest is the file, byte by byte")
    func restIsTheFile() throws {
        let template = try #require(WebAssets.asset(at: LoginPage.file))
        let markup = String(decoding: template.bytes, as: UTF8.self).split(separator: /\{\{\w+\}\}/)
        var rest = try text(camera())[...]
        for part in markup {
            let place = try #require(rest.firstRange(of: part), "\(part) is missing")
            rest = rest[place.upperBound...]
        }
        #expect(rest.isEmpty)
    }

    /// The tags of a page without what stands in their attributes.
    private func tags(_ text: String) -> [Substring] {
        text.matches(of: /<\/?[a-z0-9]+/).map(\.output)
    }
}

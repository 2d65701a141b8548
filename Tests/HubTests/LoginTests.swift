import Access
import Camera
import HTTP
import Hub
import HubTesting
import Testing

/// The ways in, at the routes.
@Suite(.timeLimit(.minutes(1))) struct LoginTests {
    /// The front door and the porch have one PIN, the baby another one, the bird house none, the shed the generated one.
    static let house: HubConfiguration = {
        let pins: [(CameraID, PinSetting)] = [
            ("front", .secret(Secret("1357"))), ("porch", .secret(Secret("$fake$1357"))),
            ("baby", .secret(Secret("2468"))), ("birds", .open), ("shed", .inherited),
        ]
        return HubConfiguration(
            cameras: pins.map { id, pin in ConfiguredCamera(id: id, source: .test, pin: pin) })
    }()

    private func withHouse(
        frontPin: String = "1357", store: any StateStore = MemoryStore(), _ body: (TestHub) async throws -> Void
    ) async throws {
        var house = Self.house
        house.cameras[0].pin = .secret(Secret(frontPin))
        try await withHub(house, store: store, isOpen: false) { hub in
            for id in ["front", "porch", "baby", "birds", "shed"] as [CameraID] {
                // Somebody on the machine itself may not see them either: so the cameras are woken as the admin.
                _ = try hub.client.send(.get, "/cam/\(id)/frame", ["Authorization": .basic("admin", "correct horse")])
                await hub.time.settle()
                hub.opener.source(id)?.push(.frame())
                await hub.time.settle()
            }
            try await body(hub)
        }
    }

    static let closedRoutes = ["frame", "snapshot", "settings", "status"]

    @Test("Without a PIN nothing of a locked camera is told; with it, by Basic, everything", arguments: closedRoutes)
    func basic(route: String) async throws {
        try await withHouse { hub in
            let path = "/cam/front/\(route)"
            let closed = try await hub.client.get(path)
            #expect(closed.status == 401 && closed.field("WWW-Authenticate") == #"Basic realm="camhub""#)
            #expect(try closed.json.keys == ["error", "code", "hint"])
            let words: [(String, String)] = [
                ("camhub", "2468"), ("camhub", "135"), ("admin", "1357"), ("camhub", "correct horse"), ("me", "1357"),
            ]
            for (user, password) in words {
                #expect(try await hub.client.get(path, ["Authorization": .basic(user, password)]).status == 401)
            }
            for (user, password) in [("camhub", "1357"), ("admin", "correct horse")] {
                #expect(try await hub.client.get(path, ["Authorization": .basic(user, password)]).status == 200)
            }
        }
    }

    @Test("The browser's own dialog does not come before a page that asks by itself")
    func noDialog() async throws {
        try await withHouse { hub in
            let scripted = try await hub.client.get("/cam/front/frame", ["X-Requested-With": "camhub"])
            #expect(scripted.status == 401 && scripted.field("WWW-Authenticate") == nil)
            let browser = TestBrowser(hub)
            try await browser.logIn("1357", to: "front")
            let other = try await browser.send(.get, "/cam/baby/frame")
            #expect(other.status == 401 && other.field("WWW-Authenticate") == nil)
        }
    }

    @Test("One PIN entry opens every camera with that PIN, however it is written, and no other")
    func session() async throws {
        try await withHouse { hub in
            let browser = TestBrowser(hub)
            let reply = try await browser.logIn("1357", to: "front")
            #expect(reply.status == 204 && reply.bytes.isEmpty)
            let cookies = reply.fields.filter { $0.name == "Set-Cookie" }.map(\.value)
            #expect(cookies.count == 2)
            for cookie in cookies {
                #expect(cookie.contains("; HttpOnly; SameSite=Strict") && cookie.contains("; Path=/;"))
                #expect(!cookie.contains("Secure") && !cookie.contains("1357"))
            }
            for id in ["front", "porch", "birds"] { #expect(try await browser.status(of: "/cam/\(id)/frame") == 200) }
            for id in ["baby", "shed"] { #expect(try await browser.status(of: "/cam/\(id)/frame") == 401) }
            try await browser.logIn("2468", to: "baby")
            for id in ["front", "porch", "baby"] { #expect(try await browser.status(of: "/cam/\(id)/frame") == 200) }
        }
    }

    @Test("A form without any script logs in, and is told in words when it does not")
    func form() async throws {
        try await withHouse { hub in
            let browser = TestBrowser(hub)
            let form: KeyValuePairs = ["Content-Type": "application/x-www-form-urlencoded"]
            let wrong = try await browser.send(.post, "/cam/front/login", form, body: "pin=9999")
            #expect(wrong.status == 401 && wrong.text.contains("That PIN is not right."))
            #expect(wrong.field("Content-Type") == "text/html; charset=utf-8" && wrong.field("WWW-Authenticate") == nil)
            #expect(wrong.field("Content-Security-Policy")?.contains("form-action 'self'") == true)
            #expect(!browser.hasCookies)
            let again = try await browser.send(.get, "/cam/front/login")
            #expect(again.status == 303 && again.field("Location") == "../../login?cam=front")
            let right = try await browser.send(.post, "/cam/front/login", form, body: "pin=1357")
            #expect(right.status == 303 && right.field("Location") == "../front")
            #expect(try await browser.status(of: "/cam/front") == 200)
            let admin = try await browser.send(.post, "/login", form, body: "password=correct+horse")
            #expect(admin.status == 303 && admin.field("Location") == "./")
            #expect(try await browser.status(of: "/cam/baby/frame") == 200)
        }
    }

    @Test(
        "What is no login is refused in words that do not repeat it",
        arguments: ["", "[]", "{", #"{"pin": 1357}"#, #"{"code": "1357"}"#, "pin=1357"])
    func badLogin(body: String) async throws {
        try await withHouse { hub in
            let reply = try await TestBrowser(hub).change(.post, "/cam/front/login", body)
            #expect(reply.status == 400 && !reply.text.contains("1357"))
            #expect(try reply.json["code"] == "bad-login")
        }
    }

    @Test("The page of a locked camera leads to its login page, and that knows the camera's name")
    func pages() async throws {
        try await withHouse { hub in
            let closed = try await hub.client.get("/cam/front")
            #expect(closed.status == 303 && closed.field("Location") == "../login?cam=front")
            let login = try await hub.client.get("/login?cam=front")
            #expect(login.status == 200 && login.text.contains("cam/front/login"))
            #expect(login.field("Cache-Control") == "no-store")
            #expect(try await hub.client.get("/login?cam=nobody").status == 404)
            #expect(try await hub.client.get("/login").text.contains("name=\"password\""))
            #expect(try await hub.client.get("/cam/birds").status == 200)
            #expect(try await hub.client.get("/").status == 200)
        }
    }

    @Test("Logging out ends the session for good, also for whoever has copied its cookies")
    func logOut() async throws {
        let store = MemoryStore()
        try await withHouse(store: store) { hub in
            let browser = TestBrowser(hub)
            try await browser.logIn("1357", to: "front")
            let thief = browser.stolen(hub)
            #expect(try await thief.status(of: "/cam/front/frame") == 200)
            #expect(try await browser.change(.post, "/logout").status == 204)
            #expect(try await browser.status(of: "/cam/front/frame") == 401)
            #expect(try await thief.status(of: "/cam/front/frame") == 401)
            await hub.time.settle()
            try await withHouse(store: store) { restarted in
                let status = try await thief.stolen(restarted).status(of: "/cam/front/frame")
                #expect(status == 401)
            }
        }
    }

    @Test("A form logs out, too, and leads back to the grid")
    func logOutByForm() async throws {
        try await withHouse { hub in
            let browser = TestBrowser(hub)
            try await browser.logIn("1357", to: "front")
            let form: KeyValuePairs = ["Content-Type": "application/x-www-form-urlencoded", "Origin": "null"]
            let reply = try await browser.send(.post, "/logout", form)
            #expect(reply.status == 303 && reply.field("Location") == "./")
            #expect(try await browser.status(of: "/cam/front/frame") == 401)
        }
    }

    @Test("A session survives a restart of the hub, and ends there when the PIN was changed meanwhile")
    func restart() async throws {
        let store = MemoryStore()
        var browser: TestBrowser?
        try await withHouse(store: store) { hub in
            browser = TestBrowser(hub)
            try await browser?.logIn("1357", to: "front")
        }
        let first = try #require(browser)
        try await withHouse(store: store) { hub in
            let status = try await first.stolen(hub).status(of: "/cam/front/frame")
            #expect(status == 200)
        }
        try await withHouse(frontPin: "8642", store: store) { hub in
            let status = try await first.stolen(hub).status(of: "/cam/front/frame")
            #expect(status == 401)
        }
        // Back to the old PIN: the session that it had opened stays ended.
        try await withHouse(store: store) { hub in
            let status = try await first.stolen(hub).status(of: "/cam/front/frame")
            #expect(status == 401)
        }
    }

    @Test("Five wrong PINs are free, then the right one has to wait too; a session does not")
    func throttle() async throws {
        try await withHouse { hub in
            let browser = TestBrowser(hub)
            try await browser.logIn("1357", to: "front")
            let stranger = TestBrowser(hub)
            for _ in 0..<5 { #expect(try await stranger.logIn("9999", to: "front").status == 401) }
            let refused = try await stranger.logIn("1357", to: "front")
            #expect(refused.status == 429 && refused.field("Retry-After") == "1")
            #expect(try refused.json["code"] == "too-many-tries")
            let form = try await stranger.send(
                .post, "/cam/front/login", ["Content-Type": "application/x-www-form-urlencoded"], body: "pin=1357")
            #expect(form.status == 429 && form.text.contains("wait 1 second."))
            #expect(try await browser.status(of: "/cam/front/frame") == 200)
            await hub.time.leap(by: .seconds(1))
            #expect(try await stranger.logIn("1357", to: "front").status == 204)
        }
    }

    @Test(
        "A program that has shown a PIN a moment ago is let in unweighed, at that door alone and while the PIN is good")
    func recollection() async throws {
        try await withHouse { hub in
            let basic: KeyValuePairs = ["Authorization": String.basic("camhub", "1357")]
            for _ in 0..<3 { #expect(try await hub.client.get("/cam/front/frame", basic).status == 200) }
            #expect(try await hub.client.get("/cam/baby/frame", basic).status == 401)
            // Who guesses from the same address keeps it out, as soon as it is weighed again.
            await hub.time.advance(by: .milliseconds(500))
            for _ in 0..<5 { _ = try await TestBrowser(hub).logIn("9999", to: "front") }
            #expect(try await hub.client.get("/cam/front/frame", basic).status == 200)
            await hub.time.advance(by: .milliseconds(500))
            #expect(try await hub.client.get("/cam/front/frame", basic).status == 429)
            #expect(try await hub.client.get("/cam/front/frame", basic, from: "192.0.2.8").status == 200)
            var other = Self.house
            other.cameras[0].pin = .secret(Secret("8642"))
            await hub.follow(other)
            #expect(try await hub.client.get("/cam/front/frame", basic, from: "192.0.2.8").status == 401)
        }
    }

    @Test("What the machine itself was let in for is not remembered for those who come through it")
    func recollectionOfLocalRequests() async throws {
        try await withHouse { hub in
            let browser = TestBrowser(hub, from: "127.0.0.1", to: "127.0.0.1")
            try await browser.logIn("1357", to: "front")
            for _ in 0..<2 { #expect(try await browser.status(of: "/cam/shed/frame") == 200) }
            #expect(try await browser.send(.get, "/cam/shed/frame", ["Via": "1.1 somebody"]).status == 401)
            #expect(try await browser.send(.get, "/cam/front/frame", ["Via": "1.1 somebody"]).status == 200)
        }
    }

    @Test("A wrong PIN beside a good session opens nothing afterwards, nor does a session at another door")
    func recollectionIsOfWhatHasOpened() async throws {
        try await withHouse { hub in
            let browser = TestBrowser(hub)
            try await browser.logIn("1357", to: "front")
            let wrong: KeyValuePairs = ["Authorization": String.basic("camhub", "9999")]
            #expect(try await browser.send(.get, "/cam/front/frame", wrong).status == 200)
            #expect(try await hub.client.get("/cam/front/frame", wrong).status == 401)
            for _ in 0..<2 { #expect(try await browser.status(of: "/cam/front/frame") == 200) }
            #expect(try await browser.status(of: "/cam/baby/frame") == 401)
            let thief = browser.stolen(by: "192.0.2.7", hub)
            #expect(try await thief.status(of: "/cam/front/frame") == 200)
            try await browser.change(.post, "/logout")
            #expect(try await thief.status(of: "/cam/front/frame") == 401)
        }
    }

    private func delay(_ hub: TestHub, _ target: String, _ pin: String?) async throws -> Duration? {
        let asked = try hub.client.send(.get, target, pin.map { [Field("Authorization", .basic("camhub", $0))] } ?? [])
        _ = await asked.reply
        return asked.delay
    }

    @Test("What is wrong is answered a moment later, so that guessing is slow; all else at once")
    func heldBack() async throws {
        try await withHouse { hub in
            for target in ["/cam/front/frame", "/cameras"] {
                let (right, nothing) = (try await delay(hub, target, "1357"), try await delay(hub, target, nil))
                #expect(right == nil && nothing == nil)
                // Hashed, known, and refused unread.
                for _ in 0..<8 { #expect(try await delay(hub, target, "9999") == .milliseconds(100)) }
                await hub.time.leap(by: .seconds(3600))
            }
        }
    }

    @Test("Nothing that was shown, right or wrong, is in the log or in the state")
    func nothingLeaks() async throws {
        let store = MemoryStore()
        try await withHouse(store: store) { hub in
            let browser = TestBrowser(hub)
            try await browser.logIn("1357", to: "front")
            try await browser.logIn("97531", to: "front")
            _ = try await hub.client.get("/cam/front/frame?pin=86420", ["Authorization": .basic("camhub", "75319")])
            try await browser.change(.post, "/login", #"{"password": "correct horse"}"#)
            try await browser.change(.patch, "/cam/shed/settings", #"{"pin": "314159"}"#)
            let text = hub.lines.all.joined(separator: "\n")
            #expect(hub.lines.containing("a wrong PIN or password from 192.0.2.7").count == 2)
            for secret in ["1357", "97531", "86420", "75319", "correct horse", "314159", "246810", "Basic", "camhub-"] {
                #expect(!text.contains(secret), "\(secret) is in the log")
            }
        }
    }
}

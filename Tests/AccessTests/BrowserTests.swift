import Access
import Camera
import HTTP
import Testing

/// Sessions as browsers have them.
@Suite struct BrowserTests {
    private let bench = Bench()

    @Test("One PIN unlocks all cameras with that PIN, however they are written in the configuration")
    func onePin() throws {
        let porch = try #require(CameraID("porch"))
        let yard = try #require(CameraID("yard"))
        bench.change {
            $0.cameras[porch] = .secret(Secret("1357"))
            $0.cameras[yard] = FakeVerifier.hash("1357")
        }
        let browser = try #require(bench.browser("1357"))
        #expect(bench.get(browser) == .ok && bench.get(browser, porch) == .ok && bench.get(browser, yard) == .ok)
        #expect(bench.get(browser, Bench.baby) == .unauthorized)
        #expect(bench.get(browser, Bench.unnamed) == .unauthorized)
    }

    @Test("Every further PIN adds to what the session opens")
    func manyPins() throws {
        var browser = try #require(bench.browser("1357"))
        browser = try #require(bench.browser("2468", browser, at: .camera(Bench.baby)))
        browser = try #require(bench.browser("246810", browser, at: .camera(Bench.unnamed)))
        #expect(bench.unlocked(browser) == [Bench.front, Bench.baby, Bench.open, Bench.unnamed])
        #expect(bench.admin(browser) == .unauthorized)
        browser = try #require(bench.browser("correct horse", browser, at: .admin))
        #expect(bench.admin(browser) == .ok && bench.get(browser) == .ok)
    }

    @Test("A session survives a restart, and nothing else of it is needed")
    func restart() throws {
        let browser = try #require(bench.browser("1357"))
        let admin = try #require(bench.browser("correct horse", at: .admin))
        bench.restart()
        #expect(bench.get(browser) == .ok && bench.admin(admin) == .ok)
        #expect(bench.get(browser, Bench.baby) == .unauthorized)
    }

    @Test("A session ends when its PIN is changed, what it has opened ends too, and the other cameras stay open")
    func changedPin() throws {
        var browser = try #require(bench.browser("1357"))
        browser = try #require(bench.browser("2468", browser, at: .camera(Bench.baby)))
        let grant = bench.policy.grant(of: browser, unixTime: bench.unixTime)
        let basic = try #require(bench.survey(Bench.request("1357")))
        #expect(
            bench.policy.permits(grant, at: .camera(Bench.front))
                && bench.policy.permits(basic, at: .camera(Bench.front)))
        bench.change { $0.cameras[Bench.front] = .secret(Secret("8642")) }
        #expect(bench.get(browser) == .unauthorized && bench.get(browser, Bench.baby) == .ok)
        #expect(!bench.policy.permits(grant, at: .camera(Bench.front)))
        #expect(!bench.policy.permits(basic, at: .camera(Bench.front)))
        #expect(bench.policy.permits(grant, at: .camera(Bench.baby)))
        #expect(bench.get(Bench.request("1357")) == .unauthorized && bench.get(Bench.request("8642")) == .ok)
    }

    @Test("A PIN that is changed and changed back does not bring old sessions back, also over a restart")
    func changedBack() throws {
        let browser = try #require(bench.browser("1357"))
        bench.change { $0.cameras[Bench.front] = .secret(Secret("8642")) }
        bench.restart()
        bench.change { $0.cameras[Bench.front] = .secret(Secret("1357")) }
        #expect(bench.get(browser) == .unauthorized)
        #expect(bench.get(Bench.request("1357")) == .ok)
    }

    @Test("What a camera's grant is worth follows the policy: opened, closed, opened to local requests")
    func grantsFollow() {
        let nothing = bench.policy.grant(of: Bench.request(), unixTime: 0)
        let local = bench.policy.grant(of: Bench.request(from: "::1", to: "::1"), unixTime: 0)
        #expect(bench.policy.permits(local, at: .camera(Bench.unnamed)))
        bench.change { $0.cameras[Bench.front] = .open }
        #expect(bench.policy.permits(nothing, at: .camera(Bench.front)))
        bench.change { $0.cameras[Bench.open] = .secret(Secret("1111")) }
        #expect(!bench.policy.permits(nothing, at: .camera(Bench.open)))
        bench.change { $0.defaultPin = .secret(Secret("1111")) }
        #expect(!bench.policy.permits(local, at: .camera(Bench.unnamed)))
    }

    @Test("Who logs out is logged out, also with a copy of the cookie, and after a restart")
    func logout() throws {
        let browser = try #require(bench.browser("1357"))
        let other = try #require(bench.browser("1357"))
        let session = try #require(bench.policy.session(of: browser, unixTime: bench.unixTime))
        let grant = bench.policy.grant(of: browser, unixTime: bench.unixTime)
        bench.logOut(session)
        #expect(bench.get(browser) == .unauthorized && bench.get(other) == .ok)
        #expect(!bench.policy.permits(grant, at: .camera(Bench.front)))
        #expect(bench.policy.permits(grant, at: .camera(Bench.open)))
        bench.restart()
        #expect(bench.get(browser) == .unauthorized)
        let cleared = bench.policy.logout(browser)
        #expect(cleared.contains(/^camhub-[0-9a-f]{8}=; Path=\/; Max-Age=0; HttpOnly; SameSite=Strict$/))
    }

    @Test("After 30 days a session is over, unless a page has renewed it")
    func renewal() throws {
        let browser = try #require(bench.browser("1357"))
        let early = bench.policy.grant(of: browser, unixTime: bench.unixTime)
        #expect(bench.policy.renewal(of: early, browser, unixTime: bench.unixTime) == nil)
        bench.wait(.seconds(20 * 86400))
        let grant = bench.policy.grant(of: browser, unixTime: bench.unixTime)
        let cookie = try #require(bench.policy.renewal(of: grant, browser, unixTime: bench.unixTime))
        let renewed = Bench.browser(browser, keeping: [cookie])
        bench.wait(.seconds(20 * 86400))
        #expect(bench.get(browser) == .unauthorized && bench.get(renewed) == .ok)
        let session = try #require(bench.policy.session(of: renewed, unixTime: bench.unixTime))
        bench.logOut(session)
        #expect(bench.get(renewed) == .unauthorized)
    }

    @Test("The cookies: of this hub, for its path, no script, no other site, only over TLS where there is TLS")
    func setCookie() throws {
        bench.change {
            $0.basePath = "/cams/"
            $0.trustedProxies = [AddressRange("10.0.0.1")!]
        }
        var proxied = Bench.request(from: "10.0.0.1")
        proxied.forwarding.note("X-Forwarded-Proto", "https")
        var encrypted = Bench.request()
        encrypted.isEncrypted = true
        for (request, isSecure) in [(Bench.request(), false), (encrypted, true), (proxied, true)] {
            let grant = try #require(bench.survey(Bench.request("1357")))
            let cookies = bench.policy.cookies(
                loggedIn: grant, at: .camera(Bench.front), request, unixTime: 0, ids: (1, 2))
            #expect(cookies.count == 2)
            let rest = "; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
            #expect(cookies[0].contains(/^camhub-[0-9a-f]{8}=[A-Za-z0-9_-]+; Path=\/cams\/; Max-Age=2592000/))
            #expect(cookies[1].contains(/^camhub-[0-9a-f]{8}-device=[A-Za-z0-9_-]+; Path=\/cams\/; Max-Age=31536000/))
            #expect(cookies.allSatisfy { $0.hasSuffix(rest) && !$0.contains("1357") })
        }
    }

    @Test("Whoever changes a cookie, or has another hub's, has shown nothing")
    func foreignCookies() throws {
        let browser = try #require(bench.browser("1357"))
        let text = try #require(browser.cookie?.split(separator: "; ").first.map { String($0) })
        let name = String(text.prefix { $0 != "=" })
        for cookie in [
            "", name, "\(name)=", "\(name)=x", text + "x", text.replacing(name, with: "camhub-ffffffff"),
            "\"\(text)\"", "x=y, \(text)", "\(name)-device=\(text.dropFirst(name.count + 1))",
        ] {
            var request = Bench.request()
            request.cookie = cookie
            #expect(bench.get(request) == .unauthorized, "\(cookie)")
        }
    }

    @Test("A good cookie counts beside stale ones of the same name, of which four are looked at")
    func severalCookies() throws {
        let browser = try #require(bench.browser("1357"))
        let session = try #require(browser.cookie?.split(separator: "; ").first)
        let stale = String(session.prefix { $0 != "=" }) + "=stale"
        for (cookie, answer) in [
            ("\(stale); \(session)", Answer.ok), ("\(session); \(stale)", .ok),
            ("\(stale); \(stale); \(stale); \(session)", .ok),
            ("\(stale); \(stale); \(stale); \(stale); \(session)", .unauthorized),
        ] {
            var request = Bench.request()
            request.cookie = cookie
            #expect(bench.get(request) == answer)
        }
    }

    @Test("A login at an open camera sets no cookie")
    func nothingToRemember() {
        let grant = bench.policy.grant(of: Bench.request(), unixTime: 0)
        let cookies = bench.policy.cookies(
            loggedIn: grant, at: .camera(Bench.open), Bench.request(), unixTime: 0, ids: (1, 2))
        #expect(cookies.isEmpty)
    }
}

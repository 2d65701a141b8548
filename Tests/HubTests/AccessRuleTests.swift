import Access
import Camera
import HTTP
import Hub
import HubTesting
import Posix
import Testing

/// What a request must be whoever sends it, and what those see who may see little.
@Suite(.timeLimit(.minutes(1))) struct AccessRuleTests {
    private func house(_ change: (inout AccessRules) -> Void = { _ in }) -> HubConfiguration {
        var house = HubConfiguration(cameras: [
            ConfiguredCamera(id: "front", source: .test, pin: .secret(Secret("1357"))),
            ConfiguredCamera(id: "birds", source: .test, pin: .open), .test("shed"),
        ])
        house.access.machineName = "workshop"
        change(&house.access)
        return house
    }

    // MARK: - The list

    @Test("The list tells a stranger of a locked camera its id, name, state and addresses, and nothing else")
    func list() async throws {
        try await withHub(house(), isOpen: false) { hub in
            let stranger = try await hub.client.get("/cameras").json["cameras"]
            #expect(stranger?[0]?.keys == ["id", "name", "state", "locked", "authorized", "urls"])
            #expect(stranger?[0]?["locked"] == true && stranger?[0]?["authorized"] == false)
            #expect(stranger?[1]?["locked"] == false && stranger?[1]?["authorized"] == true)
            #expect(stranger?[1]?["fps"] != nil)
            let browser = TestBrowser(hub)
            try await browser.logIn("1357", to: "front")
            let known = try await browser.send(.get, "/cameras").json["cameras"]
            #expect(known?[0]?["locked"] == true && known?[0]?["authorized"] == true && known?[0]?["fps"] != nil)
            #expect(known?[2]?["authorized"] == false)
        }
    }

    @Test("The list's tag is another one for who sees something else, and changes with what may be seen")
    func tags() async throws {
        try await withHub(house(), isOpen: false) { hub in
            let stranger = try #require(try await hub.client.get("/cameras").field("ETag"))
            let browser = TestBrowser(hub)
            try await browser.logIn("1357", to: "front")
            let known = try #require(try await browser.send(.get, "/cameras").field("ETag"))
            #expect(known != stranger)
            #expect(try await browser.send(.get, "/cameras", ["If-None-Match": stranger]).status == 200)
            for _ in 0..<2 { #expect(try await browser.send(.get, "/cameras", ["If-None-Match": known]).status == 304) }
            #expect(try await hub.client.get("/cameras", ["If-None-Match": stranger]).status == 304)
            try await browser.change(.post, "/logout")
            let after = try await browser.send(.get, "/cameras", ["If-None-Match": known])
            #expect(after.status == 200)
            #expect(try after.json["cameras"]?[0]?["authorized"] == false)
        }
    }

    @Test("A session that is a day old is renewed by a page or the list, once")
    func renewal() async throws {
        try await withHub(house(), isOpen: false) { hub in
            let browser = TestBrowser(hub)
            try await browser.logIn("1357", to: "front")
            #expect(try await browser.send(.get, "/cameras").field("Set-Cookie") == nil)
            for target in ["/cameras", "/", "/cam/front"] {
                await hub.time.leap(by: .seconds(25 * 3600))
                #expect(try await browser.send(.get, target).field("Set-Cookie") != nil)
                #expect(try await browser.send(.get, target).field("Set-Cookie") == nil)
            }
            await hub.time.leap(by: .seconds(29 * 24 * 3600))
            #expect(try await browser.status(of: "/cam/front/settings") == 200)
            await hub.time.leap(by: .seconds(31 * 24 * 3600))
            #expect(try await browser.status(of: "/cam/front/settings") == 401)
        }
    }

    // MARK: - Who is local

    @Test("Where nobody has chosen a PIN the machine itself needs none, unless somebody stands behind it")
    func local() async throws {
        try await withHub(house(), isOpen: false) { hub in
            func status(_ fields: KeyValuePairs<String, String> = [:], from: String, to own: String) async throws -> Int
            {
                try await hub.client.send(.get, "/cam/shed/settings", fields, from: from, to: own).reply.status
            }
            #expect(try await status(from: "127.0.0.1", to: "127.0.0.1") == 200)
            #expect(try await status(from: "::1", to: "::1") == 200)
            #expect(try await status(from: "192.0.2.1", to: "192.0.2.1") == 401)
            #expect(try await status(from: "192.0.2.7", to: "127.0.0.1") == 401)
            for field in ["X-Forwarded-For", "x-forwarded-host", "Forwarded", "Via", "X-Real-IP"] {
                #expect(try await status([field: "10.0.0.1"], from: "127.0.0.1", to: "127.0.0.1") == 401)
            }
            for host in ["127.0.0.1:8080", "localhost", "workshop", "workshop.local"] {
                #expect(try await status(["Host": host], from: "127.0.0.1", to: "127.0.0.1") == 200)
            }
            // Anybody can register that name, and give it the address 127.0.0.1.
            #expect(try await status(["Host": "workshop.evil.example"], from: "127.0.0.1", to: "127.0.0.1") == 401)
            let front = try hub.client.send(.get, "/cam/front/settings", from: "127.0.0.1", to: "127.0.0.1")
            #expect(await front.reply.status == 401)
        }
    }

    @Test("Behind a trusted proxy the address counts that it names; from anybody else the field is not believed")
    func proxies() async throws {
        let proxied = house { $0.trustedProxies = [AddressRange("127.0.0.1")!] }
        try await withHub(proxied, isOpen: false) { hub in
            let local = try hub.client.send(.get, "/cam/shed/settings", from: "127.0.0.1", to: "127.0.0.1")
            #expect(await local.reply.status == 401)
            for _ in 0..<5 { #expect(try await logIn(hub, "9999", for: "203.0.113.5", from: "127.0.0.1") == 401) }
            #expect(try await logIn(hub, "1357", for: "203.0.113.5", from: "127.0.0.1") == 429)
            #expect(try await logIn(hub, "1357", for: "203.0.113.6", from: "127.0.0.1") == 204)
            for number in 0..<5 {
                #expect(try await logIn(hub, "9999", for: "198.51.100.\(number)", from: "192.0.2.9") == 401)
            }
            #expect(try await logIn(hub, "1357", for: "198.51.100.9", from: "192.0.2.9") == 429)
        }
    }

    private func logIn(_ hub: TestHub, _ pin: String, for address: String, from peer: String) async throws -> Int {
        let fields: KeyValuePairs = ["Content-Type": "application/json", "X-Forwarded-For": address]
        let body = #"{"pin": "\#(pin)"}"#
        let asked = try hub.client.send(.post, "/cam/front/login", fields, body: body, from: peer, to: peer)
        return await asked.reply.status
    }

    @Test("Behind a proxy that ends TLS the cookie goes over TLS alone; below a base path it is for that path")
    func secureCookies() async throws {
        let proxied = house {
            $0.trustedProxies = [AddressRange("127.0.0.1")!]
            $0.basePath = "/cams/"
        }
        try await withHub(proxied, basePath: ["cams"], isOpen: false) { hub in
            let fields: KeyValuePairs = [
                "Content-Type": "application/json", "X-Forwarded-For": "10.0.0.1", "X-Forwarded-Proto": "https",
                "Host": "workshop.local", "Origin": "https://workshop.local",
            ]
            let reply = try await hub.client.send(
                .post, "/cams/cam/front/login", fields, body: #"{"pin": "1357"}"#, from: "127.0.0.1", to: "127.0.0.1"
            ).reply
            #expect(reply.status == 204)
            let cookie = try #require(reply.field("Set-Cookie"))
            #expect(cookie.contains("Path=/cams/;") && cookie.hasSuffix("; Secure"))
        }
    }

    // MARK: - Host and Origin

    @Test("The hub answers to its own names alone, and says how to add one, before anything else")
    func hosts() async throws {
        let named = house { $0.allowedHosts = [HostName("cams.example")!] }
        try await withHub(named, isOpen: false) { hub in
            for host in [
                "192.0.2.1:8080", "[::1]", "localhost", "workshop", "workshop.lan:80", "x.local", "cams.example",
            ] {
                #expect(try await hub.client.get("/status", ["Host": host]).status == 200)
            }
            for path in ["/", "/status", "/cameras", "/cam/birds/frame", "/nowhere"] {
                let reply = try await hub.client.get(path, ["Host": "evil.example"])
                #expect(reply.status == 421 && reply.text.contains("allowedHosts"))
                #expect(try reply.json["code"] == "unknown-host")
            }
            let head = try hub.client.refuse(.post, "/cam/front/login", [Field("Host", "evil.example")])
            #expect(head?.status == .misdirectedRequest)
        }
    }

    @Test("A change must come as JSON and from a page of the hub, and is refused before its body is read")
    func changes() async throws {
        try await withHub(house(), isOpen: false) { hub in
            let json = Field("Content-Type", "application/json; charset=utf-8")
            let host = Field("Host", "workshop:8080")
            let cases: [([Field], Int?)] = [
                ([], 415), ([Field("Content-Type", "text/plain")], 415),
                ([json], nil),
                ([json, host, Field("Origin", "http://workshop:8080")], nil),
                ([json, host, Field("Origin", "http://evil.example")], 403),
                ([json, host, Field("Origin", "https://workshop:8080")], 403),
                ([json, host, Field("Origin", "null")], 403),
            ]
            for (method, target) in [
                (Method.patch, "/cam/front/settings"), (.delete, "/cameras/front"), (.post, "/logout"),
            ] {
                for (fields, status) in cases {
                    #expect(try hub.client.refuse(method, target, fields)?.status.rawValue == status)
                    let reply = try await hub.client.send(method, target, fields, body: "{}").reply
                    #expect(status == nil ? ![403, 415].contains(reply.status) : reply.status == status)
                }
            }
            let form = [Field("Content-Type", "application/x-www-form-urlencoded"), host]
            #expect(try hub.client.refuse(.patch, "/cam/front/settings", form)?.status.rawValue == 415)
            #expect(try hub.client.refuse(.delete, "/cameras/front", form)?.status.rawValue == 415)
            for target in ["/login", "/cam/front/login", "/logout"] {
                #expect(try hub.client.refuse(.post, target, form) == nil)
                #expect(
                    try hub.client.refuse(.post, target, form + [Field("Origin", "http://evil.example")])?.status
                        == .forbidden)
            }
        }
    }

    // MARK: - Other origins

    @Test(
        "Other web sites may read the frames of locked cameras, for they have to know the PIN, and of open ones never")
    func crossOrigin() async throws {
        let allowed = house { $0.allowOrigins = [Origin("https://home.example")!] }
        try await withHub(allowed, isOpen: false) { hub in
            for id in ["front", "birds"] as [CameraID] {
                _ = try hub.client.send(.get, "/cam/\(id)/frame", ["Authorization": .basic("admin", "correct horse")])
                await hub.time.settle()
                hub.opener.source(id)?.push(.frame())
                await hub.time.settle()
            }
            func origin(_ path: String, _ fields: KeyValuePairs<String, String>, _ method: Method = .get) async throws
                -> String?
            {
                try await hub.client.send(method, path, fields).reply.field("Access-Control-Allow-Origin")
            }
            let evil: KeyValuePairs = ["Origin": "http://evil.example"]
            let home: KeyValuePairs = ["Origin": "https://home.example"]
            #expect(try await origin("/cam/front/frame", evil) == "*")
            #expect(
                try await origin(
                    "/cam/front/frame", ["Origin": "http://evil.example", "Authorization": .basic("camhub", "1357")])
                    == "*")
            #expect(try await origin("/cam/birds/frame", evil) == nil)
            #expect(try await origin("/cam/birds/frame", home) == "https://home.example")
            for path in ["/cameras", "/status", "/cam/birds/settings", "/cam/birds", "/"] {
                #expect(try await origin(path, home) == nil)
            }
            #expect(try await origin("/cam/front/frame", evil, .options) == "*")
            #expect(try await origin("/cam/birds/frame", evil, .options) == nil)
            let preflight = try await hub.client.send(.options, "/cam/front/frame", evil).reply
            #expect(preflight.status == 204)
            #expect(preflight.field("Access-Control-Allow-Headers") == "Authorization, If-None-Match")
            let frame = try await hub.client.get("/cam/front/frame", ["Authorization": .basic("camhub", "1357")])
            #expect(frame.field("Access-Control-Expose-Headers")?.contains("X-Frame-Sequence") == true)
        }
    }
}

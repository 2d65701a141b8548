import Access
import Camera
import HTTP
import Testing

/// Who may change something, and who may read frames, among the pages that a browser shows.
@Suite struct OriginTests {
    private static func change(_ origin: String?, host: String? = "hub.local:8080", type: String? = "application/json")
        -> AccessRequest
    {
        var request = Bench.request()
        request.origin = origin
        request.host = host
        request.contentType = type
        return request
    }

    @Test(
        "A change is JSON, and its Origin, if there is one, is the hub's own",
        arguments: [
            (change(nil), nil), (change("http://hub.local:8080"), nil), (change("HTTP://Hub.Local:8080"), nil),
            (change("http://hub.local", host: "hub.local"), nil),
            (change("http://hub.local", host: "hub.local:80"), nil),
            (change("http://[::1]:8080", host: "[0:0::1]:8080"), nil),
            (change(nil, type: "Application/JSON; charset=utf-8"), nil),
            (change(nil, type: " application/json ;x"), nil),
            (change("https://hub.local:8080"), .origin), (change("http://hub.local"), .origin),
            (change("http://hub.local:8081"), .origin), (change("http://evil.example"), .origin),
            (change("null"), .origin),
            (change(""), .origin), (change("http://hub.local:8080", host: nil), .origin),
            (change("http://hub.local:8080.evil.example"), .origin), (change("http://hub.local:8080/"), .origin),
            (change(nil, type: nil), .contentType), (change(nil, type: "text/plain"), .contentType),
            (change(nil, type: "application/jsonp"), .contentType), (change(nil, type: ""), .contentType),
            (change(nil, type: "text/plain; application/json"), .contentType),
            (change(nil, type: "application/x-www-form-urlencoded"), .contentType),
        ] as [(AccessRequest, RequestFault.Rule?)])
    func changes(request: AccessRequest, rule: RequestFault.Rule?) {
        #expect(Bench().policy.changeFault(of: request)?.rule == rule)
    }

    @Test(
        "The login form need not be JSON, and may come from a page that tells nobody where it is",
        arguments: [
            (nil, nil, nil), ("http://hub.local:8080", nil, nil), ("null", nil, nil), ("null", "same-origin", nil),
            ("null", "cross-site", .origin), ("null", "same-site", .origin), ("null", "none", .origin),
            ("http://evil.example", nil, .origin), ("http://evil.example", "same-origin", .origin),
        ] as [(String?, String?, RequestFault.Rule?)])
    func loginForm(origin: String?, site: String?, rule: RequestFault.Rule?) {
        var request = Self.change(origin, type: "application/x-www-form-urlencoded")
        request.fetchSite = site
        #expect(Bench().policy.changeFault(of: request, isForm: true)?.rule == rule)
    }

    @Test("Over TLS the hub's own origin begins with https, also if a trusted proxy does that")
    func ownOriginOverTLS() {
        var request = Self.change("https://hub.local", host: "hub.local")
        #expect(Bench().policy.changeFault(of: request)?.hint.contains("trustedProxies") == true)
        request.isEncrypted = true
        #expect(Bench().policy.changeFault(of: request) == nil)
        request.isEncrypted = false
        request.forwarding.note("X-Forwarded-Proto", "https")
        #expect(Bench().policy.changeFault(of: request)?.rule == .origin)
        let trusting = Bench { $0.trustedProxies = [AddressRange("192.0.2.0/24")!] }.policy
        #expect(trusting.changeFault(of: request) == nil)
        request.origin = "http://hub.local"
        #expect(trusting.changeFault(of: request)?.rule == .origin)
    }

    private static let allowed = "https://home.example"

    @Test(
        "Frames that need a PIN may be read by any page that knows it, open ones only by pages that are listed",
        arguments: [
            (Bench.front, "https://evil.example", CrossOrigin.everyone), (Bench.front, nil, .everyone),
            (Bench.open, nil, .nobody), (Bench.open, "https://evil.example", .nobody), (Bench.open, "null", .nobody),
            (Bench.open, "http://home.example", .nobody), (Bench.open, allowed, .only(Origin(allowed)!)),
            (Bench.open, "HTTPS://home.example:443", .only(Origin(allowed)!)), (Bench.unnamed, allowed, .everyone),
        ] as [(CameraID, String?, CrossOrigin)])
    func crossOrigin(camera: CameraID, origin: String?, expected: CrossOrigin) {
        let policy = Bench { $0.allowOrigins = [Origin(Self.allowed)!] }.policy
        #expect(policy.crossOrigin(of: Self.change(origin), to: camera) == expected)
    }

    @Test("A camera that is open to local requests is not open to whatever page the machine's own browser shows")
    func localIsNotEveryone() {
        var request = Bench.request(from: "127.0.0.1", to: "127.0.0.1")
        request.origin = "https://evil.example"
        #expect(Bench().policy.crossOrigin(of: request, to: Bench.unnamed) == .nobody)
        #expect(Bench().policy.crossOrigin(of: request, to: Bench.front) == .everyone)
        request.origin = Self.allowed
        let allowing = Bench { $0.allowOrigins = [Origin(Self.allowed)!] }.policy
        #expect(allowing.crossOrigin(of: request, to: Bench.unnamed) == .only(Origin(Self.allowed)!))
    }

    @Test("The fields say it to browsers, and to caches where it depends on the Origin")
    func fields() throws {
        func values(_ fields: [(name: String, value: String)]) -> [String: String] {
            Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
        }
        let everyone = values(CrossOrigin.everyone.fields)
        #expect(everyone["Access-Control-Allow-Origin"] == "*" && everyone["Vary"] == nil)
        #expect(everyone["Access-Control-Expose-Headers"]?.contains("X-Frame-Sequence") == true)
        #expect(everyone["Access-Control-Allow-Credentials"] == nil)
        let one = values(CrossOrigin.only(try #require(Origin(Self.allowed))).fields)
        #expect(one["Access-Control-Allow-Origin"] == Self.allowed && one["Vary"] == "Origin")
        #expect(values(CrossOrigin.nobody.fields) == ["Vary": "Origin"])
        let preflight = values(CrossOrigin.everyone.preflightFields)
        #expect(preflight["Access-Control-Allow-Headers"] == "Authorization, If-None-Match")
        #expect(preflight["Access-Control-Allow-Methods"] == "GET, HEAD")
        #expect(preflight["Access-Control-Allow-Origin"] == "*")
    }
}

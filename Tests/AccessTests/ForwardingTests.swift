import Access
import Camera
import HTTP
import Testing

/// Who sent a request, if proxies stand between.
@Suite struct ForwardingTests {
    private static func request(from peer: String, _ fields: KeyValuePairs<String, String>) -> AccessRequest {
        var request = Bench.request(from: peer)
        for (name, value) in fields { request.forwarding.note(name, value) }
        return request
    }

    private let trusting = Bench {
        $0.trustedProxies = [AddressRange("10.0.0.0/8")!, AddressRange("::1")!, AddressRange("127.0.0.1")!]
    }.policy

    @Test(
        "Behind trusted proxies the last hop that is not one of them counts",
        arguments: [
            (["203.0.113.5"], "203.0.113.5"), (["1.1.1.1, 203.0.113.5"], "203.0.113.5"),
            (["1.1.1.1, 203.0.113.5, 10.0.0.2"], "203.0.113.5"), (["203.0.113.5,10.0.0.2 ,\t10.0.0.3"], "203.0.113.5"),
            (["1.1.1.1", "203.0.113.5"], "203.0.113.5"), (["203.0.113.5", "10.0.0.2"], "203.0.113.5"),
            (["10.0.0.9, 10.0.0.2"], "10.0.0.9"), ([], "10.0.0.1"), ([""], "10.0.0.1"), (["unknown"], "10.0.0.1"),
            (["203.0.113.5, garbage"], "10.0.0.1"), (["203.0.113.5, _hidden, 10.0.0.2"], "10.0.0.2"),
            (["203.0.113.5:4711"], "203.0.113.5"), (["[2001:db8::5]:4711"], "2001:db8::5"),
            (["2001:db8::5"], "2001:db8::5"), (["[2001:db8::5]"], "2001:db8::5"),
            (["::ffff:203.0.113.5"], "203.0.113.5"),
            (["203.0.113.5, ::ffff:10.0.0.2"], "203.0.113.5"), (["203.0.113.5, "], "10.0.0.1"),
        ])
    func behindProxies(values: [String], client: String) throws {
        var request = Bench.request(from: "10.0.0.1")
        for value in values { request.forwarding.note("x-forwarded-for", value) }
        #expect(trusting.client(of: request) == .ip(try #require(IPAddress(client))))
    }

    @Test("However many addresses a client invents, the proxy's comes last and counts")
    func manyInvented() throws {
        var request = Bench.request(from: "10.0.0.1")
        for number in 0..<100 { request.forwarding.note("X-Forwarded-For", "1.1.1.\(number)") }
        request.forwarding.note("X-Forwarded-For", String(repeating: "1.1.1.1, ", count: 500) + "203.0.113.5")
        #expect(trusting.client(of: request) == .ip(try #require(IPAddress("203.0.113.5"))))
        request.forwarding.note("X-Forwarded-For", "10.0.0.2")
        #expect(trusting.client(of: request) == .ip(try #require(IPAddress("203.0.113.5"))))
        for _ in 0..<100 { request.forwarding.note("X-Forwarded-Proto", "https") }
        request.forwarding.note("X-Forwarded-Proto", "http")
        #expect(!trusting.isEncrypted(request))
    }

    @Test("From anyone else the header is ignored", arguments: ["203.0.113.9", "11.0.0.1", "2001:db8::1", "::2"])
    func fromOthers(peer: String) throws {
        let request = Self.request(from: peer, ["X-Forwarded-For": "1.1.1.1", "X-Forwarded-Proto": "https"])
        #expect(trusting.client(of: request) == .ip(try #require(IPAddress(peer))))
        #expect(!trusting.isEncrypted(request))
        #expect(
            Bench().policy.client(of: Self.request(from: "10.0.0.1", ["X-Forwarded-For": "1.1.1.1"]))
                != .ip(IPAddress("1.1.1.1")!))
    }

    @Test("The Unix socket is a trusted proxy's as soon as there are any")
    func unixSocket() throws {
        var request = AccessRequest(peer: .unix, arrivedAt: nil)
        request.forwarding.note("X-Forwarded-For", "203.0.113.5")
        #expect(trusting.client(of: request) == .ip(try #require(IPAddress("203.0.113.5"))))
        #expect(Bench().policy.client(of: request) == .unix)
        #expect(!Bench().policy.isLocal(AccessRequest(peer: .unix, arrivedAt: nil)))
    }

    @Test(
        "What the nearest proxy says about TLS counts, if it says something",
        arguments: [("https", true), ("HTTPS", true), ("http", false), ("http, https", true), ("https,http ", false)])
    func schemes(value: String, isEncrypted: Bool) {
        let request = Self.request(from: "10.0.0.1", ["X-Forwarded-Proto": value])
        #expect(trusting.isEncrypted(request) == isEncrypted)
        var other = Self.request(from: "10.0.0.1", ["X-Forwarded-Proto": "wss"])
        other.isEncrypted = true
        #expect(trusting.isEncrypted(other))
    }

    @Test("Wrong PINs count for the address that a trusted proxy names")
    func throttledByForwardedAddress() {
        let bench = Bench { $0.trustedProxies = [AddressRange("10.0.0.1")!] }
        func request(_ client: String, _ pin: String, by proxy: String = "10.0.0.1") -> AccessRequest {
            var request = Bench.request(from: proxy, pin)
            request.forwarding.note("X-Forwarded-For", client)
            return request
        }
        for _ in 0..<5 { _ = bench.get(request("203.0.113.5", "9999")) }
        #expect(bench.get(request("203.0.113.5", "1357")) == .tooMany(1))
        #expect(bench.get(request("203.0.113.6", "1357")) == .ok)
        // Somebody who invents a new address each time.
        for number in 0..<5 { _ = bench.get(request("198.51.100.\(number)", "9999", by: "192.0.2.9")) }
        #expect(bench.get(request("198.51.100.77", "1357", by: "192.0.2.9")) == .tooMany(1))
    }

    @Test(
        "Local is what came from loopback to loopback without a sign of a proxy",
        arguments: [
            ("127.0.0.1", "127.0.0.1", nil, true), ("127.0.0.5", "127.0.0.9", nil, true), ("::1", "::1", nil, true),
            ("::ffff:127.0.0.1", "::ffff:127.0.0.1", nil, true), ("192.0.2.7", "127.0.0.1", nil, false),
            ("127.0.0.1", "192.0.2.1", nil, false), ("192.0.2.1", "192.0.2.1", nil, false),
            ("127.0.0.1", "127.0.0.1", "Forwarded", false), ("127.0.0.1", "127.0.0.1", "via", false),
            ("127.0.0.1", "127.0.0.1", "X-Forwarded-For", false), ("127.0.0.1", "127.0.0.1", "x-forwarded-HOST", false),
            ("127.0.0.1", "127.0.0.1", "X-Forwarded-Anything", false), ("127.0.0.1", "127.0.0.1", "X-Real-IP", false),
            ("127.0.0.1", "127.0.0.1", "X-Requested-With", true), ("127.0.0.1", "127.0.0.1", "X-Forwarded", true),
            ("127.0.0.1", "127.0.0.1", "Viaduct", true), ("127.0.0.1", "127.0.0.1", "Host", true),
        ] as [(String, String, String?, Bool)])
    func local(peer: String, own: String, field: String?, isLocal: Bool) {
        var request = Bench.request(from: peer, to: own)
        if let field { request.forwarding.note(field, "x") }
        #expect(Bench().policy.isLocal(request) == isLocal)
        #expect(!trusting.isLocal(request))
    }
}

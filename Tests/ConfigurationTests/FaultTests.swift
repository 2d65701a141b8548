import Configuration
import Testing

/// What is wrong with a file: each fault with its line and column, and what is allowed instead.
@Suite struct FaultTests {
    @Test("A fault of the hub's keys is at its value or key, and says what is allowed", arguments: FaultTests.hub)
    func hubFaults(text: String, line: String) {
        #expect(faults(text) == [line])
    }

    private static let address =
        #"it has to be ADDRESS:PORT or unix:PATH, such as "127.0.0.1:8080", "0.0.0.0:8080" or "[::]:8080""#
    private static let addresses = #"it has to be a list of at least one address, such as ["0.0.0.0:8080"]"#
    private static let path = "it has to be a path in full (nothing here stands for a home, as ~ does in a shell)"
    private static let span = "it has to be a number with its unit (ms, s, m, h or d) such as 10s, or never"
    private static let password = "it has to be 4 to 128 characters, or a hash that begins with $y$"
    private static let basePath =
        "it has to be a path such as / or /cams, of letters, digits and - . _ ~ between single slashes, that does not "
        + "begin with a word of the hub's own such as /cam or /cameras"
    private static let hubKeys =
        "listen, tls, basePath, trustedProxies, allowedHosts, allowOrigins, frameAncestors, limits, admin, "
        + "stateDirectory, forgetAfter, defaults, cameras"

    static let hub = [
        ("- a", "1:1: the file is a list; it has to be a mapping with any of the keys \(hubKeys)"),
        ("hello", "1:1: the file is a single value; it has to be a mapping with any of the keys \(hubKeys)"),
        ("\n  lisen: 1", #"2:3: unknown key "lisen"; did you mean "listen"?"#),
        ("base_path: /", #"1:1: unknown key "base_path"; did you mean "basePath"?"#),
        ("colour: 1", #"1:1: unknown key "colour"; the nearest known one is "tls", and all are \#(hubKeys)"#),
        ("fps: 1", #"1:1: unknown key "fps"; it belongs under defaults or under a camera's id"#),
        ("url: x", #"1:1: unknown key "url"; it belongs under a camera's id, under cameras"#),
        ("connections: 1", #"1:1: unknown key "connections"; it belongs under limits"#),
        ("listen: 0.0.0.0:80", "1:9: listen is a single value; \(addresses)"),
        ("listen: []", "1:9: listen is an empty list; \(addresses)"),
        ("listen:", "1:8: listen is without a value; \(addresses)"),
        ("listen: null", "1:9: listen is null; \(addresses)"),
        ("listen:\n  - 80", #"2:5: an item of listen is "80"; \#(address)"#),
        (
            "listen: [[::1]:80]",
            "1:11: this is not YAML: did not find expected node content; "
                + "text with any of [ ] { } , : in it has to be in quotes"
        ),
        ("listen: [null]", "1:10: an item of listen is null; \(address)"),
        ("listen: [a:1, A:1]", #"1:15: listen has "A:1" twice; once is allowed"#),
        ("tls: /a", "1:6: tls is a single value; it has to be a mapping with any of the keys certificate, key"),
        ("tls: { key: /a }", "1:6: tls has no certificate; it has to have certificate and key"),
        ("tls: { certificate: /a }", "1:6: tls has no key; it has to have certificate and key"),
        ("tls: { certificate: ~/a, key: /a }", #"1:21: tls.certificate is "~/a"; \#(path)"#),
        ("basePath: hub", #"1:11: basePath is "hub"; \#(basePath)"#),
        (
            "trustedProxies: [10.0.0.0/33]",
            #"1:18: an item of trustedProxies is "10.0.0.0/33"; "#
                + "it has to be an IP address or a range of them, such as 10.0.0.7 or 10.0.0.0/8"
        ),
        (
            "trustedProxies: 10.0.0.1",
            "1:17: trustedProxies is a single value; it has to be a list in [ ], each item "
                + "an IP address or a range of them, such as 10.0.0.7 or 10.0.0.0/8"
        ),
        (
            "allowedHosts: ['a:80']",
            #"1:16: an item of allowedHosts is "a:80"; "#
                + "it has to be a host name without scheme and port, such as cameras.example.org"
        ),
        (
            "allowOrigins: ['*']",
            #"1:16: an item of allowOrigins is "*"; it has to be "#
                + "a web site without a path, such as https://home.example or http://10.0.0.7:8123"
        ),
        (
            "frameAncestors: [a;b]",
            #"1:18: an item of frameAncestors is "a;b"; it has to be "#
                + "self, * for everyone, or a web site such as https://home.example or https://*.example.org"
        ),
        ("limits: { connections: 0 }", number("1:24", "limits.connections", "0", 1...65536)),
        ("limits: { connectionsPerAddress: 1e3 }", number("1:34", "limits.connectionsPerAddress", "1e3", 1...65536)),
        ("limits: { connection: 1 }", #"1:11: unknown key "connection" in limits; did you mean "connections"?"#),
        (
            "admin: hunter2",
            "1:8: admin is a single value; it has to be a mapping with any of the keys password, localCameras"
        ),
        ("admin: { password: abc }", "1:20: admin.password is malformed; \(password)"),
        ("admin: { password: $y$j9T$abc }", "1:20: admin.password is malformed; \(password)"),
        ("admin: { password: null }", "1:20: admin.password is null; \(password)"),
        ("stateDirectory: \"a\\nb\"", "1:17: stateDirectory is \"a\u{FFFD}b\"; \(path)"),
        ("stateDirectory: [a]", "1:17: stateDirectory is a list; \(path)"),
        ("forgetAfter: 10", #"1:14: forgetAfter is "10"; \#(span)"#),
        ("forgetAfter: 10 s", #"1:14: forgetAfter is "10 s"; \#(span)"#),
        ("forgetAfter: -1s", #"1:14: forgetAfter is "-1s"; \#(span)"#),
        ("forgetAfter: 1.5h", #"1:14: forgetAfter is "1.5h"; \#(span)"#),
        ("forgetAfter: 1000000000s", #"1:14: forgetAfter is "1000000000s"; \#(span)"#),
        ("forgetAfter: null", "1:14: forgetAfter is null; \(span)"),
        ("forgetAfter: Never", #"1:14: forgetAfter is "Never"; \#(span)"#),
        ("cameras:", "1:9: cameras is without a value; it has to be a mapping, the keys of a camera under its id"),
        ("cameras: []", "1:10: cameras is an empty list; it has to be a mapping, the keys of a camera under its id"),
    ]

    private static func number(_ place: String, _ key: String, _ text: String, _ range: ClosedRange<Int>) -> String {
        let allowed = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return "\(place): \(key) is \"\(text)\"; it has to be \(allowed)"
    }

    @Test("All faults of a file are reported, in its order, whatever their kind")
    func allFaults() {
        let text = """
            lisen: 1
            cameras:
              a: { fps: 0, match: { serial: X } }
              B: {}
              a: { fps: 1000 }
              b: { match: { serial: X }, pin: 12 }
            forgetAfter: soon
            defaults: { fps: x }
            """
        #expect(
            faults(text) == [
                #"1:1: unknown key "lisen"; did you mean "listen"?"#,
                #"3:13: cameras.a.fps is "0"; it has to be a whole number from 1 to 120"#,
                #"4:3: cameras has the id "B"; an id has to be 1 to 64 lower-case letters, digits and hyphens, "#
                    + "beginning and ending without a hyphen",
                #"5:3: "a" is given twice, the first time at 3:3; once is allowed"#,
                "6:15: cameras.b.match is the same as cameras.a.match at 3:23; a device can have only one id",
                "6:35: cameras.b.pin is malformed; it has to be 4 to 12 digits, a hash that begins with $y$, "
                    + "or null for a camera that is open to everyone",
                #"7:14: forgetAfter is "soon"; \#(Self.span)"#,
                #"8:18: defaults.fps is "x"; it has to be a whole number from 1 to 120"#,
            ])
    }

    @Test("What is no YAML at all is the only fault of its file")
    func noYAML() {
        #expect(faults("fps: x\na: [").map { $0.prefix(22) } == ["3:1: this is not YAML:"])
    }

    @Test("A line of a fault begins with the file as it was named")
    func lines() {
        #expect(throws: ConfigurationFaults.self) { try Configuration(Array("a: 1".utf8), file: "../a b.yaml") }
        let faults = #expect(throws: ConfigurationFaults.self) {
            try Configuration(Array("lisen: 1\nlimit: 1".utf8), file: "../a b.yaml")
        }
        let expected = """
            ../a b.yaml:1:1: unknown key "lisen"; did you mean "listen"?
            ../a b.yaml:2:1: unknown key "limit"; did you mean "limits"?
            """
        #expect(faults?.description == expected)
    }
}

import FoundationEssentials
import Glibc
import HubTesting
import Posix
import Testing

/// A hub that has every kind of secret is asked everything, rightly and wrongly; then all that came out of it is
/// searched for each of them.
@Suite(.timeLimit(.minutes(10))) struct LeakTests {
    /// Whoever has this PIN's hash knows it as little as whoever reads the log.
    static let hash = "$y$j9T$F5Jx5fExrKuPp53xLKQ..1$UgKEwuDuLnzBoammxmJZluLi0qzX0qQBw/vdv/sVQb0"
    static let hashedPin = "246810"
    static let ownPin = "135798642"
    static let newPin = "975318642"
    static let wrongPin = "864297531"
    static let password = "hush-admin-word"

    private static func configuration(_ admin: String) -> String {
        """
        allowedHosts: [cameras.example.org]
        \(admin)
        defaults: { size: 160x120, fps: 10 }
        cameras:
          own: { test: {}, pin: \(ownPin) }
          hashed: { test: {}, pin: "\(hash)" }
          open: { test: {}, pin: null }
          bare: { test: {} }
          gate: { url: "http://hush-user:hush-gate@127.0.0.1:9/video?token=hush-token" }
          tool: { exec: [/bin/false, hush-argument] }

        """
    }

    @Test(
        """
        No secret is in anything that the hub says, with a password from the configuration, or as a service with a \
        generated one
        """,
        arguments: ["admin: { password: \(password) }", "admin: {}"])
    func nothingLeaks(admin: String) throws {
        let hub = try TalkativeHub(configuration: Self.configuration(admin), isService: admin == "admin: {}")
        for secret in [
            Self.hash, Self.hashedPin, Self.ownPin, Self.newPin, Self.wrongPin, Self.password, "hush-user", "hush-gate",
            "hush-token", "hush-argument", "hush-query", "hush-broken",
        ] { hub.evidence.guardSecret(secret) }
        for secret in [try hub.generatedPassword(), try hub.generatedPin()] { hub.evidence.guardSecret(secret) }
        let password = admin == "admin: {}" ? try hub.generatedPassword() : Self.password

        let callers = try hub.callers(pins: ["own": Self.ownPin, "hashed": Self.hashedPin], password: password)
        try hub.askEverything(callers)
        try hub.sayNonsense(callers)
        try hub.change(password: password)
        try hub.reload("\(Self.configuration(admin))  late: { test: {}, pin: \(Self.wrongPin) }\n")
        for broken in [
            "admin: hush-broken", "defaults: { pin: hush-broken }", "pin: \(Self.ownPin)",
            "cameras: { a: { url: hush-broken, pin: \(Self.ownPin)9999 } }", "admin: { password: [\(Self.password)",
            "cameras: { a: { pin: \(Self.hash)x } }",
        ] { try hub.failToReload(broken) }
        try hub.end()
        // It was asked so much that it has refused in every way that there is.
        let expected = [200, 204, 303, 400, 401, 403, 404, 405, 413, 414, 415, 421, 429, 431, 503, 505]
        for status in expected { #expect(hub.statuses[status] != nil, "nothing was answered with \(status)") }
        #expect(hub.evidence.leaks() == [])
    }

    @Test("A secret that leaks is found, wherever it is")
    func leaksAreFound() {
        for (text, isLeak) in [
            ("135798642", true), ("a 135798642\n", true), ("1357986421", false), ("0135798642", false),
            ("13579864", false), ("1357986 42", false), ("hush-query", true), ("HUSH-query hush-quer", false),
            ("11357986421 135798642", true), ("xhush-queryx", true),
        ] as [(String, Bool)] {
            var evidence = Evidence()
            for secret in ["135798642", "hush-query"] { evidence.guardSecret(secret) }
            evidence.add([0xFF, 0, 0x20] + Array(text.utf8), from: "here")
            #expect(evidence.leaks().isEmpty != isLeak, "\(text)")
        }
    }
}

import Access
import HTTP
import Testing

/// By which names the hub lets itself be called.
@Suite struct HostRuleTests {
    private let policy: AccessPolicy

    init() {
        policy =
            Bench {
                $0.machineName = "pi4"
                $0.allowedHosts = [HostName("cameras.example.org")!]
            }.policy
    }

    private func fault(_ host: String?, _ policy: AccessPolicy? = nil) -> RequestFault? {
        var request = Bench.request()
        request.host = host
        return (policy ?? self.policy).hostFault(of: request)
    }

    @Test(
        "Addresses, localhost, the machine's name alone or with any suffix, *.local and allowed names, with any port",
        arguments: [
            "192.0.2.1", "192.0.2.1:8080", "127.0.0.1:80", "8.8.8.8", "[::1]", "[::1]:8080", "[2001:db8::1]:443",
            "[fe80::1%eth0]:80", "localhost", "LOCALHOST:8080", "localhost.", "pi4", "PI4:8080", "pi4.", "pi4.lan",
            "pi4.fritz.box:8080", "pi4.local", "nas.local", "a.b.local:1", "pi4.local.:8080", "cameras.example.org",
            "Cameras.Example.ORG:443", "cameras.example.org.",
        ])
    func ours(host: String) {
        #expect(fault(host) == nil)
    }

    @Test(
        "Every other name is refused with the key that would allow it",
        arguments: [
            "evil.example", "evil.example:8080", "pi4x", "pi4x.lan", "xpi4.lan", "evil.pi4", "local",
            "local.evil.example",
            "evillocal", "localhost.evil.example", "x.localhost.evil.example", "cameras.example.org.evil.example",
            "x.cameras.example.org", "example.org", "127.0.0.1.evil.example",
        ])
    func strangers(host: String) throws {
        let fault = try #require(self.fault(host))
        #expect(fault.rule == .host && fault.hint.contains("allowedHosts"))
        #expect(fault.reason.contains(host.prefix { $0 != ":" }))
    }

    @Test(
        "What is no host at all is refused",
        arguments: [
            "", ":8080", ".", "..", "a..b", "1.2.3", "2130706433", "0x7f.1", "[::1", "::1", "[127.0.0.1]", "a b", "a,b",
            "localhost:", "localhost:80:80", "localhost:65536", "user@localhost", "localhost/x", "lo\u{0}cal", "pi4:+1",
            "http://localhost", "localhost..",
        ])
    func noHosts(host: String) {
        #expect(fault(host)?.rule == .host)
    }

    @Test("Without a Host there is no browser that could be deceived")
    func absent() {
        #expect(fault(nil) == nil)
    }

    @Test(
        "Of the machine's full name the first part counts, and a name that says nothing counts as none",
        arguments: [
            ("pi4.example.org", "pi4.lan", true), ("pi4.example.org", "example.org", false),
            ("localhost.localdomain", "localhost.evil.example", false), ("localhost", "localhost.evil.example", false),
            ("", ".evil.example", false), ("", "evil.example", false), ("123", "123.evil.example", false),
            ("PI4", "pi4.lan", true),
        ])
    func machineNames(name: String, host: String, isOurs: Bool) {
        #expect((fault(host, Bench { $0.machineName = name }.policy) == nil) == isOurs)
    }
}

import HTTP
import Testing

/// Addresses, ranges and origins as words.
@Suite struct NetworkTests {
    @Test(
        "IPv6 addresses are shown in their shortest form",
        arguments: [
            ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("2001:DB8::0:1", "2001:db8::1"),
            ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("1:0:2:0:3:0:4:0", "1:0:2:0:3:0:4:0"),
            ("0:0:1::", "0:0:1::"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
            ("::1.2.3.4", "::102:304"), ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"), ("0000:0::ffff", "::ffff"),
        ])
    func version6(text: String, shown: String) {
        #expect(IPAddress(text)?.description == shown)
        #expect(IPAddress(shown) == IPAddress(text))
    }

    @Test("IPv4 addresses are shown as they are written", arguments: ["0.0.0.0", "1.2.3.4", "255.255.255.255"])
    func version4(text: String) {
        #expect(IPAddress(text)?.description == text)
    }

    @Test(
        "What is no IP address is refused",
        arguments: [
            "", ":", ":::", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "+1.2.3.4", "1.2.3.4 ", "1..2.3",
            "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "1:2:3:4:5:6:7:8::", "::1:", ":1::", "12345::", "g::",
            "1.2.3.4::", "::1.2.3", "::1.2.3.4:5", "+1::", "1:2:3:4:5:6:7:1.2.3.4", "::\u{FF11}",
        ])
    func noAddresses(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(
        "The other end of a connection is an address without its zone, and IPv4 if it came as that",
        arguments: [
            ("10.0.0.1", "10.0.0.1"), ("::ffff:10.0.0.1", "10.0.0.1"), ("::ffff:7f00:1", "127.0.0.1"),
            ("fe80::1%eth0", "fe80::1"), ("::1", "::1"), ("::fffe:10.0.0.1", "::fffe:a00:1"),
            ("1::ffff:10.0.0.1", "1::ffff:a00:1"), ("%eth0", nil), ("", nil), ("10.0.0.1:80", nil),
        ])
    func peers(text: String, shown: String?) {
        #expect(IPAddress(peer: text)?.description == shown)
    }

    @Test(
        "Loopback is 127.0.0.0/8 and ::1 and nothing else",
        arguments: [
            ("127.0.0.1", true), ("127.255.3.4", true), ("::1", true), ("128.0.0.1", false), ("126.0.0.1", false),
            ("::2", false), ("::", false), ("1::1", false), ("::ffff:127.0.0.1", false),
        ])
    func loopback(text: String, isLoopback: Bool) throws {
        #expect(try #require(IPAddress(text)).isLoopback == isLoopback)
    }

    @Test(
        "A range holds the addresses that begin like it",
        arguments: [
            ("10.0.0.0/8", "10.255.1.2", true), ("10.1.2.3/8", "10.9.9.9", true), ("10.0.0.0/8", "11.0.0.0", false),
            ("10.0.0.7", "10.0.0.7", true), ("10.0.0.7", "10.0.0.8", false), ("0.0.0.0/0", "1.2.3.4", true),
            ("0.0.0.0/0", "::1", false), ("10.0.0.128/25", "10.0.0.127", false), ("10.0.0.128/25", "10.0.0.129", true),
            ("fd00::/8", "fdab::1", true), ("fd00::/8", "fe00::1", false), ("::/0", "::1", true),
            ("2001:db8::/64", "2001:db8::ffff:1", true), ("2001:db8::/64", "2001:db8:0:1::", false),
            ("2001:db8::8/125", "2001:db8::f", true), ("2001:db8::8/125", "2001:db8::10", false), ("::1", "::2", false),
        ])
    func ranges(range: String, address: String, isIn: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(#require(IPAddress(address))) == isIn)
    }

    @Test("A range is shown without what lies beyond its prefix, and a wrong one is refused")
    func rangeWords() {
        #expect(AddressRange("10.1.2.3/8")?.description == "10.0.0.0/8")
        #expect(AddressRange("10.1.2.3/32")?.description == "10.1.2.3")
        #expect(AddressRange("2001:db8::1/32")?.description == "2001:db8::/32")
        for text in ["", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/08", "10.0.0.0/8/8", "::/129"] {
            #expect(AddressRange(text) == nil, "\(text)")
        }
    }

    @Test("Addresses that lead no further than this machine and its cables are told from all others")
    func localAddresses() throws {
        let local = [
            "127.0.0.1", "127.255.0.9", "0.0.0.0", "169.254.169.254", "::1", "::", "fe80::1", "febf::1",
            "::ffff:127.0.0.1", "::ffff:169.254.0.1",
        ]
        let other = [
            "10.0.0.1", "192.168.1.2", "128.0.0.1", "169.253.0.1", "223.255.255.255", "fd00::1", "2001:db8::1",
        ]
        #expect(try local.allSatisfy { try #require(IPAddress($0)).isLocal })
        #expect(try other.allSatisfy { try !#require(IPAddress($0)).isLocal })
    }

    @Test(
        "An origin is brought into the form in which browsers send it",
        arguments: [
            ("https://home.example", "https://home.example"), ("HTTPS://Home.Example:443", "https://home.example"),
            ("http://home.example:80", "http://home.example"), ("http://home.example:443", "http://home.example:443"),
            ("http://10.0.0.7:8123", "http://10.0.0.7:8123"), ("http://[0::1]:1", "http://[::1]:1"), ("*", nil),
            ("null", nil), ("home.example", nil), ("https://home.example/", nil), ("https://home.example/a", nil),
            ("https://", nil), ("ftp://home.example", nil), ("https://u@home.example", nil), ("https://a;b", nil),
            ("https://*.example.org", nil), ("https://a:", nil),
        ])
    func origins(text: String, origin: String?) {
        #expect(Origin(text)?.description == origin)
    }
}

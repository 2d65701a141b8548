import Camera
import Configuration
import HTTP
import Testing

/// What the keys of the whole file mean.
@Suite struct HubKeyTests {
    @Test("A file that says nothing means the defaults", arguments: ["", "# nothing\n", "{}", "null", "---"])
    func nothing(text: String) throws {
        let configuration = try configuration(text)
        #expect(configuration == Configuration())
        #expect(configuration.listen == [.tcp(host: "127.0.0.1", port: 8080)])
        #expect(configuration.limits.connections == 1024)
        #expect(configuration.limits.connectionsPerAddress == 128)
        #expect(configuration.forgetAfter == .seconds(86400))
        #expect(configuration.basePath.description == "/")
    }

    @Test("Addresses are kept in their order, whatever their kind")
    func listen() throws {
        let listen = try configuration(#"listen: [0.0.0.0:80, "[::1]:81", localhost:0, localhost:0, unix:/run/hub]"#)
            .listen
        let expected: [ListenAddress] = [
            .tcp(host: "0.0.0.0", port: 80), .tcp(host: "::1", port: 81), .tcp(host: "localhost", port: 0),
            .tcp(host: "localhost", port: 0), .unix(path: "/run/hub"),
        ]
        #expect(listen == expected)
    }

    @Test("The keys about proxies, names and embedding are lists of words")
    func lists() throws {
        let configuration = try configuration(
            """
            trustedProxies: [127.0.0.1, 10.0.0.0/8, "fd00::/8"]
            allowedHosts:
              - Cameras.Example.org
            allowOrigins: ["https://home.example"]
            frameAncestors: [self, "https://*.example.org"]
            """)
        #expect(configuration.trustedProxies.map(\.description) == ["127.0.0.1", "10.0.0.0/8", "fd00::/8"])
        #expect(configuration.allowedHosts.map(\.description) == ["cameras.example.org"])
        #expect(configuration.allowOrigins.map(\.description) == ["https://home.example"])
        #expect(configuration.frameAncestors.map(\.description) == ["'self'", "https://*.example.org"])
    }

    @Test("Files, limits and the path under a proxy are taken over")
    func others() throws {
        let configuration = try configuration(
            """
            tls: { certificate: /etc/hub.crt, key: /etc/hub.key }
            basePath: /hub
            limits: { connections: 10, connectionsPerAddress: 5 }
            stateDirectory: /var/lib/hub
            """)
        #expect(configuration.tls == TLSFiles(certificate: "/etc/hub.crt", key: "/etc/hub.key"))
        #expect(configuration.basePath.description == "/hub/")
        #expect(configuration.limits.connections == 10)
        #expect(configuration.limits.connectionsPerAddress == 5)
        #expect(configuration.stateDirectory == "/var/lib/hub")
    }

    @Test("The administrator's password is itself or a hash", arguments: ["hunter2", hash, "0123"])
    func password(text: String) throws {
        #expect(try configuration("admin: { password: \(text) }").adminPassword == Secret(text))
        #expect(Secret(text).isHash == text.hasPrefix("$"))
    }

    @Test("No password in the file is none")
    func noPassword() throws {
        #expect(try configuration("admin: {}").adminPassword == nil)
    }

    @Test(
        "A span of time is a number with its unit, or never",
        arguments: [
            ("500ms", .milliseconds(500)), ("10s", .seconds(10)), ("15m", .seconds(900)), ("2h", .seconds(7200)),
            ("7d", .seconds(604_800)), ("0s", .zero), ("999999999d", .seconds(86400 * 999_999_999)), ("never", nil),
        ] as [(String, Duration?)])
    func durations(text: String, duration: Duration?) throws {
        #expect(try configuration("forgetAfter: \(text)").forgetAfter == duration)
    }
}

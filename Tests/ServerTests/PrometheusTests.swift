import FoundationEssentials
import Glibc
import HTTP
import HubTesting
import Posix
import Testing

/// The figures, the alerts and the dashboard of the documents, in a real Prometheus.
@Suite(
    .enabled(if: Prometheus.isThere, "prometheus was not unpacked into .build/tools"), .timeLimit(.minutes(5)))
struct PrometheusTests {
    /// Expressions of docs/grafana.json, each with what Grafana puts in place of its own words.
    private static func dashboard() throws -> [String] {
        let bytes = try RegularFile.contents(of: Document.root + "docs/grafana.json", limit: 1 << 20)
        guard case .list(let panels)? = try JSONValue(bytes)["panels"] else { return [] }
        return panels.flatMap { panel in
            guard case .list(let targets)? = panel["targets"] else { return [String]() }
            return targets.compactMap { target in
                guard case .text(let text)? = target["expr"] else { return nil }
                return text.replacing("$__rate_interval", with: "10s")
            }
        }
    }

    @Test("With the documented files Prometheus reads the hub, judges its cameras, and fills every panel")
    func figures() throws {
        let folder = try TemporaryFolder()
        let text = """
            admin: { password: correct horse }
            cameras: { bars: { test: {}, size: 320x240 }, away: { match: { serial: none } } }

            """
        let file = try folder.write("camhub.yaml", Array(text.utf8))
        let hub = try RunningProgram(["--config", file, "--listen", "127.0.0.1:0"], in: folder)
        let port = try hub.port()
        let viewer = try ByteSocket(port: port)
        let prometheus = try Prometheus(hub: port, password: "correct horse", in: folder)
        var missing = try Self.dashboard() + [#"up{job="camhub"} == 1"#]
        #expect(missing.count > 6)
        let deadline = ContinuousClock.now.advanced(by: .seconds(20))
        while !missing.isEmpty, ContinuousClock.now < deadline {
            #expect(try viewer.ask(.get, "/cam/bars/frame").status == 200)
            missing = try missing.filter { try prometheus.values($0).count == 0 }
            // What is waited for is Prometheus' next look; it tells nobody of it.
            poll(nil, 0, 100)
        }
        #expect(missing.isEmpty, "nothing came of \(missing)")

        let groups = try prometheus.data("rules")["groups"]
        guard case .list(let rules)? = groups?[0]?["rules"] else {
            Issue.record("it has no rules: \(String(describing: groups))")
            return
        }
        #expect(rules.count == 3 && rules.allSatisfy { $0["health"] == "ok" })
        let alerts = try prometheus.data("alerts")["alerts"]
        #expect(alerts?.count == 1)
        #expect(alerts?[0]?["labels"]?["alertname"] == "CameraAway" && alerts?[0]?["labels"]?["camera"] == "away")
    }
}

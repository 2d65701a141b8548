import FoundationEssentials
import Glibc
import HTTP
import HubTesting
import Posix

/// A real Prometheus that reads a hub's figures, with the files that docs/integrations.md tells people to write.
final class Prometheus {
    private let port: UInt16
    private let process: RunningProgram

    private static let path = UnpackedTools.folder + "/usr/bin/prometheus"
    static var isThere: Bool { access(path, X_OK) == 0 }

    /// - Parameter password: the hub's admin's.
    init(hub: UInt16, password: String, in folder: TemporaryFolder) throws {
        let secret = try folder.write("password", Array(password.utf8))
        try folder.write("camhub.rules.yml", Array(Prometheus.block("yaml camhub.rules.yml").utf8))
        let scraping = try Prometheus.block("yaml prometheus.yml")
            .replacing("hub.local:8080", with: "127.0.0.1:\(hub)")
            .replacing("/etc/prometheus/camhub-password", with: secret)
        // Faster than people want it, so that there soon is a rate.
        let text = """
            global: { scrape_interval: 500ms, scrape_timeout: 500ms, evaluation_interval: 500ms }
            rule_files: [camhub.rules.yml]
            \(scraping)

            """
        let file = try folder.write("prometheus.yml", Array(text.utf8))
        port = try FreePort.take()
        process = try RunningProgram(
            [
                "--config.file=\(file)", "--storage.tsdb.path=\(folder.path)/data",
                "--web.listen-address=127.0.0.1:\(port)",
            ], in: folder, program: Prometheus.path)
        _ = try process.logLine(containing: "Server is ready to receive web requests")
    }

    private static func block(_ kind: String) throws -> String {
        guard let block = Document("docs/integrations.md").blocks.first(where: { $0.kind == kind }) else {
            throw RunningProgram.Failure(description: "docs/integrations.md has no block of the kind \(kind)")
        }
        return block.text
    }

    /// What its API answers under `data`.
    func data(_ path: String, query: String? = nil) throws -> JSONValue {
        let target = query.map { "\(path)?query=\(escaped($0))" } ?? path
        let reply = try ByteSocket(port: port).ask(.get, "/api/v1/\(target)", ["Connection": "close"])
        let answer = try JSONValue(reply.bytes)
        guard reply.status == 200, let data = answer["data"] else {
            throw RunningProgram.Failure(description: "\(target): \(answer)")
        }
        return data
    }

    /// The values of an expression, as far as there are any by now.
    func values(_ expression: String) throws -> JSONValue {
        try data("query", query: expression)["result"] ?? .list([])
    }

    private func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = Character(UnicodeScalar(byte)).isASCII && (Character(UnicodeScalar(byte)).isLetter)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

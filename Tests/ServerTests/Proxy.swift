import Glibc
import HubTesting
import Posix

/// A real web server in front of a hub, with the lines that docs/integrations.md tells people to write.
final class Proxy {
    enum Kind: String, CaseIterable, Sendable {
        case nginx, caddy
    }

    /// The lines under a path are those for the whole hub and another block.
    enum Place: Sendable {
        case root, path
    }

    let port: UInt16
    /// Where it speaks TLS.
    let tlsPort: UInt16
    let certificate: TestCertificate
    private let folder: TemporaryFolder
    private let process: RunningProgram

    init(_ kind: Kind, at place: Place = .root, hub: UInt16) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        certificate = try TestCertificate("proxy", in: folder)
        (port, tlsPort) = (try FreePort.take(), try FreePort.take())
        let lines = try kind.lines(at: place).replacing("127.0.0.1:8080", with: "127.0.0.1:\(hub)")
        let setting = Setting(folder: folder.path, port: port, tlsPort: tlsPort, certificate: certificate, lines: lines)
        let file = try folder.write("configuration", Array(kind.configuration(setting).utf8))
        process = try RunningProgram(
            kind.arguments(file: file, folder: folder.path), in: folder, program: kind.program)
        _ = try process.logLine(containing: kind.readyWords)
    }
}

/// What the lines of a document are put into.
struct Setting {
    let folder: String
    let port: UInt16
    let tlsPort: UInt16
    let certificate: TestCertificate
    let lines: String
}

extension Proxy.Kind {
    static var areThere: Bool { allCases.allSatisfy { access($0.program, X_OK) == 0 } }

    fileprivate var program: String {
        switch self {
        case .nginx: UnpackedTools.folder + "/usr/sbin/nginx"
        case .caddy: UnpackedTools.folder + "/usr/bin/caddy"
        }
    }

    /// What it says when its sockets are open.
    fileprivate var readyWords: String {
        switch self {
        case .nginx: "event method"
        case .caddy: "serving initial configuration"
        }
    }

    fileprivate func arguments(file: String, folder: String) -> [String] {
        switch self {
        case .nginx: ["-c", file, "-p", folder]
        case .caddy: ["run", "--config", file, "--adapter", "caddyfile"]
        }
    }

    /// The block of the documentation.
    fileprivate func lines(at place: Proxy.Place) throws -> String {
        let kind = self == .nginx ? "nginx" : "caddyfile"
        let blocks = Document("docs/integrations.md").blocks.filter { $0.kind == kind }.map(\.text)
        guard let first = blocks.first, let last = blocks.last else {
            throw RunningProgram.Failure(description: "docs/integrations.md has no lines for \(self)")
        }
        switch (self, place) {
        case (_, .root): return first
        // The document says it in a sentence.
        case (.nginx, .path): return first.replacing("location / ", with: "location /cams/ ")
        case (.caddy, .path): return last
        }
    }

    fileprivate func configuration(_ setting: Setting) -> String {
        switch self {
        case .nginx: nginx(setting)
        case .caddy: caddy(setting)
        }
    }

    private func nginx(_ setting: Setting) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(setting.folder)/\($0);"
        }
        return """
            daemon off;
            master_process off;
            pid \(setting.folder)/pid;
            error_log stderr notice;
            events { worker_connections 64; }
            http {
                access_log off;
                \(temporary.joined(separator: " "))
                server {
                    listen 127.0.0.1:\(setting.port);
                    listen 127.0.0.1:\(setting.tlsPort) ssl;
                    ssl_certificate \(setting.certificate.file);
                    ssl_certificate_key \(setting.certificate.keyFile);
                    \(setting.lines)
                }
            }

            """
    }

    /// The document's site, once without and once with TLS, on loopback and with a certificate of this test.
    private func caddy(_ setting: Setting) -> String {
        let body = setting.lines.drop { $0 != "{" }.dropFirst()
        return """
            {
                admin off
                auto_https off
                default_sni localhost
                storage file_system \(setting.folder)/caddy
            }
            http://127.0.0.1:\(setting.port), http://localhost:\(setting.port) {
                bind 127.0.0.1
            \(body)
            https://127.0.0.1:\(setting.tlsPort), https://localhost:\(setting.tlsPort) {
                bind 127.0.0.1
                tls \(setting.certificate.file) \(setting.certificate.keyFile)
            \(body)

            """
    }
}

/// Programs of packages that scripts/test has unpacked and not installed.
enum UnpackedTools {
    static let folder = Document.root + ".build/tools"
}

/// A port that nobody has at this moment, for programs that cannot be asked which one they were given.
enum FreePort {
    static func take() throws -> UInt16 {
        let socket = try ListeningSocket(.internet(host: "127.0.0.1", port: 0))
        guard case .internet(_, let port) = socket.endpoint else { throw Errno.invalidArgument }
        return port
    }
}

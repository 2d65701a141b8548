import Glibc
import HubTesting
import Posix

/// A real nginx in front of a hub, with the lines that docs/operating.md tells people to write.
final class Nginx {
    let port: UInt16
    /// Where it speaks TLS.
    let tlsPort: UInt16
    let certificate: TestCertificate
    private let folder: TemporaryFolder
    private let process: RunningProgram

    private static let checkout = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    private static let path = "\(checkout)/.build/tools/usr/sbin/nginx"
    static var isThere: Bool { access(path, X_OK) == 0 }

    init(hub: UInt16) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        certificate = try TestCertificate("proxy", in: folder)
        let (port, tlsPort) = (try Nginx.freePort(), try Nginx.freePort())
        (self.port, self.tlsPort) = (port, tlsPort)
        let location = try Nginx.location().replacing("127.0.0.1:8080", with: "127.0.0.1:\(hub)")
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(folder.path)/\($0);"
        }
        let text = """
            daemon off;
            master_process off;
            pid \(folder.path)/pid;
            error_log stderr notice;
            events { worker_connections 64; }
            http {
                access_log off;
                \(temporary.joined(separator: " "))
                server {
                    listen 127.0.0.1:\(port);
                    listen 127.0.0.1:\(tlsPort) ssl;
                    ssl_certificate \(certificate.file);
                    ssl_certificate_key \(certificate.keyFile);
                    \(location)
                }
            }

            """
        let file = try folder.write("nginx.conf", Array(text.utf8))
        process = try RunningProgram(["-c", file, "-p", folder.path], in: folder, program: Nginx.path)
        // By then its sockets are open.
        _ = try process.logLine(containing: "event method")
    }

    /// The block of the documentation that is about nginx.
    private static func location() throws -> String {
        let bytes = try RegularFile.contents(of: "\(checkout)/docs/operating.md", limit: 1 << 20)
        let text = String(decoding: bytes, as: UTF8.self)
        guard let block = text.firstMatch(of: /```nginx\n((?s:.*?))```/) else {
            throw RunningProgram.Failure(description: "docs/operating.md has no lines for nginx")
        }
        return String(block.output.1)
    }

    /// One that nobody has at this moment; nginx cannot be asked for the one that it was given.
    private static func freePort() throws -> UInt16 {
        let socket = try ListeningSocket(.internet(host: "127.0.0.1", port: 0))
        guard case .internet(_, let port) = socket.endpoint else { throw Errno.invalidArgument }
        return port
    }
}

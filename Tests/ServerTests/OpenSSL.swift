import Glibc
import HTTP
import HubTesting
import Posix

/// Debian's openssl: it makes certificates, and is the client that is no GnuTLS.
enum OpenSSL {
    struct Failure: Error { let arguments: [String] }

    /// Runs it to its end.
    static func run(_ arguments: [String]) throws {
        let process = try start(arguments, stream: nil)
        var status: CInt = 0
        waitpid(process, &status, 0)
        guard status == 0 else { throw Failure(arguments: arguments) }
    }

    /// Starts it; what it reads and writes goes over the stream, what it complains of nowhere.
    static func start(_ arguments: [String], stream: CInt?) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            if let stream, descriptor != STDERR_FILENO {
                posix_spawn_file_actions_adddup2(&actions, stream, descriptor)
            } else {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
            }
        }
        // Without Debian's own rules, which do not let it ask for an old protocol.
        let variables = ["PATH=/usr/bin:/bin", "OPENSSL_CONF=/dev/null"]
        var words: [UnsafeMutablePointer<CChar>?] = (["openssl"] + arguments).map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
        defer { for text in words + environment { free(text) } }
        var process: pid_t = 0
        let failure = posix_spawnp(&process, "openssl", &actions, nil, &words, &environment)
        guard failure == 0 else { throw Errno(rawValue: failure) }
        return process
    }
}

/// A certificate that signs itself, in files of a folder, made for this test.
struct TestCertificate {
    let file: String
    let keyFile: String

    init(_ name: String = "hub", in folder: TemporaryFolder) throws {
        (file, keyFile) = ("\(folder.path)/\(name).crt", "\(folder.path)/\(name).key")
        try OpenSSL.run(
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                "-subj", "/CN=\(name)", "-addext", "basicConstraints=critical,CA:TRUE", "-addext",
                "subjectAltName=DNS:localhost", "-keyout", keyFile, "-out", file,
            ])
    }
}

extension ByteSocket {
    /// What goes through a TLS connection that trusts one certificate and no other.
    ///
    /// - Parameter arguments: more of `openssl s_client`.
    convenience init(port: UInt16, trusting certificate: TestCertificate, _ arguments: [String] = []) throws {
        var ends: [CInt] = [0, 0]
        try valueOrErrno { socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) }
        let near = OwnedDescriptor(adopting: ends[0])
        let far = OwnedDescriptor(adopting: ends[1])
        let process = try OpenSSL.start(
            [
                "s_client", "-quiet", "-connect", "127.0.0.1:\(port)", "-CAfile", certificate.file,
                "-verify_return_error", "-verify_hostname", "localhost",
            ] + arguments, stream: far.rawValue)
        try self.init(adopting: near, peer: RunningClient(process))
    }

    /// The status of an answer; nil if there is no connection to ask over.
    func status() -> Int? { try? ask(.get, "/").status }
}

/// Ended with its last owner.
private final class RunningClient {
    private let process: pid_t

    init(_ process: pid_t) { self.process = process }

    deinit {
        kill(process, SIGKILL)
        var status: CInt = 0
        waitpid(process, &status, 0)
    }
}

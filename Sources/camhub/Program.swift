import Configuration
import Glibc
import MicroHTTPD
import Posix

/// camhub's command line: reads what is wanted, does it, and says by the exit code how it went.
@main
struct Program {
    static let version = "0.1.0"

    /// Not `async`: an asynchronous main hands its thread to Dispatch, which unblocks every signal on it.
    static func main() {
        // Started by the hub itself, for a camera that is a command.
        if CommandLine.arguments.first == CommandGuard.name {
            exit(CommandGuard.run(Array(CommandLine.arguments.dropFirst())))
        }
        let service = ServiceEnvironment.take()
        let signals: SignalSource
        do throws(Errno) {
            // Before anything else makes a thread.
            signals = try SignalSource()
        } catch {
            exit(report(error).rawValue)
        }
        // The program itself: it ends with the process.
        // Of a higher priority, Dispatch asks the kernel to prefer its threads, and complains if that is left to root.
        Task(priority: .utility) { @concurrent in exit(await run(signals, service).rawValue) }
        while true { pause() }
    }

    private static func run(_ signals: SignalSource, _ service: ServiceEnvironment) async -> ExitCode {
        do {
            return try await run(try Command(arguments: Array(CommandLine.arguments.dropFirst())), signals, service)
        } catch {
            return report(error)
        }
    }

    private static func run(
        _ command: Command, _ signals: SignalSource, _ service: ServiceEnvironment
    ) async throws -> ExitCode {
        switch command {
        case .serve(let options):
            return try await serve(options, signals, service)
        case .cameras:
            Log.put(try PluggedIn.text(), on: STDOUT_FILENO)
        case .checkConfiguration(let file):
            let configuration = try Configuration(file: file)
            for notice in configuration.warnings(file: file) {
                Log.say(.warning, notice.line(file: file))
            }
            Log.put("ok\n", on: STDOUT_FILENO)
        case .probe(let options):
            try Probe(options: options, signals: signals).run()
        case .pin(reset: false):
            try SecretPrompt(signals: signals).printHash()
        case .pin(reset: true):
            Log.put(try Setup(ServeOptions()).resetSecrets(), on: STDOUT_FILENO)
        case .help:
            Log.put(Command.usage + "\n", on: STDOUT_FILENO)
        case .version:
            Log.put("camhub \(version)\n", on: STDOUT_FILENO)
        }
        return .success
    }

    /// One line for each thing that went wrong, on standard error.
    private static func report(_ error: any Error) -> ExitCode {
        let code: ExitCode
        switch error {
        case SecretFault.interrupted: code = .failure
        case is UsageFault, is ConfigurationFaults, is SecretFault,
            is CertificateFault:
            code = .usage
        default: code = .failure
        }
        // A configuration's faults begin with the file's name, as editors and compilers want it.
        let prefix = error is ConfigurationFaults ? "" : "camhub: "
        for line in "\(prefix)\(error)".split(separator: "\n") { Log.say(.error, String(line)) }
        return code
    }
}

enum ExitCode: CInt {
    case success = 0
    /// It failed while running.
    case failure = 1
    /// Wrong usage or configuration.
    case usage = 2
}

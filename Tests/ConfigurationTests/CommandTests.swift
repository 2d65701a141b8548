import Camera
import Configuration
import Posix
import Testing

/// Command lines, as people write them and as they mistype them.
@Suite struct CommandTests {
    private func serve(_ change: (inout ServeOptions) -> Void = { _ in }) -> Command {
        var options = ServeOptions()
        change(&options)
        return .serve(options)
    }

    /// What a line asks for, or what is said about it.
    private func reading(_ line: String) -> Result<Command, UsageFault> {
        let words = line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
        return Result { () throws(UsageFault) in try Command(arguments: words) }
    }

    @Test("Without a command the hub serves, by the default configuration")
    func nothingMeansServe() {
        #expect(reading("") == .success(serve()))
        #expect(reading("serve") == .success(serve()))
        #expect(ServeOptions().logLevel == .info)
    }

    @Test(
        "Options stand before or after the command, with a space or an equals sign",
        arguments: [
            "--config a.yaml --listen 0.0.0.0:80 --listen [::1]:81 --demo 4 --log-level debug",
            "serve --config=a.yaml --listen=0.0.0.0:80 --listen=[::1]:81 --demo=4 --log-level=debug",
            "--config=a.yaml --demo 4 serve --listen 0.0.0.0:80 --log-level debug --listen [0:0::1]:81",
        ])
    func optionsOfServe(line: String) {
        let expected = serve { options in
            options.configurationFile = "a.yaml"
            options.listen = [.tcp(host: "0.0.0.0", port: 80), .tcp(host: "::1", port: 81)]
            options.demoCameras = 4
            options.logLevel = .debug
        }
        #expect(reading(line) == .success(expected))
    }

    @Test("Each other command is understood, and help and version end the reading")
    func otherCommands() {
        #expect(reading("cameras") == .success(.cameras))
        #expect(reading("check-config hub.yaml") == .success(.checkConfiguration(file: "hub.yaml")))
        #expect(reading("check-config -- --odd") == .success(.checkConfiguration(file: "--odd")))
        let url = CameraURL("http://u:p@a/b?c")!
        #expect(reading("probe http://u:p@a/b?c") == .success(.probe(ProbeOptions(url: url))))
        let options = ProbeOptions(url: url, save: "a.jpg", isInsecure: true)
        #expect(reading("probe --insecure http://u:p@a/b?c --save a.jpg") == .success(.probe(options)))
        #expect(reading("pin") == .success(.pin(reset: false)))
        #expect(reading("pin --reset") == .success(.pin(reset: true)))
        #expect(reading("--help --nonsense") == .success(.help))
        #expect(reading("cameras -h") == .success(.help))
        #expect(reading("--version") == .success(.version))
    }

    @Test("A port that the system chooses may be asked for twice")
    func twoFreePorts() {
        let any = ListenAddress.tcp(host: "127.0.0.1", port: 0)
        let expected = serve { $0.listen = [any, any] }
        #expect(reading("--listen 127.0.0.1:0 --listen 127.0.0.1:0") == .success(expected))
    }

    @Test("A fault names the option, what is wrong, and what is allowed", arguments: CommandTests.faults)
    func faultsAreNamed(line: String, message: String) {
        #expect(reading(line).error?.description == message)
    }

    private static let address = #"ADDRESS:PORT or unix:PATH, such as "127.0.0.1:8080", "0.0.0.0:8080" or "[::]:8080""#
    private static let options =
        "Options are --config, --listen, --demo, --log-level, --save, --insecure, --reset, --help, --version"

    static let faults = [
        (
            "srve",
            #"there is no command "srve"; did you mean serve? Commands are serve, cameras, check-config, probe, pin"#
        ),
        ("--lisen x", #"there is no option "--lisen"; did you mean --listen? \#(options)"#),
        ("--loglevel=info", #"there is no option "--loglevel"; did you mean --log-level? \#(options)"#),
        ("-v", #"there is no option "-v"; did you mean --save? \#(options)"#),
        ("--listen 8080", #"--listen is "8080"; it has to be \#(address)"#),
        ("--listen=", #"--listen is ""; it has to be \#(address)"#),
        ("--listen :8080", #"--listen is ":8080"; it has to be \#(address)"#),
        ("--listen [::1]:1 --listen [0::1]:1", #"--listen has "[::1]:1" twice; once is allowed"#),
        ("--demo x", #"--demo is "x"; it has to be a whole number from 0 to 64"#),
        ("--demo -1", #"--demo is "-1"; it has to be a whole number from 0 to 64"#),
        ("--demo 65", #"--demo is "65"; it has to be a whole number from 0 to 64"#),
        ("--demo 1 --demo 1", "--demo is given twice; once is allowed"),
        ("--log-level loud", #"--log-level is "loud"; it has to be error, warning, info or debug"#),
        ("--config", "--config has no value; write --config FILE, the name of a file"),
        ("--config --demo 4", "--config has no value; write --config FILE, the name of a file"),
        ("--config ''", #"--config is ""; it has to be the name of a file"#),
        ("check-config", "check-config needs the name of a file: camhub check-config FILE"),
        ("probe", "probe needs the address of a camera: camhub probe URL"),
        ("probe ftp://u:p@a", "the address of probe is malformed; it has to have http:// or https:// and a host"),
        ("check-config a b", "there are too many words after check-config; usage is camhub check-config FILE"),
        ("cameras x", "there are too many words after cameras; usage is camhub cameras"),
        ("cameras --demo 4", "--demo does not go with cameras, only with serve"),
        ("pin --reset=yes", "--reset takes no value"),
        ("serve --reset", "--reset does not go with serve, only with pin"),
        ("pin 1234", "there are too many words after pin; usage is camhub pin [--reset]"),
    ]

    @Test("The usage names every command and option", arguments: ["serve", "cameras", "check-config", "probe", "pin"])
    func usageIsComplete(command: String) {
        #expect(Command.usage.contains("camhub \(command)") || Command.usage.contains("camhub [\(command)]"))
        for option in ["--config", "--listen", "--demo", "--log-level", "--reset", "--help", "--version"] {
            #expect(Command.usage.contains(option))
        }
        #expect(Command.usage.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }
}

extension Result {
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

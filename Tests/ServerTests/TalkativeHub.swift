import FoundationEssentials
import Glibc
import HubTesting
import Posix

/// The built program at its most talkative, asked by many callers; all that it answers is kept.
final class TalkativeHub {
    /// Somebody with something to show, from an address of their own.
    struct Caller {
        let address: String
        let fields: String
    }

    var evidence = Evidence()
    /// How often each was answered.
    private(set) var statuses: [Int: Int] = [:]
    private let folder: TemporaryFolder
    private let program: RunningProgram
    private let port: UInt16
    private let file: String
    private let manager: NotifySocket

    /// - Parameter isService: a service manager has started it, and the journal reads what it says.
    init(configuration: String, isService: Bool) throws {
        folder = try TemporaryFolder()
        manager = try NotifySocket(folder.path + "/notify")
        file = try folder.write("camhub.yaml", Array(configuration.utf8))
        program = try RunningProgram(
            ["--listen", "127.0.0.1:0", "--config", file, "--log-level", "debug"], in: folder,
            environment: [
                "STATE_DIRECTORY": folder.path, "NOTIFY_SOCKET": isService ? manager.name : "",
                "WATCHDOG_USEC": "200000",
            ],
            isLogForJournal: isService)
        port = try program.port()
    }

    // MARK: - What it has made itself

    func generatedPassword() throws -> String { try find(/[0-9a-z]{4}(?:-[0-9a-z]{4}){3}/) }

    func generatedPin() throws -> String { try find(/\b[0-9]{6}\b/) }

    private func find(_ pattern: Regex<Substring>) throws -> String {
        let bytes = try RegularFile.contents(of: "\(folder.path)/secrets.txt", limit: 10_000)
        guard let found = String(decoding: bytes, as: UTF8.self).firstMatch(of: pattern) else {
            throw RunningProgram.Failure(description: "there is no such secret in secrets.txt")
        }
        return String(found.output)
    }

    // MARK: - Who asks

    /// Strangers, programs with Basic, and browsers with cookies; what they show is secret.
    func callers(pins: KeyValuePairs<String, String>, password: String) throws -> [Caller] {
        var callers = [Caller(address: "127.0.0.2", fields: "")]
        let credentials = pins.map { "camhub:\($0.value)" } + ["admin:\(password)", "camhub:\(LeakTests.wrongPin)"]
        for (number, text) in credentials.enumerated() {
            let encoded = Data(text.utf8).base64EncodedString()
            evidence.guardSecret(encoded)
            callers.append(Caller(address: "127.0.1.\(number + 1)", fields: "Authorization: Basic \(encoded)\r\n"))
        }
        for (number, (camera, pin)) in pins.enumerated() {
            let cookies = try logIn(camera, #"{"pin": "\#(pin)"}"#, from: "127.0.2.\(number + 1)")
            callers.append(
                Caller(
                    address: "127.0.2.\(number + 1)", fields: "Cookie: \(cookies.joined(separator: "; "))\r\n"))
        }
        return callers
    }

    /// The cookies that a login brings.
    private func logIn(_ camera: String, _ body: String, from address: String) throws -> [String] {
        let fields = "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
        let caller = Caller(address: address, fields: fields)
        return try ask("POST", "/cam/\(camera)/login", caller, body: body)
    }

    // MARK: - What they ask

    /// Every documented path, by every method and every caller.
    func askEverything(_ callers: [Caller]) throws {
        for path in try Self.documentedPaths() {
            let cameras = path.contains("<id>") ? ["own", "hashed", "open", "bare", "gate", "tool", "nobody"] : [""]
            for camera in cameras {
                let target = path.replacing("<id>", with: camera) + (path.contains("?") ? "&" : "?") + "pin=hush-query"
                for method in ["OPTIONS", "HEAD", "GET", "PATCH", "POST", "DELETE"] {
                    for caller in callers { _ = try ask(method, target, caller) }
                }
            }
        }
    }

    /// Logins that are wrong in every way, and requests that are no requests, all with something secret in them.
    func sayNonsense(_ callers: [Caller]) throws {
        let pin = LeakTests.ownPin
        let json = "Content-Type: application/json\r\n"
        let form = "Content-Type: application/x-www-form-urlencoded\r\n"
        let bodies = [
            (json, #"{"pin": "\#(pin)""#), (json, #"{"pin": \#(pin)}"#), (json, #"{"pni": "\#(pin)"}"#),
            (json, "\(pin)"),
            (json, #"{"pin": "\#(LeakTests.wrongPin)"}"#), (json, #"{"pin": ["\#(pin)"]}"#), (form, "pin=\(pin)"),
            (form, "pin=\(LeakTests.wrongPin)"), (form, "pin=\(pin)%zz"), (form, "\(pin)"), ("", "pin=\(pin)"),
            ("Content-Type: text/\(pin)\r\n", pin), (json + "Origin: http://evil.example\r\n", #"{"pin": "\#(pin)"}"#),
            (form, String(repeating: "pin=\(pin)&", count: 4000)),
        ]
        for (number, (fields, body)) in bodies.enumerated() {
            let length = "Content-Length: \(body.utf8.count)\r\n"
            let caller = Caller(address: "127.0.3.\(number + 1)", fields: fields + length)
            _ = try ask("POST", "/cam/own/login", caller, body: body)
            _ = try ask("POST", "/login?cam=own&pin=\(pin)", caller, body: body)
        }
        for caller in callers {
            let raws = MalformedTests.lines + MalformedTests.fields + MalformedTests.bodies
            for raw in raws where raw.text.contains("Host: x\r\n") {
                try send(raw.text.replacing("Host: x\r\n", with: "Host: 127.0.0.1\r\n\(caller.fields)"), caller)
            }
            for line in [
                "GET http://camhub:\(pin)@127.0.0.1/cam/own/frame HTTP/1.1", "GET /cam/own/frame?\(pin) HTTP/9.9",
                "GET /cam/own/frame?a=\(pin)\u{1} HTTP/1.1", "\(pin) / HTTP/1.1",
            ] { try send("\(line)\r\nHost: 127.0.0.1\r\n\(caller.fields)\r\n", caller) }
            try send("GET /?pin=\(pin) HTTP/1.1\r\nHost: evil.example\r\n\(caller.fields)\r\n", caller)
        }
    }

    /// The admin changes a PIN, and tries to make it something else; what was shown before is good no more.
    func change(password: String) throws {
        let encoded = Data("admin:\(password)".utf8).base64EncodedString()
        for body in [
            #"{"pin": "\#(LeakTests.newPin)"}"#, #"{"pin": "\#(LeakTests.newPin)x"}"#,
            #"{"pin": \#(LeakTests.newPin)}"#,
            #"{"pni": "\#(LeakTests.newPin)"}"#, #"{"pin": "\#(LeakTests.hash)"}"#, #"{"name": "Gate", "fps": 1}"#,
        ] {
            let fields =
                "Authorization: Basic \(encoded)\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n"
            _ = try ask("PATCH", "/cam/own/settings", Caller(address: "127.0.4.1", fields: fields), body: body)
        }
        _ = try logIn("own", #"{"pin": "\#(LeakTests.newPin)"}"#, from: "127.0.4.2")
    }

    func reload(_ configuration: String) throws {
        try folder.write("camhub.yaml", Array(configuration.utf8))
        program.signal(SIGHUP)
        _ = try program.logLine(containing: "reloaded")
    }

    /// With a faulty configuration; `check-config` says the same.
    func failToReload(_ configuration: String) throws {
        try folder.write("camhub.yaml", Array(configuration.utf8))
        program.signal(SIGHUP)
        _ = try program.logLine(containing: "nothing was changed")
        try keep(RunningProgram(["check-config", file], in: folder), "check-config")
    }

    /// Ends it, and keeps what it said all the time and what it has written.
    func end() throws {
        try keep(RunningProgram(["cameras"], in: folder), "cameras")
        try keep(RunningProgram(["pin", LeakTests.ownPin], in: folder), "pin")
        program.signal(SIGTERM)
        try keep(program, "serve")
        while try manager.next(milliseconds: 0) != nil {}
        evidence.add(manager.received.joined().utf8, from: "the words to the service manager")
        let state = try RegularFile.contents(of: "\(folder.path)/state.json", limit: 1 << 20)
        // A PIN that the admin sets as a hash is kept as one.
        evidence.add(
            String(decoding: state, as: UTF8.self).replacing(LeakTests.hash, with: "").utf8, from: "state.json")
    }

    private func keep(_ program: RunningProgram, _ name: String) throws {
        _ = try program.end()
        evidence.add(program.transcript.output, from: "the output of \(name)")
        evidence.add(program.transcript.errors, from: "the log of \(name)")
    }

    // MARK: - On the wire

    /// Sends a request and keeps its answer. Returns the cookies that it hands out: from then on they are secret, too.
    private func ask(_ method: String, _ target: String, _ caller: Caller, body: String = "") throws -> [String] {
        let head = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(caller.fields)\r\n"
        return try send(head + body, caller, isWhole: true)
    }

    /// - Parameter isWhole: what was sent asks for an answer, even if nothing else follows.
    @discardableResult
    private func send(_ request: String, _ caller: Caller, isWhole: Bool = false) throws -> [String] {
        let socket = try ByteSocket(port: port, from: caller.address)
        try socket.send(request)
        if !isWhole { socket.finish() }
        let place = "the answer to \(request.prefix { $0 != "\r\n" })"
        var cookies: [String] = []
        var length: Int?
        while let line = try? socket.readLine(), !line.isEmpty {
            guard line.lowercased().hasPrefix("set-cookie:") else {
                evidence.add(line.utf8, from: place)
                if line.lowercased().hasPrefix("content-length: ") { length = Int(line.dropFirst(16)) }
                if line.hasPrefix("HTTP/1.1 ") {
                    let status = Int(line.dropFirst(9).prefix(3)) ?? 0
                    statuses[status, default: 0] += 1
                    if status == 204 || status == 304 { length = 0 }
                }
                continue
            }
            let pair = line.dropFirst("set-cookie:".count).drop { $0 == " " }.prefix { $0 != ";" }
            let value = pair.drop { $0 != "=" }.dropFirst()
            guard !value.isEmpty else { continue }
            evidence.guardSecret(String(value))
            cookies.append(String(pair))
        }
        // There is none behind a HEAD; of what does not end by itself, as much as comes at once.
        let hasBody = length != 0 && !request.hasPrefix("HEAD")
        if hasBody, let bytes = try? length.map(socket.read) ?? socket.readSome() { evidence.add(bytes, from: place) }
        try program.drain()
        return cookies
    }

    /// Every path in docs/http-api.md, which another test keeps complete.
    private static func documentedPaths() throws -> [String] {
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let bytes = try RegularFile.contents(of: "\(root)/docs/http-api.md", limit: 1 << 20)
        let paths = String(decoding: bytes, as: UTF8.self).matches(of: /(?:GET|PATCH|POST|DELETE) (\/[^`\s]*)`/)
        return Set(paths.map { String($0.output.1) }).union(["/login?cam=own", "/frame?width=10", "/nothing"]).sorted()
    }
}

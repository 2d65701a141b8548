import FoundationEssentials
import Glibc
import HubTesting
import Posix

/// The running virtual machine, asked through its socket as Tests/Guest/README.md describes.
///
/// Each call blocks until the guest has answered.
struct Guest: Sendable {
    /// The port of 127.0.0.1 that leads to the guest's port 8080.
    let port: UInt16
    private let folder: String

    /// Absolute path of the checkout, ending in a slash; the same in the guest.
    static let checkout = String(#filePath.dropLast("Tests/DeviceTests/Support/Guest.swift".count))

    /// Boots it. It ends with this process at the latest, and after an hour whatever happens.
    init() throws {
        let answer = try output(
            of: "'\(Guest.checkout)Tests/Guest/guest' up --life 3600 --parent \(getpid()) --forward 0:8080")
        let values = Dictionary(
            answer.split(separator: "\n").compactMap { line -> (Substring, Substring)? in
                line.firstIndex(of: "=").map { (line[..<$0], line[line.index(after: $0)...]) }
            }, uniquingKeysWith: { _, last in last })
        guard let folder = values["GUEST"], let port = values["PORT"].flatMap({ UInt16($0) }) else {
            throw GuestError("the guest did not come up: \(answer)")
        }
        self.folder = String(folder)
        self.port = port
    }

    /// Ends it and waits until nothing is left.
    func down() { _ = try? conversation().ask("down\n") }

    /// Runs a shell script and returns what it printed. Throws unless its exit code is 0.
    @discardableResult
    func run(_ script: String, seconds: Int = 60) throws -> String {
        let answer = try answer("run \(seconds) \(script.utf8.count)\n\(script)")
        guard answer.code == 0 else {
            throw GuestError("exit code \(answer.code) of: \(script)\n\(answer.text)")
        }
        return answer.text
    }

    /// Starts a job in the background. Begin with `exec`, so that signals reach it.
    func start(_ job: String, _ script: String) throws {
        try demand(answer("start \(job) \(script.utf8.count)\n\(script)"), "start \(job)")
    }

    func signal(_ job: String, _ number: CInt) throws {
        try demand(answer("signal \(job) \(number)\n"), "signal \(job)")
    }

    /// Waits for the end of a job: its exit code. Throws when the time is over.
    @discardableResult
    func wait(for job: String, seconds: Int = 10) throws -> CInt {
        let answer = try answer("wait \(job) \(seconds)\n")
        guard answer.code != 124 else { throw GuestError("\(job) goes on after \(seconds) s\n\(log(of: job))") }
        return answer.code
    }

    /// What a job has written.
    func log(of job: String) -> String { (try? run("cat /run/jobs/\(job).log")) ?? "(no log)" }

    private func demand(_ answer: Answer, _ what: String) throws {
        guard answer.code == 0 else { throw GuestError("\(what): exit code \(answer.code)\n\(answer.text)") }
    }

    private func answer(_ request: String) throws -> Answer {
        let conversation = try conversation()
        return try conversation.ask(request)
    }

    private func conversation() throws -> Conversation { try Conversation("\(folder)/socket") }
}

struct Answer {
    /// Output and errors, as they came.
    var text = ""
    var code: CInt = 0
}

/// One connection to the guest; closing it ends what it runs.
private struct Conversation: ~Copyable {
    private let socket: ByteSocket

    init(_ path: String) throws { socket = try ByteSocket(path: path) }

    func ask(_ request: String) throws -> Answer {
        try socket.send(request)
        var answer = Answer()
        while true {
            let words = try socket.readLine().split(separator: " ")
            guard words.count == 2, let number = Int(words[1]) else { throw GuestError("answered with \(words)") }
            if words[0] == "exit" {
                answer.code = CInt(number)
                return answer
            }
            answer.text += String(decoding: try socket.read(number), as: UTF8.self)
        }
    }
}

struct GuestError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// What a command of this machine prints.
private func output(of command: String) throws -> String {
    guard let pipe = popen(command, "r") else { throw Errno(rawValue: errno) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = fread(&buffer, 1, buffer.count, pipe)
        guard count > 0 else { break }
        text += buffer[..<count]
    }
    guard pclose(pipe) == 0 else { throw GuestError("\(command) failed\n\(String(decoding: text, as: UTF8.self))") }
    return String(decoding: text, as: UTF8.self)
}

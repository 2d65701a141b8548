import Camera
import Hub
import MJPEG
import Posix

/// A running command, the pictures that it writes and the last that it said.
struct CommandStream: ~Copyable {
    /// What one look has brought.
    struct Found {
        var newest: JPEGPicture?
        var count = 0
        var hasBytes = false
    }

    private var command: GuardedCommand
    private var reader = MJPEGReader()
    private var lines: LastLines
    private let ready: Epoll
    private let name: String
    private let id: CameraID
    private var broken: [BrokenCause: Int] = [:]
    private var isOutputOver = false
    private var isSilent = false
    /// When its end is believed without a word from its guard.
    private var deadline: MonotonicTime?

    private static let piece = 64 << 10

    /// Starts the command.
    static func start(
        _ words: [String], id: CameraID, guardProgram: String
    ) throws(CaptureError) -> CommandStream {
        let name = words.first.map { String($0.split(separator: "/").last ?? "") } ?? ""
        do throws(Errno) {
            return try CommandStream(words, name: name, id: id, guardProgram: guardProgram)
        } catch {
            throw CaptureError(.failed, reason: "cannot start a process for \(name): \(error)")
        }
    }

    private init(_ words: [String], name: String, id: CameraID, guardProgram: String) throws(Errno) {
        let command = try GuardedCommand(words, guardProgram: guardProgram)
        let ready = try Epoll()
        try ready.add(command.output.rawValue, tag: 0)
        try ready.add(command.errors, tag: 1)
        self.command = command
        self.ready = ready
        lines = LastLines(hiding: words.dropFirst())
        (self.name, self.id) = (name, id)
    }

    var descriptor: CInt? { ready.rawValue }

    /// Its outputs have ended: it will in a moment.
    var nextDue: MonotonicTime? { isOutputOver && isSilent ? deadline : nil }

    var tally: StreamTally {
        var tally = StreamTally()
        (tally.broken, tally.anomalies) = (broken, reader.anomalies)
        return tally
    }

    /// Reads what is there. Throws when the command has ended and all its pictures have been taken.
    mutating func read(now: MonotonicTime) throws(CaptureError) -> Found {
        readErrors()
        var found = Found()
        // So much at a time that others on this thread, such as a viewer's demand, are not kept waiting.
        for _ in 0..<32 where !isOutputOver {
            guard let count = readOutput() else { break }
            found.hasBytes = true
            if count == 0 {
                isOutputOver = true
                ready.remove(command.output.rawValue)
                reader.finish()
            }
            takePictures(&found)
        }
        if isOutputOver, found.newest == nil { try end(now: now) }
        return found
    }

    /// Bytes read; 0 at the end, nil if there are none at this moment.
    private mutating func readOutput() -> Int? {
        let output = command.output.rawValue
        do throws(Errno) {
            return try reader.feed(upTo: CommandStream.piece) { room throws(Errno) in
                try Descriptor.read(output, into: room)
            }
        } catch {
            return error == .wouldBlock ? nil : 0
        }
    }

    private mutating func takePictures(_ found: inout Found) {
        while let next = reader.next() {
            switch next {
            case .picture(let picture):
                found.newest = picture
                found.count += 1
            case .broken(let fault):
                broken[fault.cause, default: 0] += 1
            }
        }
    }

    private mutating func readErrors() {
        for _ in 0..<32 where !isSilent {
            do throws(Errno) {
                let piece = try Descriptor.read(command.errors, upTo: 4096)
                lines.add(piece)
                isSilent = piece.isEmpty
            } catch {
                guard error != .wouldBlock else { return }
                isSilent = true
            }
            if isSilent { ready.remove(command.errors) }
        }
    }

    /// Throws what became of the command, as soon as that is known.
    private mutating func end(now: MonotonicTime) throws(CaptureError) {
        let deadline = self.deadline ?? now.advanced(by: .seconds(2))
        self.deadline = isSilent ? min(deadline, now.advanced(by: .milliseconds(20))) : deadline
        let outcome: String
        switch command.end() {
        case .exited(0): outcome = "\(name) has ended"
        case .exited(127) where lines.text.hasPrefix("cannot start"): outcome = ""
        case .exited(let code): outcome = "\(name) has ended with status \(code)"
        case .killed(let signal): outcome = "\(name) was ended by signal \(signal)"
        case nil:
            guard now >= deadline else { return }
            outcome = "\(name) has closed its output"
        }
        let reason = [outcome, lines.text].filter { !$0.isEmpty }.joined(separator: ": ")
        throw CaptureError(.failed, reason: reason, hint: "see `exec` of camera \(id) in the configuration")
    }
}

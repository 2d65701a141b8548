import Camera
import Capture
import Glibc
import Hub
import HubTesting
import JPEG
import Posix
import Testing

/// Cameras that are commands: real processes, behind a real guard.
@Suite struct ExecSourceTests {
    private static let picture: [UInt8] = {
        // A picture of one colour, its tables left out; small enough for the command line's `printf`.
        [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
            + [0xFF, 0xC0, 0, 17, 8, 0, 16, 0, 16, 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]
            + [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0, 0x28, 0xA2, 0x8A, 0x00, 0xFF, 0xD9]
    }()

    /// The program beside this test: it is a guard if it is called so.
    private static let guardProgram: String = {
        let folder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return (folder + ["camhub"]).joined(separator: "/")
    }()

    private func open(_ words: [String], settings: CameraSettings = .with()) throws(CaptureError) -> ExecSource {
        try ExecSource(words, id: .id("exec"), settings: settings, now: .now, guardProgram: Self.guardProgram)
    }

    /// Looks whenever the source wants it, until `isEnough`; a test that waits for too long fails by its error.
    private func look<Result>(at source: ExecSource, for isEnough: (Taken) throws -> Result?) throws -> Result {
        let deadline = MonotonicTime.now.advanced(by: .seconds(10))
        while MonotonicTime.now < deadline {
            if let result = try isEnough(try source.take(now: .now, isWatched: true)) { return result }
            var polled = pollfd(fd: source.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
            poll(&polled, 1, source.nextDue == nil ? 100 : 10)
        }
        throw CaptureError(.stalled, reason: "nothing came for ten seconds")
    }

    /// The file with the picture, in a folder that lives as long as the test.
    private func file(in folder: TemporaryFolder, _ count: Int = 1) throws -> String {
        try folder.write("a.mjpeg", Array(repeatElement(Self.picture, count: count).joined()))
    }

    private func isAlive(_ process: pid_t) -> Bool { kill(process, 0) == 0 || errno == EPERM }

    /// Waits, without sleeping for longer than a blink, until all have ended; the time that took.
    private func timeToEnd(of processes: [pid_t]) -> Duration {
        let start = MonotonicTime.now
        while processes.contains(where: isAlive), start.duration(to: .now) < .seconds(5) { poll(nil, 0, 10) }
        return start.duration(to: .now)
    }

    @Test("Pictures on standard output become frames, and then the end is told with the status and the last words")
    func picturesAndEnd() throws {
        let folder = try TemporaryFolder()
        let path = try file(in: folder)
        let source = try open([
            "sh", "-c", "cat \(path); echo first >&2; echo '[tcp @ 0x55aa] no http://me:secret@host/' >&2; exit 3",
        ])
        let frame = try look(at: source) { $0.frame }
        #expect(frame.size == Size(width: 16, height: 16))
        #expect(try frame.bytes.decoded().warning == nil)
        #expect(source.delivery.size == frame.size)
        let error = #expect(throws: CaptureError.self) { try look(at: source) { _ in Bool?.none } }
        #expect(error?.condition.reason == "sh has ended with status 3: first / [tcp no http://…@host/")
        #expect(error?.condition.hint?.contains("`exec` of camera exec") == true)
        #expect(source.tally.anomalies == [.missingTables: 1])
    }

    @Test("A program that is not there is named, with the reason")
    func noSuchProgram() throws {
        let source = try open(["no-such-program-here", "x"])
        let error = #expect(throws: CaptureError.self) { try look(at: source) { _ in Bool?.none } }
        #expect(error?.condition.reason == "cannot start no-such-program-here: No such file or directory")
    }

    @Test("What a command repeats of its arguments is not shown")
    func hiddenArguments() throws {
        let source = try open(["sh", "-c", "echo \"wrong: $0\" >&2; exit 1", "token=4711"])
        let error = #expect(throws: CaptureError.self) { try look(at: source) { _ in Bool?.none } }
        #expect(error?.condition.reason == "sh has ended with status 1: wrong: …")
    }

    @Test("A command that says much and shows nothing does not get stuck")
    func chattyCommand() throws {
        let folder = try TemporaryFolder()
        let path = try file(in: folder)
        let source = try open(["sh", "-c", "head -c 300000 /dev/zero >&2; cat \(path); exec cat"])
        #expect(try look(at: source) { $0.frame }.size.width == 16)
    }

    @Test("Of many pictures at once the newest counts, and the others are told as dropped")
    func newestCounts() throws {
        let folder = try TemporaryFolder()
        let path = try file(in: folder, 200)
        let source = try open(["cat", path])
        var frames = 0
        let error = #expect(throws: CaptureError.self) {
            try look(at: source) { taken in
                frames += taken.frame == nil ? 0 : 1
                return Bool?.none
            }
        }
        #expect(error?.condition.reason == "cat has ended")
        #expect(frames + source.droppedByDevice == 200)
    }

    @Test("The command has no input, no other descriptor and a process group of its own")
    func surroundings() throws {
        let folder = try TemporaryFolder()
        let facts = "\(folder.path)/facts"
        let source = try open(["sh", "-c", "(readlink /proc/$$/fd/0; ls /proc/$$/fd; ps -o pgid= -p $$) > \(facts)"])
        #expect(throws: CaptureError.self) { try look(at: source) { _ in Bool?.none } }
        let lines = String(decoding: try RegularFile.contents(of: facts, limit: 4096), as: UTF8.self)
            .split(separator: "\n").map { $0.filter { $0 != " " } }
        #expect(lines.prefix(4) == ["/dev/null", "0", "1", "2"])
        #expect(pid_t(lines.last ?? "") != getpgrp())
    }

    @Test("It ends with its children within two seconds, though they ignore to be asked, and one has left its group")
    func stubbornChildren() throws {
        let folder = try TemporaryFolder()
        let path = try file(in: folder)
        let script = """
            trap '' TERM HUP INT; sh -c 'trap "" TERM; sleep 1000 & echo $! $$ >> \(folder.path)/pids; wait' &
            setsid sleep 1000 & echo $! $$ >> \(folder.path)/pids; while [ $(wc -l < \(folder.path)/pids) -lt 2 ]; do :; done
            cat \(path); wait
            """
        var source: ExecSource? = try open(["sh", "-c", script])
        _ = try look(at: try #require(source)) { $0.frame }
        let processes = try pids(in: folder)
        #expect(processes.count == 4 && processes.allSatisfy(isAlive))
        source = nil
        #expect(timeToEnd(of: processes) < .seconds(2))
    }

    @Test("When the hub is killed, nothing of a command survives")
    func killedHub() throws {
        let folder = try TemporaryFolder()
        // A shell in the hub's place: it has the other end of the guard's input, and is killed.
        let script = """
            mkfifo \(folder.path)/life; (exec -a camhub-guard \(Self.guardProgram) sh -c 'trap "" TERM; sleep 1000 &
            echo $! $$ > \(folder.path)/pids; echo; wait' < \(folder.path)/life) & exec 3> \(folder.path)/life; wait
            """
        var hub: GuardedCommand? = try GuardedCommand(["bash", "-c", script], guardProgram: Self.guardProgram)
        var polled = pollfd(fd: hub?.output.rawValue ?? -1, events: Int16(POLLIN), revents: 0)
        #expect(poll(&polled, 1, 10_000) == 1)
        let processes = try pids(in: folder)
        #expect(processes.count == 2 && processes.allSatisfy(isAlive))
        hub = nil
        #expect(timeToEnd(of: processes) < .seconds(2))
    }

    @Test("A restart is another process, and the one before has ended")
    func restart() throws {
        let folder = try TemporaryFolder()
        let path = try file(in: folder)
        let source = try open(["sh", "-c", "echo $$ >> \(folder.path)/pids; cat \(path); exec sleep 1000"])
        _ = try look(at: source) { $0.frame }
        let first = try pids(in: folder)
        try source.restart()
        _ = try look(at: source) { $0.frame }
        #expect(try pids(in: folder).count == 2)
        #expect(timeToEnd(of: first) < .seconds(2))
        #expect(source.tally.anomalies == [.missingTables: 2])
    }

    private func pids(in folder: TemporaryFolder) throws -> [pid_t] {
        let text = String(decoding: try RegularFile.contents(of: "\(folder.path)/pids", limit: 4096), as: UTF8.self)
        return text.split { $0 == " " || $0 == "\n" }.compactMap { pid_t($0) }
    }

    @Test(
        "ffmpeg's pictures become frames, of the size that it was told",
        .enabled(if: access("/usr/bin/ffmpeg", X_OK) == 0))
    func ffmpeg() throws {
        let input = "testsrc=size=160x120:rate=30"
        for format in ["mjpeg", "mpjpeg"] {
            let words = [
                "ffmpeg", "-v", "error", "-re", "-f", "lavfi", "-i", input, "-c:v", "mjpeg", "-f", format, "-",
            ]
            let source = try open(words)
            for _ in 0..<5 {
                let frame = try look(at: source) { $0.frame }
                #expect(frame.size == Size(width: 160, height: 120))
                #expect(try frame.bytes.decoded().warning == nil)
            }
            #expect(source.tally == StreamTally())
        }
    }
}

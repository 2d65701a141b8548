import Camera
import FoundationEssentials
import Glibc
import Posix

/// A viewer of one camera: asks for the newest frame again and again, on a thread of its own, and keeps every answer.
final class Poller: Sendable {
    private let loop: PollerLoop

    init(_ id: String, port: UInt16) throws {
        let loop = PollerLoop(path: "/cam/\(id)/frame", news: try EventCounter())
        self.loop = loop
        try Thread(name: "poller") { loop.run(HubClient(port: port)) }.detach()
    }

    deinit { loop.end() }

    /// What it has been answered so far.
    var history: History { loop.history.withLock { $0 } }

    /// Waits until the answers are as wanted. Throws when they are not within so many seconds.
    @discardableResult
    func wait(for what: String, seconds: Double = 10, until isWanted: (History) -> Bool) throws -> History {
        let deadline = MonotonicTime.now.advanced(by: .seconds(seconds))
        while true {
            loop.news.clear()
            if loop.history.withLock({ isWanted($0) }) { return history }
            let remaining = MonotonicTime.now.duration(to: deadline).inSeconds
            guard remaining > 0 else { throw GuestError("not within \(seconds) s: \(what); \(history.summary)") }
            var polled = pollfd(fd: loop.news.rawValue, events: Int16(POLLIN), revents: 0)
            poll(&polled, 1, CInt(remaining * 1000) + 1)
        }
    }

    /// Forgets what it has been answered so far.
    func forget() { loop.history.withLock { $0 = History() } }

    /// Ends it, and returns every answer.
    func finish() -> History {
        loop.end()
        return history
    }
}

private final class PollerLoop: Sendable {
    let history = Locked(History())
    /// Rings at every answer.
    let news: EventCounter
    private let path: String
    private let isEnded = Locked(false)

    init(path: String, news: consuming EventCounter) {
        self.path = path
        self.news = news
    }

    func end() { isEnded.withLock { $0 = true } }

    func run(_ client: HubClient) {
        var tag: String?
        while !isEnded.withLock({ $0 }) {
            do {
                let answer = try client.get(path, ifNoneMatch: tag)
                if answer.status == 200 { tag = answer.fields["etag"] }
                history.withLock { $0.take(answer, at: .now) }
            } catch {
                history.withLock { $0.failures.append("\(error)") }
            }
            news.signal()
            // The pace of a quick viewer; nobody waits for it.
            poll(nil, 0, 6)
        }
    }
}

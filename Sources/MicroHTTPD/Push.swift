import CMicroHTTPD
import Camera
import HTTP
import Posix

/// A body of parts on its way to one client.
///
/// Without TLS the library sends the header and nothing else: the connection is suspended for as long as there are
/// parts, and each goes from where it is straight into the socket. With TLS the library takes them piece by piece, and
/// the connection is suspended only while there is nothing.
@safe final class Push: @unchecked Sendable {  // reason: touched on its worker's thread alone
    private enum Outcome {
        case end
        case broken
    }

    let link: Link
    /// Valid until the body is let go.
    let connection: OpaquePointer
    private let stream: any PartStream
    private unowned let worker: Worker
    private let isDirect: Bool
    private var isOpen = false
    /// Suspended because there is nothing to send; with TLS alone.
    private var isAsleep = false
    private var part: Part?
    /// How much of the part is out.
    private var sent = 0
    private var outcome: Outcome?
    /// When to look though nothing has happened.
    private(set) var due: MonotonicTime?
    /// When a client that is still at the last part is cut off.
    private var end: MonotonicTime?
    private var progress: (sending: SocketFacts.Sending, at: MonotonicTime)?

    /// What a slow client costs the kernel at most is somewhat more than this, in bytes.
    private static let backlog: CInt = 64 * 1024
    /// For the last part, once no more are to follow.
    private static let farewell: Duration = .milliseconds(700)
    /// As much as a record of TLS holds; without TLS the library only asks once, and gets nothing.
    private static let blockSize = (secure: 16 * 1024, direct: 16)

    private init(_ stream: any PartStream, _ link: Link, worker: Worker, connection: OpaquePointer) {
        self.stream = stream
        self.link = link
        self.worker = worker
        isDirect = link.certificate == nil
        unsafe self.connection = unsafe connection
    }

    /// The library response, to be queued once and then destroyed; nil when there is no memory for it.
    static func make(
        _ response: Response, _ stream: any PartStream, _ link: Link, worker: Worker, connection: OpaquePointer
    ) -> OpaquePointer? {
        let push = unsafe Push(stream, link, worker: worker, connection: connection)
        return unsafe StreamingResponse.make(
            response, push, blockSize: push.isDirect ? blockSize.direct : blockSize.secure)
    }

    // MARK: - What happens to it

    /// There may be a newer part, or room for more of this one, or it is time.
    func goOn() {
        guard outcome == nil else { return }
        if isDirect { sendParts() } else { rouse() }
        hurry()
    }

    /// Ends it, whatever is under way.
    func breakOff() {
        // The library finds that out by itself.
        if !isDirect { link.cut() }
        finish(.broken)
    }

    /// Whether the client has taken nothing for so long though there was something.
    func isStuck(now: MonotonicTime, patience: Duration) -> Bool {
        let sending = SocketFacts.sending(link.descriptor)
        guard let before = progress, !sending.isProgress(since: before.sending) else {
            progress = (sending, now)
            return false
        }
        return before.at.duration(to: now) > patience
    }

    /// After the end, who is still at the last part has a moment left for it.
    private func hurry() {
        guard outcome == nil, part != nil, stream.isOver else { return }
        let now = MonotonicTime.now
        let end = self.end ?? now.advanced(by: Push.farewell)
        self.end = end
        wait(until: end)
        if end <= now { breakOff() }
    }

    private func wait(until moment: MonotonicTime?) {
        due = moment
        if let moment { worker.wakeUp(at: moment) }
    }

    // MARK: - Straight into the socket

    private func sendParts() {
        do throws(Errno) {
            while let part = unbegunPart() ?? self.part {
                let count = try unsafe SocketWriter.send(link.descriptor, count: part.pieces.count, from: sent) {
                    unsafe part.pieces[$0].buffer
                }
                if sent == 0 { stream.begin() }
                sent += count
                // The epoll says when there is room again.
                guard sent == part.count else { return }
                self.part = nil
                sent = 0
            }
        } catch .wouldBlock {
            return
        } catch {
            finish(.broken)
        }
    }

    /// What to send from its beginning: not what was the newest before, when there was no room for it.
    private func unbegunPart() -> Part? {
        guard sent == 0 else { return nil }
        part = nil
        switch stream.next() {
        case .part(let new):
            part = new
            wait(until: nil)
        case .later(let time): wait(until: time.map { MonotonicTime.now.advanced(by: $0) })
        case .end: finish(.end)
        }
        return part
    }

    private func finish(_ outcome: Outcome) {
        guard self.outcome == nil else { return }
        self.outcome = outcome
        part = nil
        wait(until: nil)
        worker.unwatch(self)
        if isDirect { unsafe MHD_resume_connection(connection) } else { rouse() }
    }

    // MARK: - Through the library

    private func rouse() {
        guard isAsleep else { return }
        isAsleep = false
        unsafe MHD_resume_connection(connection)
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        if part == nil {
            switch stream.next() {
            case .part(let new):
                part = new
                sent = 0
                wait(until: nil)
                stream.begin()
            case .later(let time):
                isAsleep = true
                wait(until: time.map { MonotonicTime.now.advanced(by: $0) })
                unsafe MHD_suspend_connection(connection)
                return 0
            case .end:
                outcome = .end
                return StreamingResponse.end
            }
        }
        let count = unsafe part?.copy(from: sent, into: buffer) ?? 0
        sent += count
        if sent == part?.count { part = nil }
        return count
    }
}

extension Push: StreamingResponse.Source {
    /// The header is out.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if !isOpen {
            isOpen = true
            SocketWriter.limitBacklog(link.descriptor, bytes: Push.backlog)
            worker.keep(self)
            stream.open { [self] in worker.post(.goOn(self)) }
            if isDirect {
                unsafe MHD_suspend_connection(connection)
                // Not from inside the library's call: it may end at once.
                worker.post(.goOn(self))
                worker.watch(self)
                return 0
            }
        }
        guard let outcome else { return unsafe fill(buffer) }
        return outcome == .end ? StreamingResponse.end : StreamingResponse.failure
    }

    func close() {
        outcome = outcome ?? .broken
        worker.unwatch(self)
        worker.forget(self)
        stream.close()
    }
}

extension Part {
    /// Copies what fits, from `offset` on; says how much.
    fileprivate func copy(from offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var skipped = offset
        var count = 0
        for piece in pieces {
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: piece.buffer.dropFirst(skipped))
            skipped = unsafe max(0, skipped - piece.buffer.count)
            let fitting = unsafe UnsafeRawBufferPointer(rebasing: bytes.prefix(buffer.count - count))
            unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.dropFirst(count)).copyMemory(from: fitting)
            count += fitting.count
        }
        return count
    }
}

import HTTP
import HubTesting
import MicroHTTPD
import Posix

/// Answers by a closure; refuses no head.
struct ClosureHandler: Handler {
    let body: @Sendable (Request) -> Answer

    func refuse(_ head: Request) -> Response? { nil }
    func answer(_ request: Request) -> Answer { body(request) }
}

/// A running server on a free port of 127.0.0.1, stopped with its last owner.
final class RunningServer: Sendable {
    let server: Server
    let port: UInt16
    let lines = LogLines()

    /// - Parameter company: 1, so that few clients come to all threads.
    init(
        _ limits: ConnectionLimits = ConnectionLimits(total: 4096, perAddress: 4096), certificate: Certificate? = nil,
        workerCount: Int = 2, company: Int = 1, handler: any Handler
    ) throws {
        var limits = limits
        limits.company = company
        let socket = try ListeningSocket(.internet(host: "127.0.0.1", port: 0))
        guard case .internet(_, let port) = socket.endpoint else { throw Errno.invalidArgument }
        self.port = port
        server = try Server(
            sockets: [socket], handler: handler, limits: limits, certificate: certificate, workerCount: workerCount,
            log: lines.log())
        try server.start()
    }

    convenience init(
        _ limits: ConnectionLimits = ConnectionLimits(total: 4096, perAddress: 4096),
        certificate: Certificate? = nil, answer: @escaping @Sendable (Request) -> Answer
    ) throws {
        try self.init(limits, certificate: certificate, handler: ClosureHandler(body: answer))
    }

    deinit { server.stop(grace: .zero) }

    func connect() throws -> ByteSocket { try ByteSocket(port: port) }

    func ask(_ target: String, _ fields: KeyValuePairs<String, String> = [:]) throws -> Reply {
        try connect().ask(.get, target, fields)
    }

    func stop(grace: Duration) -> Duration { ContinuousClock().measure { server.stop(grace: grace) } }
}

extension Answer {
    static func text(_ text: String, _ status: Status = .ok) -> Answer {
        .now(Response(status, fields: [Field("Content-Type", "text/plain")], body: .bytes(Array(text.utf8))))
    }
}

/// An answer that the test gives.
final class Promise: PendingAnswer {
    private struct State {
        var completion: (@Sendable (Answer) -> Void)?
        var early: Answer?
        var expirations = 0
    }

    let patience: Duration
    let begun = Latch()
    let expired = Latch()
    private let state = Locked(State())

    init(patience: Duration = .seconds(30), early: Answer? = nil) {
        self.patience = patience
        state.withLock { $0.early = early }
    }

    func begin(_ completion: @escaping @Sendable (Answer) -> Void) {
        let early = state.withLock { state in
            state.completion = completion
            return state.early
        }
        if let early { completion(early) }
        begun.signal()
    }

    func expire() -> Answer {
        state.withLock { $0.expirations += 1 }
        expired.signal()
        return .text("expired", .serviceUnavailable)
    }

    /// As often as the test likes, though once is what the rule says.
    func complete(_ answer: Answer) { state.withLock { $0.completion }?(answer) }

    var expirations: Int { state.withLock { $0.expirations } }
}

/// A body that the test pushes piece by piece.
final class PushedStream: BodyStream {
    private struct State {
        var pending: [UInt8] = []
        var isEnded = false
        var isEndless = false
        var taken = 0
        var wake: (@Sendable () -> Void)?
    }

    let closed = Latch()
    private let state = Locked(State())

    /// - Parameter isEndless: there is always more.
    init(isEndless: Bool = false) { state.withLock { $0.isEndless = isEndless } }

    /// Bytes that the server has taken so far.
    var taken: Int { state.withLock { $0.taken } }

    func push(_ text: String) { change { $0.pending += Array(text.utf8) } }
    func end() { change { $0.isEnded = true } }

    private func change(_ body: (inout State) -> Void) {
        let wake = state.withLock { state in
            body(&state)
            return state.wake.take()
        }
        wake?()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, wake: @escaping @Sendable () -> Void) -> StreamRead {
        state.withLock { state in
            if state.isEndless { state.pending = Array(repeating: 0x2E, count: buffer.count) }
            guard !state.pending.isEmpty else {
                if state.isEnded { return .end }
                state.wake = wake
                return .later
            }
            let count = min(buffer.count, state.pending.count)
            buffer.copyBytes(from: state.pending.prefix(count))
            state.pending.removeFirst(count)
            state.taken += count
            return .bytes(count)
        }
    }

    func close() {
        state.withLock { $0.wake = nil }
        closed.signal()
    }
}

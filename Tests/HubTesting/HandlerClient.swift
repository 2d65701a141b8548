package import HTTP
import Posix

/// What a client got: by a handler directly, or over a socket.
package struct Reply: Sendable {
    package let status: Int
    package let fields: [Field]
    package let bytes: [UInt8]

    package init(status: Int, fields: [Field], bytes: [UInt8]) {
        self.status = status
        self.fields = fields
        self.bytes = bytes
    }

    /// The value of the field, by its name in any case; nil if it is absent.
    package func field(_ name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package var json: JSONValue { get throws { try JSONValue(bytes) } }
}

/// Asks a handler without any server in between.
package struct HandlerClient: Sendable {
    private let handler: any Handler

    package init(_ handler: any Handler) { self.handler = handler }

    /// Asks, and takes what is answered at once or later.
    package func send(
        _ method: Method = .get, _ target: String, _ fields: KeyValuePairs<String, String> = [:],
        body: String = "", from address: String = "192.0.2.7", to own: String = "192.0.2.1"
    ) throws -> Asked {
        let fields = fields.map { Field($0.key, $0.value) }
        return try send(method, target, fields, body: body, from: address, to: own)
    }

    package func send(
        _ method: Method, _ target: String, _ fields: [Field], body: String = "", from address: String = "192.0.2.7",
        to own: String = "192.0.2.1"
    ) throws -> Asked {
        Asked(handler.answer(try request(method, target, fields, body, address, own)))
    }

    /// What the handler says to a head before its body is read.
    package func refuse(_ method: Method, _ target: String, _ fields: [Field] = []) throws -> Response? {
        handler.refuse(try request(method, target, fields, "", "192.0.2.7", "192.0.2.1"))
    }

    private func request(
        _ method: Method, _ target: String, _ fields: [Field], _ body: String, _ address: String, _ own: String
    ) throws -> Request {
        guard let peer = IPAddress(peer: address) else { throw NoAddress(text: address) }
        return Request(
            method: method, target: try RequestTarget(target),
            channel: Channel(peer: .ip(peer), arrivedAt: IPAddress(own)), fields: Fields(list: fields),
            body: Array(body.utf8))
    }

    /// Asks, and waits for the answer.
    package func get(
        _ target: String, _ fields: KeyValuePairs<String, String> = [:], from address: String = "192.0.2.7"
    ) async throws -> Reply {
        try await send(.get, target, fields, from: address).reply
    }

    package struct NoAddress: Error { package let text: String }

    private struct Fields: FieldSource {
        let list: [Field]

        func field(_ name: StaticString) -> String? {
            list.first { $0.name.lowercased() == name.description.lowercased() }?.value
        }

        func forEach(_ body: (_ name: String, _ value: () -> String) -> Void) {
            for field in list { body(field.name) { field.value } }
        }
    }
}

/// A request that was handed in, and its answer when it is there.
package final class Asked: Sendable {
    private struct State {
        var response: Response?
        var isNotModified = false
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// Who will answer later, and may then name somebody else; nil when the answer is there.
        var pending: (any PendingAnswer)?
        var patience: Duration?
    }

    private let state = Locked(State())
    private let heldBack = Locked<Duration?>(nil)

    /// How long a server would hold the answer back; nil: not at all.
    package var delay: Duration? { heldBack.withLock { $0 } }

    init(_ answer: Answer) { take(answer) }

    package var isAnswered: Bool { state.withLock { $0.response != nil } }

    /// How long a server would wait; nil if the answer came at once.
    package var patience: Duration? { state.withLock { $0.patience } }

    /// The answer, once it is there.
    package var reply: Reply {
        get async {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if state.response == nil { state.waiters.append(continuation) }
                    return state.response != nil
                }
                if isThere { continuation.resume() }
            }
            return present
        }
    }

    /// What a server does when the patience is over.
    package func expire() {
        if let pending = state.withLock({ $0.pending }), !isAnswered { take(pending.expire()) }
    }

    /// The body of a stream; nil for other answers.
    package var stream: (any BodyStream)? {
        guard case .stream(let stream) = state.withLock({ $0.response?.body }) else { return nil }
        return stream
    }

    /// The body of a stream of parts; nil for other answers.
    package var parts: (any PartStream)? {
        guard case .parts(let parts) = state.withLock({ $0.response?.body }) else { return nil }
        return parts
    }

    private var present: Reply {
        let (response, isNotModified) = state.withLock { ($0.response, $0.isNotModified) }
        guard let response else { preconditionFailure("there is no answer yet") }
        return isNotModified
            ? Reply(status: 304, fields: response.fields, bytes: [])
            : Reply(status: response.status.rawValue, fields: response.fields, bytes: response.bytes)
    }

    private func take(_ answer: Answer) {
        if case .later(let pending) = answer {
            // A server's clock decides when it is said, and nothing else.
            if pending.isHeldBack {
                heldBack.withLock { $0 = pending.patience }
                take(pending.expire())
                return
            }
            state.withLock { state in
                state.pending = pending
                state.patience = pending.patience
            }
            pending.begin { self.take($0) }
            return
        }
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            // A server drops what comes after the first answer.
            guard state.response == nil else { return [] }
            switch answer {
            case .now(let response): state.response = response
            case .notModified(let response):
                state.response = response
                state.isNotModified = true
            case .later: return []
            }
            defer { state.waiters = [] }
            state.pending = nil
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

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
        from address: String = "192.0.2.7"
    ) throws -> Asked {
        Asked(handler.answer(try request(method, target, fields, address)))
    }

    /// What the handler says to a head before its body is read.
    package func refuse(_ method: Method, _ target: String) throws -> Response? {
        handler.refuse(try request(method, target, [:], "192.0.2.7"))
    }

    private func request(
        _ method: Method, _ target: String, _ fields: KeyValuePairs<String, String>, _ address: String
    ) throws -> Request {
        guard let peer = IPAddress(peer: address) else { throw NoAddress(text: address) }
        return Request(
            method: method, target: try RequestTarget(target),
            channel: Channel(peer: .ip(peer), arrivedAt: IPAddress("192.0.2.1")),
            fields: Fields(list: fields.map { Field($0.key, $0.value) }))
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
    }

    private let state = Locked(State())
    /// Who will answer later; nil if the answer came at once.
    private let pending: (any PendingAnswer)?

    init(_ answer: Answer) {
        guard case .later(let pending) = answer else {
            self.pending = nil
            take(answer)
            return
        }
        self.pending = pending
        pending.begin { self.take($0) }
    }

    package var isAnswered: Bool { state.withLock { $0.response != nil } }

    /// How long a server would wait; nil if the answer came at once.
    package var patience: Duration? { pending?.patience }

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
        if let pending, !isAnswered { take(pending.expire()) }
    }

    /// The body of a stream; nil for other answers.
    package var stream: (any BodyStream)? {
        guard case .stream(let stream) = state.withLock({ $0.response?.body }) else { return nil }
        return stream
    }

    private var present: Reply {
        let (response, isNotModified) = state.withLock { ($0.response, $0.isNotModified) }
        guard let response else { preconditionFailure("there is no answer yet") }
        return isNotModified
            ? Reply(status: 304, fields: response.fields, bytes: [])
            : Reply(status: response.status.rawValue, fields: response.fields, bytes: response.bytes)
    }

    private func take(_ answer: Answer) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            // A server drops what comes after the first answer.
            guard state.response == nil else { return [] }
            switch answer {
            case .now(let response): state.response = response
            case .notModified(let response):
                state.response = response
                state.isNotModified = true
            case .later: preconditionFailure("an answer that came later must not ask for more time")
            }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

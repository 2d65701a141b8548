import CMicroHTTPD
import HTTP
import Posix

extension Worker {
    /// The largest body of a request, in bytes.
    private static let bodyLimit = 64 * 1024

    /// Takes a request one step further. `NO` closes the connection.
    func advance(_ exchange: Exchange, method: String, _ piece: UnsafeRawBufferPointer) -> MHD_Result {
        guard let link = exchange.link else { return begin(exchange, method: method) }
        guard unsafe piece.isEmpty else {
            unsafe exchange.body += piece
            return exchange.body.count > Worker.bodyLimit ? .NO : .YES
        }
        link.phase = .answer
        if let answer = exchange.answer { return send(answer, exchange) }
        return read(exchange, method: method) { request in send(handler.answer(request), exchange) }
    }

    /// A request's head has come. An answer now closes the connection after it, so only what must not go on gets one.
    private func begin(_ exchange: Exchange, method: String) -> MHD_Result {
        guard let context = unsafe hub_socket_context(exchange.connection) else { return .NO }
        let link = unsafe Unmanaged<Link>.fromOpaque(context).takeUnretainedValue()
        exchange.link = link
        link.phase = .answer
        if let refusal = link.refusal { return say(refusal, exchange) }
        let head = unsafe RequestHead(exchange.connection)
        if let lie = head.lie { return say(.badRequest(lie), exchange) }
        guard head.hasBody else { return .YES }
        link.phase = .body(since: .now)
        guard head.announcedBody ?? 0 <= Worker.bodyLimit else { return say(.bodyTooLarge, exchange) }
        return read(exchange, method: method) { request in
            handler.refuse(request).map { send(.now($0), exchange) } ?? .YES
        }
    }

    private func read(_ exchange: Exchange, method: String, then go: (Request) -> MHD_Result) -> MHD_Result {
        guard let channel = exchange.link?.channel else { return .NO }
        do throws(RequestTarget.Refused) {
            let target = try RequestTarget(exchange.target)
            let fields = unsafe ConnectionFields(exchange.connection)
            return go(
                Request(
                    method: Method(rawValue: method), target: target, channel: channel, fields: fields,
                    body: exchange.body))
        } catch {
            return say(.badRequest(error.reason), exchange)
        }
    }

    /// Answers without the handler.
    private func say(_ response: Response, _ exchange: Exchange) -> MHD_Result {
        handler.note(response)
        return send(.now(response), exchange)
    }

    private func send(_ answer: Answer, _ exchange: Exchange) -> MHD_Result {
        switch answer {
        case .now(let response): return queue(response, response.status, exchange)
        case .notModified(let response): return queue(response, .notModified, exchange)
        case .later where isStopping: return queue(.shuttingDown, .serviceUnavailable, exchange)
        case .later(let pending):
            wait(for: pending, exchange)
            return .YES
        }
    }

    private func queue(_ response: Response, _ status: Status, _ exchange: Exchange) -> MHD_Result {
        let code = UInt32(status.rawValue)
        switch response.body {
        case .bytes, .shared:
            guard let form = PreparedResponse.form(of: response) else { return failed(response) }
            return unsafe MHD_queue_response(exchange.connection, code, form.handle)
        case .stream, .parts:
            guard let made = unsafe streaming(response, exchange) else { return failed(response) }
            defer { unsafe MHD_destroy_response(made) }
            return unsafe MHD_queue_response(exchange.connection, code, made)
        }
    }

    /// A library response for this connection alone.
    private func streaming(_ response: Response, _ exchange: Exchange) -> OpaquePointer? {
        let connection = unsafe exchange.connection
        switch (response.body, exchange.link) {
        case (.stream(let stream), _):
            return unsafe Flow.make(response, stream, worker: self, connection: connection)
        case (.parts(let stream), let link?):
            return unsafe Push.make(response, stream, link, worker: self, connection: connection)
        default: return nil
        }
    }

    private func failed(_ response: Response) -> MHD_Result {
        log.error(
            "http", "no memory for an answer, or a field of it cannot be sent: status \(response.status.rawValue)")
        return .NO
    }
}

import CMicroHTTPD
import HTTP
import Posix

extension Worker {
    /// Bytes of a request's body that are read, and thrown away, so that the connection can go on afterwards.
    private static let bodyLimit = 64 * 1024

    /// Takes a request one step further. `NO` closes the connection.
    func advance(_ exchange: Exchange, method: String, bodySize: UnsafeMutablePointer<Int>) -> MHD_Result {
        guard exchange.isHeadSeen else {
            // An answer now would close the connection after it: the request is answered at its end.
            exchange.isHeadSeen = true
            return .YES
        }
        if unsafe bodySize.pointee > 0 {
            unsafe exchange.bodySize += bodySize.pointee
            unsafe bodySize.pointee = 0
            return exchange.bodySize > Worker.bodyLimit ? .NO : .YES
        }
        if let answer = exchange.answer { return send(answer, exchange) }
        return send(answer(to: exchange, method: method), exchange)
    }

    private func answer(to exchange: Exchange, method: String) -> Answer {
        guard
            let link = unsafe hub_socket_context(exchange.connection).map({ context in
                unsafe Unmanaged<Link>.fromOpaque(context).takeUnretainedValue()
            }), !link.isRefused
        else { return .now(.tooManyConnections) }
        do throws(RequestTarget.Refused) {
            let target = try RequestTarget(exchange.target)
            let fields = unsafe ConnectionFields(exchange.connection)
            return handler.answer(
                Request(method: Method(rawValue: method), target: target, peer: link.peer, fields: fields))
        } catch {
            return .now(.badRequest(error.reason))
        }
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
        if case .stream(let stream) = response.body {
            guard
                let made = unsafe StreamingResponse.make(
                    response, stream, worker: self, connection: exchange.connection)
            else { return failed(response) }
            defer { unsafe MHD_destroy_response(made) }
            return unsafe MHD_queue_response(exchange.connection, code, made)
        }
        guard let form = PreparedResponse.form(of: response) else { return failed(response) }
        return unsafe MHD_queue_response(exchange.connection, code, form.handle)
    }

    private func failed(_ response: Response) -> MHD_Result {
        log.error(
            "http", "no memory for an answer, or a field of it cannot be sent: status \(response.status.rawValue)")
        return .NO
    }
}

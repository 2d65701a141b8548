package import HTTP

extension ByteSocket {
    /// What came is no HTTP.
    package struct NoReply: Error { package let line: String }

    /// Sends a request without a body and reads its answer.
    package func ask(
        _ method: Method = .get, _ target: String, _ fields: KeyValuePairs<String, String> = [:]
    ) throws -> Reply {
        try send(ByteSocket.head(method, target, fields))
        return try readReply(to: method)
    }

    /// The bytes of a request's head.
    package static func head(
        _ method: Method = .get, _ target: String, _ fields: KeyValuePairs<String, String> = [:]
    ) -> String {
        let lines = fields.map { "\($0.key): \($0.value)\r\n" }.joined()
        return "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(lines)\r\n"
    }

    /// The status and the fields of an answer.
    package func readHead() throws -> Reply {
        let line = try readLine()
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            throw NoReply(line: line)
        }
        var fields: [Field] = []
        while true {
            let line = try readLine()
            guard !line.isEmpty else { return Reply(status: status, fields: fields, bytes: []) }
            guard let colon = line.firstIndex(of: ":") else { throw NoReply(line: line) }
            fields.append(Field(String(line[..<colon]), String(line[line.index(after: colon)...].dropFirst())))
        }
    }

    /// A whole answer: its body by its length, or to the connection's end.
    package func readReply(to method: Method = .get) throws -> Reply {
        let head = try readHead()
        guard method != .head, head.status != 304, head.status != 204 else { return head }
        var bytes: [UInt8] = []
        if let length = head.field("Content-Length").flatMap({ Int($0) }) {
            bytes = try read(length)
        } else {
            while let more = try readSome() { bytes += more }
        }
        return Reply(status: head.status, fields: head.fields, bytes: bytes)
    }

    /// Whether the other end has closed the connection, after all that was sent before was read.
    package func isClosed() throws -> Bool { try readSome() == nil }
}

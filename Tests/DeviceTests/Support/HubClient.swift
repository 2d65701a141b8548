import FoundationEssentials
import HubTesting
import Posix

/// Asks the hub in the guest over one connection that is kept. For one thread.
final class HubClient {
    private let port: UInt16
    private var socket: ByteSocket?

    init(port: UInt16) { self.port = port }

    /// What the hub answered.
    struct Answer {
        var status: Int
        /// By lower-case names.
        var fields: [String: String]
        var body: [UInt8]
    }

    /// Throws when the hub cannot be reached, or ends the connection before it has answered.
    func get(_ path: String, ifNoneMatch tag: String? = nil) throws -> Answer {
        try ask("GET", path, tag.map { "If-None-Match: \($0)\r\n" } ?? "")
    }

    /// Changes something as the admin, whose password is that of `Hub.administered`.
    func patch(_ path: String, _ json: String) throws -> Answer {
        let credentials = Data("admin:\(Hub.password)".utf8).base64EncodedString()
        return try ask(
            "PATCH", path,
            "Authorization: Basic \(credentials)\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(json.utf8.count)\r\n", json)
    }

    private func ask(_ method: String, _ path: String, _ fields: String, _ body: String = "") throws -> Answer {
        let socket = try self.socket ?? ByteSocket(port: port)
        self.socket = nil
        try socket.send("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\(body)")
        let answer = try HubClient.readAnswer(from: socket)
        if answer.fields["connection"]?.lowercased() != "close" { self.socket = socket }
        return answer
    }

    private static func readAnswer(from socket: ByteSocket) throws -> Answer {
        let words = try socket.readLine().split(separator: " ", maxSplits: 2)
        guard words.count >= 2, let status = Int(words[1]) else { throw GuestError("answered with \(words)") }
        var answer = Answer(status: status, fields: [:], body: [])
        while true {
            let line = try socket.readLine()
            guard let colon = line.firstIndex(of: ":") else { break }
            answer.fields[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].dropFirst())
        }
        let length = answer.fields["content-length"].flatMap { Int($0) } ?? 0
        if status != 304 { answer.body = try socket.read(length) }
        return answer
    }

    private func json<Value: Decodable>(_ path: String) throws -> Value {
        let answer = try get(path)
        guard answer.status == 200 else { throw GuestError("\(path): \(answer.status)") }
        return try JSONDecoder().decode(Value.self, from: Data(answer.body))
    }

    func cameras() throws -> [CameraReport] { try (json("/cameras") as [String: [CameraReport]])["cameras"] ?? [] }

    func controls(of id: String) throws -> [ControlReport] { try json("/cam/\(id)/controls") }

    func status(of id: String) throws -> CameraStatus { try json("/cam/\(id)/status") }
}

/// One camera in `/cameras`.
struct CameraReport: Decodable {
    struct Device: Decodable {
        var path: String
        var bus: String?
        var serial: String?
    }

    var id: String
    var state: String
    var reason: String?
    var hint: String?
    var format: String?
    var device: Device?
}

/// `/cam/<id>/status`, as far as it is looked at here.
struct CameraStatus: Decodable {
    struct Frames: Decodable {
        var captured: Int
        var dropped: Int
        var broken: [String: Int]
    }

    var state: String
    var reason: String?
    var hint: String?
    var width: Int?
    var height: Int?
    var format: String?
    var frames: Frames
}

/// One control in `/cam/<id>/controls`.
struct ControlReport: Decodable {
    struct Choice: Decodable {
        var value: Int
        var name: String
    }

    /// A number; of a flag 0 or 1.
    struct Value: Decodable, Equatable, ExpressibleByIntegerLiteral {
        var number: Int

        init(integerLiteral number: Int) { self.number = number }

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            number = try (try? value.decode(Bool.self)).map { $0 ? 1 : 0 } ?? value.decode(Int.self)
        }
    }

    var name: String
    var id: UInt32
    var type: String
    var min: Int
    var max: Int
    var step: Int
    var `default`: Value?
    var value: Value?
    var menu: [Choice]?
    var flags: [String]
}

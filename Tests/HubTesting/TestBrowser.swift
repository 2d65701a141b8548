package import HTTP
import Posix

/// A browser, as far as cookies go, or a program with a PIN; in the network, unless it is said to be elsewhere.
package final class TestBrowser: Sendable {
    private let client: HandlerClient
    private let address: String
    private let own: String
    private let cookies = Locked<[String: String]>([:])

    package init(_ hub: TestHub, from address: String = "192.0.2.7", to own: String = "192.0.2.1") {
        client = hub.client
        self.address = address
        self.own = own
    }

    /// The same browser's cookies in somebody else's hands.
    package func stolen(by address: String = "192.0.2.66", _ hub: TestHub) -> TestBrowser {
        let thief = TestBrowser(hub, from: address)
        let copy = cookies.withLock { $0 }
        thief.cookies.withLock { $0 = copy }
        return thief
    }

    package var hasCookies: Bool { cookies.withLock { !$0.isEmpty } }

    /// Asks, and keeps the cookies that the answer sets.
    @discardableResult
    package func send(
        _ method: Method = .get, _ target: String, _ fields: KeyValuePairs<String, String> = [:], body: String = ""
    ) async throws -> Reply {
        let reply = try await ask(method, target, fields, body: body).reply
        for field in reply.fields where field.name == "Set-Cookie" {
            let words = field.value.split(separator: "; ")
            let pair = words[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let isOver = words.contains("Max-Age=0")
            cookies.withLock { $0[String(pair[0])] = isOver ? nil : String(pair[1]) }
        }
        return reply
    }

    /// Asks, and does not wait for the answer.
    package func ask(
        _ method: Method = .get, _ target: String, _ fields: KeyValuePairs<String, String> = [:], body: String = ""
    ) throws -> Asked {
        var all = fields.map { Field($0.key, $0.value) }
        let jar = cookies.withLock { $0.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ") }
        if !jar.isEmpty { all.append(Field("Cookie", jar)) }
        return try client.send(method, target, all, body: body, from: address, to: own)
    }

    /// Sends a change, as the pages' scripts do.
    @discardableResult
    package func change(_ method: Method, _ target: String, _ json: String = "{}") async throws -> Reply {
        try await send(method, target, ["Content-Type": "application/json", "X-Requested-With": "camhub"], body: json)
    }

    @discardableResult
    package func logIn(_ pin: String, to camera: String) async throws -> Reply {
        try await change(.post, "/cam/\(camera)/login", #"{"pin": "\#(pin)"}"#)
    }

    package func status(of target: String) async throws -> Int { try await send(.get, target).status }
}

extension String {
    /// What stands in an Authorization field.
    package static func basic(_ user: String, _ password: String) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var bytes = Array("\(user):\(password)".utf8)
        let padding = (3 - bytes.count % 3) % 3
        bytes += Array(repeating: 0, count: padding)
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let bits = Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
            for shift in [18, 12, 6, 0] { text.append(alphabet[bits >> shift & 63]) }
        }
        return "Basic " + text.dropLast(padding) + String(repeating: "=", count: padding)
    }
}

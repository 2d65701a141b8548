import Glibc
import HTTP
import HubTesting
import Testing

/// One built program as the network camera of another.
@Suite(.timeLimit(.minutes(10))) struct NetworkProgramTests {
    private static let secret = "24681357"

    private func far(port: UInt16 = 0, in folder: TemporaryFolder) throws -> RunningProgram {
        let text = "cameras: { drawn: { test: {}, pin: \(Self.secret), size: 160x120, fps: 30 } }"
        let file = try folder.write("camhub.yaml", Array(text.utf8))
        return try RunningProgram(["--listen", "127.0.0.1:\(port)", "--config", file], in: folder)
    }

    /// A hub with one camera, open to all.
    /// - Parameter keys: More of them for the camera.
    private func near(_ url: String, port: UInt16 = 0, _ keys: String = "") throws -> RunningProgram {
        let folder = try TemporaryFolder()
        let text = "defaults: { pin: null }\ncameras: { gate: { url: \"\(url)\", \(keys) } }"
        let file = try folder.write("camhub.yaml", Array(text.utf8))
        return try RunningProgram(["--listen", "127.0.0.1:\(port)", "--config", file], in: folder)
    }

    /// Asks for the camera's status until it is like this, for some seconds at most; a viewer asks for pictures meanwhile.
    private func wait(_ client: ByteSocket, for isRight: (JSONValue) -> Bool) throws -> JSONValue {
        let deadline = ContinuousClock.now.advanced(by: .seconds(15))
        while true {
            _ = try client.ask(.get, "/cam/gate/frame")
            poll(nil, 0, 10)
            let status = try JSONValue(client.ask(.get, "/cam/gate/status").bytes)
            if isRight(status) { return status }
            try #require(ContinuousClock.now < deadline, "it never was so: \(status)")
        }
    }

    @Test("Another hub's camera is shown with its PIN, is offline when that hub is killed, and comes back with it")
    func anotherHub() throws {
        let folder = try TemporaryFolder()
        var other: RunningProgram? = try far(in: folder)
        let port = try #require(other).port()
        let hub = try near("http://camhub:\(Self.secret)@127.0.0.1:\(port)/cam/drawn/stream")
        let client = try ByteSocket(port: hub.port())
        let reply = try client.ask(.get, "/cam/gate/frame")
        #expect(reply.status == 200 && reply.field("X-Frame-Width") == "160")
        other = nil
        let gone = try wait(client) { $0["state"] == .text("offline") }
        #expect(gone["reason"] == .text("127.0.0.1:\(port) cannot be reached: Connection refused"))
        let again = try far(port: port, in: folder)
        _ = try withExtendedLifetime(again) { try wait(client) { $0["state"] == .text("streaming") } }
        hub.signal(SIGTERM)
        let said = try hub.end()
        #expect(!(said.output + said.errors).contains(Self.secret))
    }

    @Test("An untrusted certificate is refused, with what to write; the camera is shown with that one pinned, or any")
    func certificates() throws {
        let folder = try TemporaryFolder()
        let made = try TestCertificate(in: folder)
        let text = """
            tls: { certificate: \(made.file), key: \(made.keyFile) }
            cameras: { drawn: { test: {}, size: 160x120 } }
            """
        let file = try folder.write("camhub.yaml", Array(text.utf8))
        let other = try RunningProgram(["--listen", "127.0.0.1:0", "--config", file], in: folder)
        let url = try "https://127.0.0.1:\(other.port(scheme: "https"))/cam/drawn/stream"
        let digest = try state(of: url, "", "failed", "is not trusted by this machine")
        try state(of: url, "pinnedCertificate: \"\(digest)\"", "streaming")
        try state(of: url, "insecure: true", "streaming")
        let wrong = String(digest.reversed())
        #expect(try state(of: url, "pinnedCertificate: \"\(wrong)\"", "failed", "shows another certificate") == digest)
    }

    /// Waits until the camera at this address, with more keys, is in a state. Returns what its hint has in quotes.
    @discardableResult
    private func state(of url: String, _ keys: String, _ state: String, _ reason: String = "") throws -> String {
        let hub = try near(url, keys)
        let status = try wait(ByteSocket(port: hub.port())) { $0["state"] == .text(state) }
        if case .text(let text)? = status["reason"] { #expect(text.contains(reason)) }
        guard case .text(let hint)? = status["hint"] else { return "" }
        return hint.split(separator: "\"").dropFirst().first.map(String.init) ?? ""
    }

    @Test("A hub that is pointed at itself says so")
    func itself() throws {
        // A port that is free at this moment.
        let port = try ScriptedServer.start { _ in }.port
        let hub = try near("http://127.0.0.1:\(port)/cam/gate/stream?x=\(Self.secret)", port: port)
        let client = try ByteSocket(port: hub.port())
        let status = try wait(client) { $0["state"] == .text("failed") }
        #expect(status["reason"] == .text("http://127.0.0.1:\(port)/cam/gate/stream leads to this hub itself"))
    }
}

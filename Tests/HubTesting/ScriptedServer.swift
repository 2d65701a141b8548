package import Camera
import Glibc
import Posix

/// A web server that says what a test wants it to say. Each of its connections has a thread of its own.
package final class ScriptedServer: Sendable {
    /// One connection, seen from the server.
    package final class Visit {
        private let socket: ByteSocket
        private let server: ScriptedServer
        /// Counts connections from 0.
        package let number: Int

        fileprivate init(_ socket: ByteSocket, _ server: ScriptedServer, number: Int) {
            (self.socket, self.server, self.number) = (socket, server, number)
        }

        /// Reads the head of the next request: its lines. Throws when the client has gone.
        @discardableResult
        package func request() throws -> [String] {
            var lines: [String] = []
            while true {
                let line = try socket.readLine()
                if line.isEmpty { break }
                lines.append(line)
            }
            server.state.withLock { $0.requests.append(lines) }
            return lines
        }

        package func send(_ text: String) throws { try socket.send(text) }
        package func send(_ bytes: [UInt8]) throws { try socket.send(bytes) }

        /// Says nothing more and waits until the client has gone, some seconds at most.
        package func hold() { while let some = try? socket.readSome(), !some.isEmpty {} }
    }

    private struct State {
        var requests: [[String]] = []
        var connectedAt: [MonotonicTime] = []
    }

    package let port: UInt16
    private let state = Locked(State())
    private let listener: ListeningSocket
    private let bell: EventCounter
    private let script: @Sendable (Visit) throws -> Void

    /// Listens until nobody has it any more.
    /// - Parameter script: Plays one connection, which is closed when it returns or throws.
    package static func start(
        host: String = "127.0.0.1", port: UInt16 = 0, _ script: @escaping @Sendable (Visit) throws -> Void
    ) throws -> Running {
        try Running(ScriptedServer(host, port, script))
    }

    /// Ends its server with its last owner.
    package final class Running: Sendable {
        private let server: ScriptedServer

        fileprivate init(_ server: ScriptedServer) throws {
            self.server = server
            try Thread(name: "scripted") { server.listen() }.detach()
        }

        deinit { server.bell.signal() }

        package var port: UInt16 { server.port }
        /// The heads of all requests so far.
        package var requests: [[String]] { server.state.withLock { $0.requests } }
        package var connectedAt: [MonotonicTime] { server.state.withLock { $0.connectedAt } }
    }

    private init(_ host: String, _ port: UInt16, _ script: @escaping @Sendable (Visit) throws -> Void) throws {
        listener = try ListeningSocket(.internet(host: host, port: port))
        bell = try EventCounter()
        self.script = script
        guard case .internet(_, let port) = listener.endpoint else { throw Errno.invalidArgument }
        self.port = port
    }

    private func listen() {
        while true {
            var waiting = [
                pollfd(fd: bell.rawValue, events: Int16(POLLIN), revents: 0),
                pollfd(fd: listener.rawValue, events: Int16(POLLIN), revents: 0),
            ]
            poll(&waiting, 2, -1)
            guard waiting[0].revents == 0 else { return }
            // An error of one client is none of the others'.
            try? serve()
        }
    }

    private func serve() throws {
        guard let client = try listener.accept() else { return }
        let descriptor = client.release()
        // What was accepted does not wait; what is played here does.
        _ = fcntl(descriptor, F_SETFL, 0)
        let number = state.withLock { state in
            state.connectedAt.append(.now)
            return state.connectedAt.count - 1
        }
        try Thread(name: "visit") { [self] in
            let owned = OwnedDescriptor(adopting: descriptor)
            guard let socket = try? ByteSocket(adopting: owned, peer: self) else { return }
            // A client that goes when it likes is what many tests are about.
            try? script(Visit(socket, self, number: number))
        }.detach()
    }
}

import Camera
import HTTP
import Hub
import HubTesting
import MicroHTTPD
import Posix
import Testing

/// The hub's streams and waits over sockets, with a camera that the test plays.
@Suite(.timeLimit(.minutes(10))) struct HubStreamTests {
    /// A client that has read the header and the opening, and the source behind it.
    private func watch(_ hub: TestHub, _ server: RunningServer) async throws -> (ByteSocket, ScriptedSource) {
        let client = try ByteSocket(port: server.port, receiveBuffer: 4096)
        try client.send(ByteSocket.head(.get, "/cam/demo/stream"))
        #expect(try client.readHead().field("Content-Type") == "multipart/x-mixed-replace;boundary=camhubframe")
        #expect(try client.readLine() == "--camhubframe")
        let id = try #require(CameraID("demo"))
        await hub.time.until { hub.opener.source(id)?.isOpen == true }
        return (client, try #require(hub.opener.source(id)))
    }

    /// Reads one part, to the boundary that ends it.
    private func picture(_ client: ByteSocket) throws -> [UInt8] {
        try rest(of: beginning(client), client)
    }

    /// Reads a part's head: how many bytes follow.
    private func beginning(_ client: ByteSocket) throws -> Int {
        #expect(try client.readLine() == "Content-Type: image/jpeg")
        let length = try client.readLine().split(separator: " ")
        #expect(length[0] == "Content-Length:")
        #expect(try client.readLine().hasPrefix("X-Timestamp: "))
        #expect(try client.readLine() == "")
        return try #require(Int(length[1]))
    }

    private func rest(of length: Int, _ client: ByteSocket) throws -> [UInt8] {
        let bytes = try client.read(length)
        #expect(try client.readLine() == "")
        #expect(try client.readLine() == "--camhubframe")
        return bytes
    }

    @Test("Each picture can be read to the boundary after it as soon as it is published")
    func pictures() async throws {
        try await withServer { hub, server in
            let (client, source) = try await watch(hub, server)
            for number in UInt8(1)...50 {
                let bytes = Array(repeating: number, count: Int(number) * 3000)
                source.push(.frame(bytes: bytes))
                #expect(try picture(client) == bytes)
            }
        }
    }

    @Test("A client that stands still gets the newest picture when it goes on, and others get all of them meanwhile")
    func slowClients() async throws {
        try await withServer { hub, server in
            let (slow, source) = try await watch(hub, server)
            let (quick, _) = try await watch(hub, server)
            for number in UInt8(1)...40 {
                source.push(.frame(bytes: Array(repeating: number, count: 400_000)))
                #expect(try picture(quick)[0] == number)
            }
            #expect(try picture(slow)[0] == 1)
            #expect(try picture(slow)[0] == 40)
        }
    }

    @Test("A client that reads a little now and then costs no more than a picture and what the kernel keeps: 256 KB")
    func crawlingClients() async throws {
        try await withServer { hub, server in
            let (slow, source) = try await watch(hub, server)
            let (quick, _) = try await watch(hub, server)
            let port = try slow.localPort
            var read: [UInt8] = []
            for number in UInt8(1)...90 {
                source.push(.frame(bytes: Array(repeating: number, count: 100_000)))
                #expect(try picture(quick)[0] == number)
                // As if there were thirty pictures a second, and it read a kilobyte.
                if number % 30 == 0 { read += try slow.read(1024) }
                // The picture is its own, once it is no longer the newest.
                #expect(try #require(KernelMemory.queued(to: port)) + 100_000 < 256_000)
            }
            let text = "Content-Type: image/jpeg\r\nContent-Length: 100000\r\n"
            // It is still at its first, which on a busy machine need not be the first of all, and then gets the newest.
            #expect(read.starts(with: Array(text.utf8)) && Set(read.suffix(2000)).count == 1)
            while try slow.readLine() != "--camhubframe" {}
            #expect(try picture(slow)[0] == 90)
        }
    }

    @Test("It ends after a whole picture when the camera leaves the configuration, and when the hub stops")
    func endings() async throws {
        for isRemoved in [false, true] {
            try await withServer { hub, server in
                let (client, source) = try await watch(hub, server)
                source.push(.frame(bytes: Array(repeating: 1, count: 300_000)))
                let length = try beginning(client)
                if isRemoved { await hub.follow(HubConfiguration()) } else { hub.inventory.close() }
                #expect(try rest(of: length, client).count == 300_000)
                #expect(try client.isClosed())
            }
        }
    }

    @Test("A thousand requests that wait for the next frame are answered by it")
    func waits() async throws {
        try await withServer { hub, server in
            let (watching, source) = try await watch(hub, server)
            source.push(.frame(bytes: [1]))
            #expect(try picture(watching) == [1])
            let clients = try (0..<1000).map { _ in try server.connect() }
            for round in 1...3 {
                for client in clients {
                    try client.send(ByteSocket.head(.get, "/cam/demo/frame?after=\(round)&wait=10000"))
                }
                // One that is answered at once comes after all of them on the same threads.
                for _ in 0..<4 { #expect(try server.ask("/status").status == 200) }
                source.push(.frame(bytes: [UInt8(round + 1)]))
                for client in clients {
                    let reply = try client.readReply()
                    #expect(reply.status == 200 && reply.bytes == [UInt8(round + 1)])
                }
            }
            #expect(try clients[0].ask(.get, "/cam/demo/frame?after=4&wait=20").status == 304)
        }
    }
}

import Camera
import Hub
import HubTesting
import Testing

/// Runs a test with a hub of one camera, `demo`, and a server for it.
func withServer(_ body: (TestHub, RunningServer) async throws -> Void) async throws {
    let camera = ConfiguredCamera(id: try #require(CameraID("demo")), source: .test)
    let hub = try TestHub(HubConfiguration(cameras: [camera]))
    await hub.start()
    let server = try RunningServer(handler: hub.handler)
    do {
        try await body(hub, server)
    } catch {
        _ = await hub.stop()
        throw error
    }
    _ = server.stop(grace: .zero)
    #expect(await hub.stop() == [])
}

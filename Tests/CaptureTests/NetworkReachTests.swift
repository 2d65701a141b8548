import Camera
import Capture
import Glibc
import Hub
import Posix
import Testing

/// Where a camera that an admin added may lead: what its address really comes to is what counts.
@Suite struct NetworkReachTests {
    /// Looks until it throws, for some seconds at most.
    private func error(of url: String, mayConnectLocally: Bool) throws -> CaptureError {
        var settings = CameraSettings()
        settings.mayConnectLocally = mayConnectLocally
        let source = try Sources().open(
            .configured(.network(try #require(CameraURL(url)))), id: .id("gate"), settings: settings, now: .now)
        defer { source.close() }
        let end = MonotonicTime.now.advanced(by: .seconds(5))
        while MonotonicTime.now < end {
            do throws(CaptureError) {
                _ = try source.take(now: .now, isWatched: true)
            } catch {
                return error
            }
            var polled = pollfd(fd: source.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
            poll(&polled, 1, 20)
        }
        throw CaptureError(.stalled, reason: "nothing came of it")
    }

    @Test(
        "An address that comes to this machine in whatever way is not connected to",
        arguments: [
            "http://127.0.0.1:9/", "http://localhost:9/", "http://127.1:9/", "http://2130706433:9/", "http://0:9/",
        ])
    func localIsRefused(url: String) throws {
        let refused = try error(of: url, mayConnectLocally: false)
        #expect(refused.condition.reason?.hasSuffix("which belongs to a machine itself") == true)
        #expect(refused.condition.hint == "only an address in the configuration file may lead there")
    }

    @Test("With the configuration's word it is connected to, as any other")
    func localIsAllowed() throws {
        let failed = try error(of: "http://127.0.0.1:9/", mayConnectLocally: true)
        #expect(failed.condition.reason?.contains("cannot be reached") == true)
    }
}

import Camera
import Hub
import HubTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct SensorTests {
    private let sensor = VideoNode.usb(1, port: 1, index: 2)
    private let finding = NodeFinding.sensor(
        modes: [Mode(format: .grey, size: Size(width: 640, height: 360), intervals: [])])

    @Test("An infrared or depth sensor is left out, and the log says how to have it all the same")
    func sensorsAreLeftOut() async throws {
        let store = MemoryStore()
        try await withHub(store: store, prepare: { $0.inspector.find(finding, behind: sensor) }) { hub in
            await hub.plug(.usb(0, port: 1), sensor)
            #expect(hub.ids.count == 1)
            let line = try #require(hub.lines.containing("infrared or depth sensor").first)
            #expect(line.contains("/dev/video1") && line.contains("name webcam-c270-"))
            await hub.unplug(sensor)
            #expect(hub.ids.count == 1)
        }
        // Nor is it remembered as a camera that was unplugged.
        try await withHub(store: store) { #expect($0.ids.count == 1) }
    }

    @Test("Named in the configuration, by the id that the log says or by a match, it is a camera")
    func namedSensors() async throws {
        try await withHub(prepare: { $0.inspector.find(finding, behind: sensor) }) { hub in
            await hub.plug(sensor)
            let line = try #require(hub.lines.containing("infrared or depth sensor").first)
            let name = try #require(line.firstMatch(of: /name (\S+) under/)?.output.1)
            let id = try #require(CameraID(String(name)))
            for camera in [ConfiguredCamera(id: id), .device("infrared", model: "Webcam C270")] {
                await hub.follow(HubConfiguration(cameras: [camera]))
                #expect(hub.ids == [camera.id.description])
                try await hub.stream(camera.id)
                #expect(hub.condition(camera.id) == CameraCondition(.streaming))
                await hub.follow(HubConfiguration())
                #expect(hub.ids == [])
                #expect(hub.opener.open.isEmpty)
            }
        }
    }
}

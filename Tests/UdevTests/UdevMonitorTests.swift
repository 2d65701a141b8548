import Camera
import Testing
import Udev

/// What holds on every machine, with cameras or without.
@Suite struct UdevMonitorTests {
    @Test("A monitor can be waited for, and looking for nodes and events does not wait")
    func monitor() throws {
        let monitor = try UdevMonitor()
        #expect(try #require(monitor.descriptor) >= 0)
        let nodes = monitor.scan()
        #expect(nodes.allSatisfy { $0.path.hasPrefix("/dev/video") })
        #expect(Set(nodes.map(\.deviceNumber)).count == nodes.count)
        #expect(monitor.receive().isEmpty)
    }
}

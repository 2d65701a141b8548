import Camera
import Capture
import Configuration
import Hub
import Posix

/// The text of `camhub cameras`.
enum PluggedIn {
    /// Looks at every node. The ids are those that a hub with this configuration and state gives.
    static func text() throws -> String {
        let setup = try Setup(ServeOptions())
        // Without a state of its own, the ids are those of a hub that starts for the first time.
        let directory = try? setup.servedStateDirectory()
        var known = directory.map { StateFile(directory: $0, log: Log(limit: .error)).peek().cameras } ?? KnownCameras()
        let inspector = VideoNodeInspector()
        let found = try UdevDevices(log: nil).begin().scan().map { ($0, inspector.inspect($0)) }
        let ids = identify(found, by: &known, setup.hub.cameras)
        // Only now: a later node can be the twin of an earlier one.
        let entries = found.map { node, finding in
            NodeListing.Entry(node, finding, camera: ids[node.deviceNumber].flatMap { known[$0] })
        }
        return NodeListing(entries).text
    }

    private static func identify(
        _ found: [(VideoNode, NodeFinding)], by known: inout KnownCameras, _ configured: [ConfiguredCamera]
    ) -> [UInt64: CameraID] {
        _ = known.follow(configured, present: [:], now: 0)
        var present: [CameraID: VideoNode] = [:]
        for (node, finding) in found where !finding.isExcluded {
            let id = known.resolve(node, present: present, configured: configured, now: 0)
            present[id] = node
        }
        return Dictionary(uniqueKeysWithValues: present.map { ($0.value.deviceNumber, $0.key) })
    }
}

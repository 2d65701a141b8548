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
        let directory = try? setup.stateDirectory()
        var known = directory.map { StateFile(directory: $0, log: Log(limit: .error)).peek().cameras } ?? KnownCameras()
        let inspector = VideoNodeInspector()
        var present: [CameraID: VideoNode] = [:]
        let configured = setup.hub.cameras
        _ = known.follow(configured, present: [:], now: 0)
        let entries = try UdevDevices().begin().scan().map { node in
            let finding = inspector.inspect(node)
            guard !finding.isExcluded else { return NodeListing.Entry(node, finding, id: nil) }
            let id = known.resolve(node, present: present, configured: configured, now: 0)
            present[id] = node
            return NodeListing.Entry(node, finding, id: id)
        }
        return NodeListing(entries).text
    }
}

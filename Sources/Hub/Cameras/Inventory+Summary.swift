import Camera
import Posix

extension Inventory {
    /// How many cameras there are and how they are, in one line for people.
    package var summary: String {
        let cameras = listing.cameras
        guard !cameras.isEmpty else { return "no cameras: plug one in" }
        let states = cameras.map { $0.snapshot(now: .now).condition.state }
        let counts = CameraState.allCases.compactMap { state -> String? in
            let count = states.count { $0 == state }
            return count > 0 ? "\(count) \(state.rawValue)" : nil
        }
        return "\(cameras.count) \(cameras.count == 1 ? "camera" : "cameras"): \(counts.joined(separator: ", "))"
    }
}

package import Camera
import Posix

// What there is to tell of a camera.
extension LiveCamera {
    /// The newest frame that there ever was, fresh or not.
    var last: PublishedFrame? { state.withLock { $0.last } }

    /// A consistent copy of what there is to tell.
    package func snapshot(now: MonotonicTime) -> CameraSnapshot {
        state.withLock { state in
            CameraSnapshot(
                id: id, kind: kind, settings: state.settings, node: state.node, condition: state.condition,
                since: state.since, delivery: state.shownDelivery, sequence: state.sequence,
                measuredFPS: state.meter.framesPerSecond(at: now),
                bytesPerSecond: state.meter.bytesPerSecond(at: now), bytesPerFrame: state.frame?.byteCount,
                viewers: state.viewers.viewers(at: now).union(state.streams.values.map(\.viewer)),
                counters: state.counters, isBehind: state.isBehind(at: now))
        }
    }
}

extension LiveCamera.State {
    /// The machine has been too slow for this camera within the last seconds.
    fileprivate func isBehind(at now: MonotonicTime) -> Bool {
        lastSkipped.map { $0.advanced(by: .seconds(5)) > now } ?? false
    }
}

/// What the inventory's tag counts: of two states with equal facts pages need not hear.
struct InventoryFacts: Equatable {
    let condition: CameraCondition
    let name: String?
    let model: String?
    let size: Size?
    let format: PixelFormat?
    let fps: Int

    init(_ state: LiveCamera.State) {
        condition = state.condition
        name = state.settings.name
        model = state.node?.model
        size = state.shownDelivery?.size
        format = state.delivery?.format
        fps = state.settings.fps
    }
}

package import Camera
package import Hub

/// Opens every kind of source.
package struct Sources: SourceOpener {
    package init() {}

    package func open(
        _ source: SourceDescription, id: CameraID, settings: CameraSettings, now: MonotonicTime
    ) throws(CaptureError) -> any FrameSource {
        switch source {
        case .configured(.test):
            return try TestSource(id: id, settings: settings, now: now)
        case .configured(.replay(let pattern)):
            return try ReplaySource(pattern, id: id, settings: settings, now: now)
        case .configured(let other):
            throw CaptureError(.failed, reason: "\(other.kind.rawValue) cameras are not yet in this version")
        case .device:
            throw CaptureError(.failed, reason: "this kind of source is not yet in this version")
        }
    }
}

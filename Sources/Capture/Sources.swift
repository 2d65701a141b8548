package import Camera
package import Hub
package import Video4Linux

/// Opens every kind of source.
package struct Sources: SourceOpener {
    private let network: NetworkGround
    private let kernel: any VideoKernel

    package init(network: NetworkGround = NetworkGround(), kernel: any VideoKernel = LinuxVideoKernel()) {
        (self.network, self.kernel) = (network, kernel)
    }

    package func open(
        _ source: SourceDescription, id: CameraID, settings: CameraSettings, now: MonotonicTime
    ) throws(CaptureError) -> any FrameSource {
        switch source {
        case .configured(.test):
            return try TestSource(id: id, settings: settings, now: now)
        case .configured(.replay(let pattern)):
            return try ReplaySource(pattern, id: id, settings: settings, now: now)
        case .configured(.exec(let words)):
            return try ExecSource(words, id: id, settings: settings, now: now)
        case .configured(.network(let url)):
            return try NetworkSource(
                url, id: id, settings: settings, now: now, ground: network,
                reach: settings.mayConnectLocally ? .anywhere : .outside)
        case .device(let node, let modes):
            return try V4L2Source(node, modes: modes, settings: settings, now: now, kernel: kernel)
        }
    }

    package func openControls(of source: SourceDescription) throws(CaptureError) -> (any ControlledDevice)? {
        guard case .device(let node, _) = source else { return nil }
        return IdleDevice(try VideoDevice(opening: node, kernel))
    }
}

/// A device that is open for its controls alone.
private final class IdleDevice: ControlledDevice {
    private let device: VideoDevice

    init(_ device: consuming VideoDevice) { self.device = device }

    func controls() throws(CaptureError) -> [DeviceControl] { try device.controls() }

    func set(_ control: DeviceControl, to number: Int) throws(CaptureError) -> ControlFault? {
        try device.set(control, to: number)
    }
}

package import Camera
package import Hub
import MJPEG
package import Video4Linux

/// A camera at a /dev/video node.
///
/// JPEG passes through as it comes, checked and repaired; what has to be encoded or turned is so at `fps`, only while
/// somebody watches.
package final class V4L2Source: FrameSource {
    /// Nil once it is closed.
    private var stream: VideoStream?
    /// Nil for devices that give JPEG.
    private var maker: RawFrameMaker?
    private var turner = JPEGTurner()
    private let modes: [Mode]
    /// What the settings want.
    private let choice: ModeChoice
    package let shortfall: Shortfall?
    private var settings: CameraSettings
    private var cadence: Cadence
    package private(set) var delivery: Delivery
    package private(set) var droppedByDevice = 0
    package let descriptor: CInt?

    /// Opens the node and starts it in the best mode for the settings.
    /// - Parameter modes: What the node's inspection found; if that failed, none: then it is asked now.
    package init(
        _ node: VideoNode, modes: [Mode], settings: CameraSettings, now: MonotonicTime,
        kernel: any VideoKernel = LinuxVideoKernel()
    ) throws(CaptureError) {
        let device = try VideoDevice(opening: node, kernel)
        let usable = modes.isEmpty ? try V4L2Source.modes(of: device) : modes
        let choice = try ModeChoice(from: usable, for: settings)
        // What cannot be will be told when it is applied again, after the first frame.
        _ = try device.apply(settings.controls)
        let opened = try VideoStream.start(on: device, choice, else: choice.lesser(of: usable, for: settings))
        maker = try RawFrameMaker.needed(for: opened.format)
        delivery = Delivery(
            format: opened.format.pixelFormat, size: opened.format.size,
            framesPerSecond: opened.interval?.framesPerSecond)
        shortfall = opened.choice == choice ? nil : Shortfall(wanted: choice, given: opened.choice)
        descriptor = opened.descriptor
        stream = consume opened
        self.modes = usable
        self.choice = choice
        self.settings = settings
        cadence = Cadence(framesPerSecond: settings.fps, from: now)
    }

    private static func modes(of device: borrowing VideoDevice) throws(CaptureError) -> [Mode] {
        switch NodeFinding(device.describe()) {
        case .camera(let modes), .sensor(let modes): return modes
        case .unreadable(let error): throw error
        case .excluded(let reason):
            throw CaptureError(.failed, reason: "\(device.node.path) is no camera: \(reason)")
        }
    }

    /// The device says itself when there is something.
    package var nextDue: MonotonicTime? { nil }

    package func isEncoding(at now: MonotonicTime) -> Bool {
        isEncoding && cadence.isDue(at: now, early: halfAnInterval)
    }

    package func take(now: MonotonicTime, isWatched: Bool) throws(CaptureError) -> Taken {
        // First: with frames coming faster than they are encoded, there is no moment without one.
        if stream?.sourceHasChanged() == true { try followSource() }
        let taken = try stream?.takeNewest { frame, facts in
            Result { () throws(CaptureError) in try look(at: frame, facts, isWatched: isWatched) }
        }
        droppedByDevice = stream?.dropped ?? droppedByDevice
        return try taken?.get() ?? .nothing
    }

    /// Another mode is needed for another size or format, and for a rate that the present one cannot give. A lower
    /// rate is none: pages ask less often, and raw frames are encoded less often.
    package func follow(_ settings: CameraSettings) -> Bool {
        guard let wanted = try? ModeChoice(from: modes, for: settings), wanted.format == choice.format,
            wanted.size == choice.size, wanted.rate <= choice.rate
        else { return false }
        self.settings = settings
        cadence.change(to: settings.fps)
        return true
    }

    package func restart() throws(CaptureError) { try stream?.restart() }

    package var controlled: (any ControlledDevice)? { self }

    package func close() { stream = nil }

    private func look(
        at frame: RawSpan, _ facts: FrameFacts, isWatched: Bool
    ) throws(CaptureError) -> Taken {
        if facts.isMarkedBad { return .broken(.markedBad) }
        if frame.byteCount == 0 { return .broken(.empty) }
        let isDue = !isEncoding || cadence.claim(at: facts.capturedAt, early: halfAnInterval)
        guard isDue, isWatched else { return .skipped }
        if maker != nil {
            let quality = settings.quality.value(at: settings.fps)
            return try maker?.make(
                from: frame, turned: settings.turn, quality: quality, capturedAt: facts.capturedAt) ?? .nothing
        }
        let picture: JPEGPicture
        do throws(JPEGFault) {
            picture = try JPEGPicture(copying: frame)
        } catch {
            return .broken(error.cause)
        }
        // What the picture says of itself is right where it differs from what the driver said.
        delivery.size = picture.size
        return try turner.frame(picture, settings, capturedAt: facts.capturedAt)
    }

    /// Every frame costs work, so that there are no more of them than are wanted.
    private var isEncoding: Bool { maker != nil || !settings.turn.isEmpty }

    private var halfAnInterval: Duration { .seconds(0.5 / (delivery.framesPerSecond ?? Double(settings.fps))) }

    /// What the device receives has another size now.
    private func followSource() throws(CaptureError) {
        let given = stream?.choice ?? choice
        try stream?.rebuild(given)
        guard let format = stream?.format else { return }
        maker = try RawFrameMaker.needed(for: format)
        delivery.format = format.pixelFormat
        delivery.size = format.size
        delivery.framesPerSecond = stream?.interval?.framesPerSecond
    }
}

extension V4L2Source: ControlledDevice {
    package func controls() throws(CaptureError) -> [DeviceControl] { try stream?.controls() ?? [] }

    package func set(_ control: DeviceControl, to number: Int) throws(CaptureError) -> ControlFault? {
        try stream?.set(control, to: number)
    }
}

extension ModeChoice {
    fileprivate var rate: Double { interval?.framesPerSecond ?? 0 }
}

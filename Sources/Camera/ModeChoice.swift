/// The mode to ask a device for: the best of those it offers for what the settings want.
package struct ModeChoice: Equatable, Sendable {
    package var format: PixelFormat
    package var size: Size
    /// Nil where the device names none: it decides.
    package var interval: FrameInterval?

    /// Compared in this order: not below the minimum size; the rate; the size covered *and* the rate met;
    /// JPEG before raw before what must be converted; exactly the size, else the smallest that covers it, else the
    /// largest below; the device's faster rate.
    ///
    /// - Parameter modes: those that can become JPEG, as the node's inspection found them.
    package init(from modes: [Mode], for settings: CameraSettings) throws(CaptureError) {
        let offered = modes.filter { settings.format == nil || $0.format == settings.format }
        let ranked = offered.map { (mode: $0, rank: Rank($0, settings)) }
        guard let best = ranked.min(by: { $0.rank < $1.rank })?.mode else {
            throw ModeChoice.nothingUsable(among: modes, settings)
        }
        format = best.format
        size = best.size
        interval = best.lowestInterval(notBelow: settings.fps)
    }

    package init(format: PixelFormat, size: Size, interval: FrameInterval?) {
        self.format = format
        self.size = size
        self.interval = interval
    }

    private static func nothingUsable(among modes: [Mode], _ settings: CameraSettings) -> CaptureError {
        guard let format = settings.format, !modes.isEmpty else {
            return CaptureError(.failed, reason: "the device offers no mode that can become JPEG")
        }
        let formats = Set(modes.map(\.format)).sorted { $0.description < $1.description }
        // A device with dozens of formats would fill the page with sizes.
        let isLong = formats.count > 6
        let lines = formats.map { format in
            guard !isLong else { return format.description }
            let sizes = modes.filter { $0.format == format }.map(\.size).sorted { $0.area < $1.area }
            return "\(format) (\(sizes.map(\.description).joined(separator: ", ")))"
        }
        return CaptureError(
            .failed, reason: "the device does not offer the format \(format) that the configuration asks for",
            hint: "set format to auto or to one of: \(lines.joined(separator: isLong ? ", " : "; "))")
    }
}

/// How far a mode is from what is wanted: the smaller, the better.
private struct Rank: Comparable {
    private var parts: [Double]

    init(_ mode: Mode, _ settings: CameraSettings) {
        let pace = mode.pace(for: settings.fps)
        let isCovered = mode.size.contains(settings.size)
        parts = [
            mode.size.contains(settings.minimumSize) || isCovered ? 0 : 1,
            pace,
            isCovered && pace == 0 ? 0 : 1,
            Double(mode.format.encodingCost / 10),
            isCovered ? 0 : 1,
            // Covering: the smallest. Not covering: the largest.
            isCovered ? Double(mode.size.area) : -Double(mode.size.area),
            Double(mode.format.encodingCost),
            -(mode.fastest ?? 0),
        ]
    }

    static func < (left: Rank, right: Rank) -> Bool { left.parts.lexicographicallyPrecedes(right.parts) }
}

extension Mode {
    /// Frames a second at its shortest interval; nil where the device names none.
    package var fastest: Double? { intervals.map(\.framesPerSecond).filter { $0 > 0 }.max() }

    /// 0: fast enough, as far as the device says; 1: at least half as fast; 2: slower.
    fileprivate func pace(for fps: Int) -> Double {
        guard let fastest else { return 0 }
        return fastest.meets(fps) ? 0 : fastest.meets(fps, share: 0.5) ? 1 : 2
    }

    /// The longest interval that still gives `fps`; else the shortest that there is.
    func lowestInterval(notBelow fps: Int) -> FrameInterval? {
        let usable = intervals.filter { $0.framesPerSecond > 0 }.sorted { $0.framesPerSecond < $1.framesPerSecond }
        return usable.first { $0.framesPerSecond.meets(fps) } ?? usable.last
    }
}

extension Double {
    /// 29.97 frames a second count as 30.
    fileprivate func meets(_ fps: Int, share: Double = 1) -> Bool { self >= Double(fps) * share * 0.99 }
}

extension PixelFormat {
    /// Tens: passed through, encoded from its own bytes, converted first, picture of a sensor only.
    /// Ones: the fewer bytes a pixel has to be moved, the smaller.
    fileprivate var encodingCost: Int {
        if self == .mjpeg { return 0 }
        if self == .jpeg { return 1 }
        if isSensorOnly { return 30 }
        guard isEncodable else { return 20 }
        let order: [PixelFormat] = [.yu12, .yv12, .nv12, .nv21, .yuyv, .uyvy, .yvyu, .rgb565, .rgb24, .bgr24]
        return 10 + min(order.firstIndex(of: self) ?? 9, 9)
    }
}

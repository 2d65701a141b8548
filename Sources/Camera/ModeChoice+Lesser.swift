extension ModeChoice {
    /// What to try in its place, in this order, where the USB bus has no bandwidth left for it.
    ///
    /// JPEG before raw, then lower rates, then smaller sizes, each with rates from the wanted one down. None is in
    /// another format than the settings name, and none is smaller than `minimumSize`.
    ///
    /// - Parameter modes: those among which this one was chosen.
    package func lesser(of modes: [Mode], for settings: CameraSettings) -> [ModeChoice] {
        let offered = modes.filter { settings.format == nil || $0.format == settings.format }
        let jpeg = [PixelFormat.mjpeg, .jpeg].first { format in offered.contains { $0.format == format } }
        let target = format == .jpeg ? format : jpeg ?? format
        let rungs = offered.filter { mode in
            mode.format == target && mode.size.area <= size.area
                && (mode.size.contains(settings.minimumSize) || mode.size == size)
        }
        .sorted { $0.size.area > $1.size.area }
        .flatMap { $0.choices(from: settings.fps) }
        // What has the same format and size is less only if it is slower.
        return rungs.filter { $0.format != format || $0.size != size || $0.rate < rate }
    }

    /// In its size, format and rate, for people.
    package var summary: String {
        let frames = interval.map { " at \(Int($0.framesPerSecond.rounded())) fps" } ?? ""
        return "\(format) \(size)\(frames)"
    }

    private var rate: Double { interval?.framesPerSecond ?? 0 }
}

extension Mode {
    /// With the interval that `fps` needs, and then with each longer one.
    fileprivate func choices(from fps: Int) -> [ModeChoice] {
        guard let first = lowestInterval(notBelow: fps) else {
            return [ModeChoice(format: format, size: size, interval: nil)]
        }
        return intervals.filter { $0.framesPerSecond > 0 && $0.framesPerSecond <= first.framesPerSecond }
            .sorted { $0.framesPerSecond > $1.framesPerSecond }
            .map { ModeChoice(format: format, size: size, interval: $0) }
    }
}

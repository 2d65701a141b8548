import Camera

/// A device that offers any size or rate within limits: the ones of them that people ask for.
enum StandardModes {
    private static let sizes = [
        (160, 120), (176, 144), (320, 180), (320, 240), (352, 288), (424, 240), (640, 360), (640, 480), (800, 600),
        (960, 540), (1024, 768), (1280, 720), (1280, 960), (1280, 1024), (1600, 1200), (1920, 1080), (2048, 1536),
        (2560, 1440), (2592, 1944), (3840, 2160),
    ].map { Size(width: $0.0, height: $0.1) }

    private static let rates: [UInt32] = [1, 2, 5, 10, 15, 20, 24, 25, 30, 50, 60, 90, 120]

    /// What a driver without any list of sizes is tried with.
    static var candidates: [Size] { sizes }

    /// The standard sizes on the device's grid, with its smallest and its largest.
    static func sizes(from smallest: Size, to largest: Size, step: Size) -> [Size] {
        guard largest.contains(smallest), smallest.width > 0, smallest.height > 0 else { return [] }
        let fitting = sizes.filter { size in
            largest.contains(size) && size.contains(smallest)
                && (size.width - smallest.width).isMultiple(of: max(step.width, 1))
                && (size.height - smallest.height).isMultiple(of: max(step.height, 1))
        }
        return Set(fitting + [smallest, largest]).sorted { ($0.area, $0.width) < ($1.area, $1.width) }
    }

    /// The standard rates between the device's shortest interval and its longest, with those two; shortest first.
    static func intervals(from shortest: FrameInterval, to longest: FrameInterval) -> [FrameInterval] {
        let (fastest, slowest) = (shortest.framesPerSecond, longest.framesPerSecond)
        guard fastest > 0, slowest > 0, fastest >= slowest else { return [] }
        let between = rates.filter { slowest < Double($0) && Double($0) < fastest }.reversed()
            .map { FrameInterval(numerator: 1, denominator: $0) }
        return shortest == longest ? [shortest] : [shortest] + between + [longest]
    }
}

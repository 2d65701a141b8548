import Camera
import Testing

@Suite struct ModeChoiceTests {
    private static func mode(_ format: String, _ size: String, _ rates: UInt32...) -> Mode {
        Mode(
            format: PixelFormat(format)!, size: Size(size)!,
            intervals: rates.map { FrameInterval(numerator: 1, denominator: $0) })
    }

    private static func wanted(_ size: String, fps: Int = 20, format: String? = nil) -> CameraSettings {
        var settings = CameraSettings()
        settings.size = Size(size)!
        settings.fps = fps
        settings.format = format.flatMap { PixelFormat($0) }
        return settings
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var modes: [Mode]
        var settings: CameraSettings
        var expected: String

        init(_ name: String, _ modes: [Mode], _ settings: CameraSettings, gives expected: String) {
            (testDescription, self.modes, self.settings, self.expected) = (name, modes, settings, expected)
        }
    }

    private static let webcam = [
        mode("YUYV", "640x480", 30), mode("YUYV", "1280x720", 10), mode("YUYV", "1920x1080", 5),
        mode("MJPG", "640x480", 30), mode("MJPG", "1280x720", 30, 24, 20, 15, 10), mode("MJPG", "1920x1080", 30),
    ]
    private static let rawOnly = Array(webcam.prefix(3))

    static let cases = [
        Case("JPEG at the wanted size, lowest rate not below", webcam, wanted("1280x720"), gives: "MJPG 1280x720 20"),
        Case("between two rates: the upper", webcam, wanted("1280x720", fps: 21), gives: "MJPG 1280x720 24"),
        Case("rate above all: the highest", webcam, wanted("1280x720", fps: 60), gives: "MJPG 1280x720 30"),
        Case("not offered: smallest that covers", webcam, wanted("800x600"), gives: "MJPG 1280x720 20"),
        Case("larger than all: the largest", webcam, wanted("3840x2160"), gives: "MJPG 1920x1080 30"),
        Case(
            "JPEG that covers before raw at the size", [mode("YUYV", "640x480", 30), mode("MJPG", "1280x720", 30)],
            wanted("640x480"), gives: "MJPG 1280x720 30"),
        Case(
            "raw that meets both before JPEG that is too small",
            [mode("MJPG", "640x480", 30), mode("YUYV", "1280x720", 30)], wanted("1280x720"), gives: "YUYV 1280x720 30"),
        Case("raw too slow at the size: the rate counts more", rawOnly, wanted("1280x720"), gives: "YUYV 640x480 30"),
        Case("raw, slow enough for the size", rawOnly, wanted("1280x720", fps: 5), gives: "YUYV 1280x720 10"),
        Case(
            "all too slow: at least half the rate, then size",
            [mode("YUYV", "320x240", 18), mode("YUYV", "1280x720", 15)],
            wanted("1280x720"), gives: "YUYV 1280x720 15"),
        Case(
            "not below the minimum size for a rate", [mode("YUYV", "160x120", 30), mode("YUYV", "640x480", 10)],
            wanted("640x480"), gives: "YUYV 640x480 10"),
        Case(
            "smaller than the minimum on purpose", [mode("YUYV", "160x120", 30), mode("YUYV", "640x480", 10)],
            wanted("160x120"), gives: "YUYV 160x120 30"),
        Case(
            "encodable before what must be converted", [mode("BA81", "640x480", 30), mode("UYVY", "640x480", 30)],
            wanted("640x480"), gives: "UYVY 640x480 30"),
        Case(
            "colour before grey", [mode("GREY", "640x480", 30), mode("BA81", "640x480", 30)],
            wanted("640x480"), gives: "BA81 640x480 30"),
        Case(
            "fewer bytes per pixel", [mode("YUYV", "640x480", 30), mode("NV12", "640x480", 30)],
            wanted("640x480"), gives: "NV12 640x480 30"),
        Case("a format is forced", webcam, wanted("1280x720", fps: 5, format: "YUYV"), gives: "YUYV 1280x720 10"),
        Case("no rates named", [mode("MJPG", "1280x720")], wanted("1280x720"), gives: "MJPG 1280x720 -"),
        Case(
            "a rate of nothing is none",
            [
                Mode(
                    format: .mjpeg, size: Size("640x480")!,
                    intervals: [
                        FrameInterval(numerator: 0, denominator: 1)
                    ])
            ], wanted("640x480"), gives: "MJPG 640x480 -"),
    ]

    @Test("The best mode for what is wanted", arguments: cases)
    func best(example: Case) throws {
        for modes in [example.modes, example.modes.reversed()] {
            let choice = try ModeChoice(from: modes, for: example.settings)
            let rate = choice.interval.map { "\(Int($0.framesPerSecond))" } ?? "-"
            #expect("\(choice.format) \(choice.size) \(rate)" == example.expected)
        }
    }

    @Test("29.97 frames a second are enough for 30")
    func broadcastRates() throws {
        let intervals = [
            FrameInterval(numerator: 1, denominator: 60), FrameInterval(numerator: 1001, denominator: 30000),
        ]
        let modes = [Mode(format: .mjpeg, size: Size("640x480")!, intervals: intervals)]
        #expect(try ModeChoice(from: modes, for: Self.wanted("640x480", fps: 30)).interval == intervals[1])
    }

    @Test("A format that the device does not have is an error that lists what it has")
    func aForcedFormatThatIsMissing() {
        let error = #expect(throws: CaptureError.self) {
            try ModeChoice(from: Self.webcam, for: Self.wanted("640x480", format: "NV12"))
        }
        #expect(error?.condition.state == .failed)
        #expect(error?.condition.reason?.contains("NV12") == true)
        #expect(
            error?.condition.hint == "set format to auto or to one of: MJPG (640x480, 1280x720, 1920x1080); "
                + "YUYV (640x480, 1280x720, 1920x1080)")
    }

    @Test("Of a device with dozens of formats the error lists no sizes")
    func aForcedFormatThatIsMissingAmongMany() {
        let names = ["BGR3", "NV12", "NV21", "RGB3", "UYVY", "YU12", "YUYV"]
        let modes = names.map { Mode(format: PixelFormat($0)!, size: Size("640x480")!, intervals: []) }
        let error = #expect(throws: CaptureError.self) {
            try ModeChoice(from: modes, for: Self.wanted("640x480", format: "NV16"))
        }
        #expect(error?.condition.hint == "set format to auto or to one of: \(names.joined(separator: ", "))")
    }

    @Test("A device without a usable mode is an error, not a crash")
    func noModes() {
        #expect(throws: CaptureError.self) { try ModeChoice(from: [], for: Self.wanted("640x480")) }
    }
}

import Camera
import Capture
import Hub
import HubTesting
import JPEG
import Testing
import Video4LinuxTesting

/// Every kind of camera, when its picture is to be turned.
@Suite struct TurningTests {
    private static let size = DevicePictures.size
    private static let start = MonotonicTime(nanoseconds: 5_000_000_000)

    private static func settings(_ rotation: Rotation, _ flip: Flip = .none, fps: Int = 20) -> CameraSettings {
        var settings = CameraSettings.with(fps: fps, size: size)
        settings.rotate = rotation
        settings.flip = flip
        return settings
    }

    /// Dark in its left half, bright in the right one.
    private static func halves(_ size: Size = size) -> [UInt8] {
        (0..<size.area).map { $0 % size.width < size.width / 2 ? 40 : 200 }
    }

    private static func jpeg(_ size: Size = size) throws -> [UInt8] {
        var encoder = try JPEGEncoder()
        return try encoder.encode(halves(size).span.bytes, as: RawLayout(format: .grey, size: size), quality: 90).array
    }

    /// Whether the picture's dark half is where a turn brings the left one.
    private func expect(
        _ frame: CapturedFrame, _ rotation: Rotation, _ flip: Flip = .none, of size: Size = size,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let turn = Turn(rotation, flip)
        #expect(frame.turn == turn && frame.size == size.turned(turn), sourceLocation: sourceLocation)
        let picture = try frame.bytes.decoded()
        #expect(picture.size == frame.size, sourceLocation: sourceLocation)
        let (width, height) = (frame.size.width, frame.size.height)
        let dark: (x: Int, y: Int) =
            switch (rotation, flip) {
            case (.none, .none), (.half, .horizontal): (2, height / 2)
            case (.none, .horizontal), (.half, .none): (width - 3, height / 2)
            case (.quarter, .none), (.quarter, .horizontal): (width / 2, 2)
            default: (width / 2, height - 3)
            }
        #expect(picture[dark.x, dark.y].x < 80, sourceLocation: sourceLocation)
        let bright = picture[width - 1 - dark.x, height - 1 - dark.y].x
        #expect(bright > 160, sourceLocation: sourceLocation)
    }

    private func open(_ camera: ScriptedCamera, _ settings: CameraSettings) throws -> any FrameSource {
        try Sources(kernel: camera).open(
            .device(ScriptedCamera.node, modes: []), id: .id("front"), settings: settings, now: camera.now)
    }

    private func camera(_ format: PixelFormat) -> ScriptedCamera {
        let thirty = FrameInterval(numerator: 1, denominator: 30)
        return ScriptedCamera(modes: [Mode(format: format, size: Self.size, intervals: [thirty])])
    }

    private func take(_ bytes: [UInt8], _ camera: ScriptedCamera, _ source: any FrameSource) throws -> Taken {
        camera.change { $0.now = $0.now.advanced(by: .milliseconds(100)) }
        camera.deliver(ScriptedFrame(bytes))
        return try source.take(now: camera.now, isWatched: true)
    }

    @Test("A device that gives JPEG, also where its sides do not fit", arguments: Rotation.allCases)
    func jpegDevices(rotation: Rotation) throws {
        let camera = camera(.mjpeg)
        let source = try open(camera, Self.settings(rotation))
        for size in [Self.size, Size(width: 61, height: 37)] {
            let frame = try #require(try take(Self.jpeg(size), camera, source).frame)
            try expect(frame, rotation, of: size)
            // What the device gives is one thing, what is shown of it another.
            #expect(source.delivery.size == size)
        }
    }

    @Test("A device that gives raw pictures, also those that have to be converted", arguments: Rotation.allCases)
    func rawDevices(rotation: Rotation) throws {
        for format in [PixelFormat.grey, PixelFormat("XR24")!] {
            let camera = camera(format)
            let source = try open(camera, Self.settings(rotation))
            let raw = format == .grey ? Self.halves() : Self.halves().flatMap { [$0, $0, $0, 0] }
            try expect(try #require(try take(raw, camera, source).frame), rotation)
        }
    }

    @Test("Test and replay cameras", arguments: Rotation.allCases)
    func configuredSources(rotation: Rotation) throws {
        let folder = try TemporaryFolder()
        let replay = try folder.write("a.jpg", Self.jpeg())
        let settings = Self.settings(rotation, .horizontal)
        let loop = try Sources().open(
            .configured(.replay(replay)), id: .id("loop"), settings: settings, now: Self.start)
        try expect(try #require(try loop.take(now: due(of: loop), isWatched: true).frame), rotation, .horizontal)
        let test = try Sources().open(.configured(.test), id: .id("test"), settings: settings, now: Self.start)
        let frame = try #require(try test.take(now: due(of: test), isWatched: true).frame)
        #expect(try frame.bytes.decoded().size == Self.size.turned(Turn(rotation, .none)))
        #expect(frame.size == Self.size.turned(frame.turn) && frame.turn == settings.turn)
    }

    @Test("A changed turn holds from the next frame on, and the device is not opened anew")
    func following() throws {
        let camera = camera(.mjpeg)
        let source = try open(camera, Self.settings(.none))
        try expect(try #require(try take(Self.jpeg(), camera, source).frame), .none)
        for rotation in [Rotation.quarter, .half, .none] {
            #expect(source.follow(Self.settings(rotation)))
            try expect(try #require(try take(Self.jpeg(), camera, source).frame), rotation)
        }
        // What passes through is untouched again.
        #expect(try take(Self.jpeg(), camera, source).frame?.bytes.array == Self.jpeg())
        #expect(camera.calls.count { $0 == .open } == 1)
    }

    @Test("Turned frames are made at the camera's rate, those that pass through come as they come", arguments: [5, 10])
    func rate(fps: Int) throws {
        for (rotation, expected) in [(Rotation.half, fps * 2), (.none, 60)] {
            let camera = camera(.mjpeg)
            let source = try open(camera, Self.settings(rotation, fps: fps))
            let start = camera.now
            var frames = 0
            for number in 1...60 {
                camera.change { $0.now = start.advanced(by: .seconds(Double(number) / 30)) }
                camera.deliver(ScriptedFrame(try Self.jpeg()))
                if try source.take(now: camera.now, isWatched: true).frame != nil { frames += 1 }
            }
            #expect(abs(frames - expected) <= 1)
        }
    }

    @Test("A JPEG that looks whole but cannot be turned is counted, and the next one is shown")
    func undecodable() throws {
        let camera = camera(.mjpeg)
        let source = try open(camera, Self.settings(.half))
        // Progressive by its word, and as large as can be: nothing but decoding would show that little of it is there.
        var bytes = try Self.jpeg()
        let frame = try #require(bytes.firstRange(of: [0xFF, 0xC0])).lowerBound
        bytes.replaceSubrange(frame..<frame + 9, with: [0xFF, 0xC2, 0, 11, 8, 0xFF, 0, 0xFF, 0])
        let scan = try #require(bytes.firstRange(of: [0xFF, 0xDA])).lowerBound
        bytes[scan + 8] = 0
        #expect(try take(bytes, camera, source).cause == .undecodable)
        #expect(camera.queueDepth == 4)
        try expect(try #require(try take(Self.jpeg(), camera, source).frame), .half)
    }
}

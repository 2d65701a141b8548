import Camera
import Capture
import Hub
import JPEG
import Posix
import Testing
import Video4LinuxTesting

/// A camera that gives JPEG, played by a script.
@Suite struct V4L2SourceTests {
    private static let size = DevicePictures.size
    private static let intervals = [30, 15].map { FrameInterval(numerator: 1, denominator: $0) }
    private static let modes = [
        Mode(format: .mjpeg, size: size, intervals: intervals),
        Mode(format: .mjpeg, size: Size(width: 128, height: 96), intervals: intervals),
    ]
    private let camera = ScriptedCamera(modes: modes)

    private func open(_ settings: CameraSettings = .with(size: size)) throws -> any FrameSource {
        try Sources(kernel: camera).open(
            .device(ScriptedCamera.node, modes: Self.modes), id: .id("front"), settings: settings, now: camera.now)
    }

    private func take(_ bytes: [UInt8], from source: any FrameSource) throws -> Taken {
        camera.deliver(ScriptedFrame(bytes))
        return try source.take(now: camera.now, isWatched: true)
    }

    @Test("A picture passes through byte for byte, with its size and the time of its capture")
    func passthrough() throws {
        let source = try open()
        #expect(source.delivery == Delivery(format: .mjpeg, size: Self.size, framesPerSecond: 30))
        #expect(source.descriptor != nil && source.nextDue == nil)
        let jpeg = try DevicePictures.jpeg()
        let frame = try #require(try take(jpeg, from: source).frame)
        #expect(frame.bytes.array == jpeg)
        #expect(frame.size == Self.size)
        #expect(frame.capturedAt == camera.now)
        #expect(try source.take(now: camera.now, isWatched: true).isNothing)
    }

    @Test("Huffman tables that are left out are put in, padding at the end is cut off")
    func repair() throws {
        let source = try open()
        let jpeg = try DevicePictures.jpeg(150)
        let bare = DevicePictures.withoutTables(jpeg)
        #expect(bare.count < jpeg.count)
        let frame = try #require(try take(bare + [0, 0, 0, 7], from: source).frame)
        #expect(frame.bytes.array.suffix(2) == [0xFF, 0xD9])
        #expect(try frame.bytes.decoded()[20, 20].x == 150)
    }

    @Test("The size that the picture says counts, not the one that the driver said")
    func wrongSize() throws {
        let source = try open()
        let other = Size(width: 32, height: 32)
        let frame = try #require(try take(try DevicePictures.jpeg(size: other), from: source).frame)
        #expect(frame.size == other)
        #expect(source.delivery.size == other)
    }

    @Test("What is broken is counted by its cause, and the device has its buffer back")
    func broken() throws {
        let source = try open()
        let jpeg = try DevicePictures.jpeg()
        let cases: [(bytes: [UInt8], cause: BrokenCause)] = [
            ([], .empty), (Array(jpeg.dropLast(10)), .truncated), (Array(repeating: 0, count: 500), .garbage),
            (jpeg + jpeg, .malformed),
        ]
        for (bytes, cause) in cases {
            #expect(try take(bytes, from: source).cause == cause)
            #expect(camera.queueDepth == 4)
        }
        camera.deliver(ScriptedFrame(jpeg, isMarkedBad: true))
        #expect(try source.take(now: camera.now, isWatched: true).cause == .markedBad)
        #expect(try take(jpeg, from: source).frame != nil)
    }

    @Test("Nobody watches: the frame goes back without a look")
    func unwatched() throws {
        let source = try open()
        camera.deliver(ScriptedFrame([1, 2, 3]))
        #expect(try source.take(now: camera.now, isWatched: false).isSkipped)
        #expect(camera.queueDepth == 4)
    }

    @Test("Frames that the driver dropped are told, and stay told when the source is closed")
    func dropped() throws {
        let source = try open()
        _ = try take(try DevicePictures.jpeg(), from: source)
        camera.deliver(ScriptedFrame(try DevicePictures.jpeg(), lost: 3))
        _ = try source.take(now: camera.now, isWatched: true)
        #expect(source.droppedByDevice == 3)
    }

    @Test("Closed means that everything is given back, also after the camera was pulled out", arguments: [false, true])
    func closing(isPulledOut: Bool) throws {
        let source = try open()
        if isPulledOut {
            camera.pullOut()
            let error = #expect(throws: CaptureError.self) { try source.take(now: camera.now, isWatched: true) }
            #expect(error?.condition.state == .offline)
        }
        source.close()
        #expect(camera.faults.isEmpty)
        #expect(camera.calls.suffix(1) == [.close])
    }

    @Test("A restart keeps the device open")
    func restart() throws {
        let source = try open()
        try source.restart()
        #expect(camera.isStreaming && camera.queueDepth == 4)
        #expect(try take(try DevicePictures.jpeg(), from: source).frame != nil)
    }

    @Test(
        "Settings are followed without a new open unless they ask for another mode or a faster rate",
        arguments: [
            ("slower", 5, size, true), ("as it is", 20, size, true), ("up to the rate that it has", 30, size, true),
            ("another size", 20, Size(width: 128, height: 96), false),
        ])
    func following(name: String, fps: Int, size: Size, isFollowed: Bool) throws {
        #expect(try open().follow(.with(fps: fps, size: size)) == isFollowed)
    }

    @Test("A faster rate than the present mode has asks for a new open")
    func fasterRate() throws {
        let source = try open(.with(fps: 10, size: Self.size))
        #expect(source.delivery.framesPerSecond == 15)
        #expect(!source.follow(.with(fps: 25, size: Self.size)))
    }

    @Test("A format that the device does not have asks for a new open, which then says what is wrong")
    func missingFormat() throws {
        var settings = CameraSettings.with(size: Self.size)
        settings.format = PixelFormat("NV12")
        #expect(try !open().follow(settings))
        #expect(throws: CaptureError.self) { try open(settings) }
    }

    @Test("A device that could not be looked at before is looked at when it is opened")
    func lateInspection() throws {
        let sources = Sources(kernel: camera)
        let source = try sources.open(
            .device(ScriptedCamera.node, modes: []), id: .id("front"), settings: .with(size: Self.size),
            now: camera.now)
        #expect(source.delivery.size == Self.size)
        let metadata = ScriptedCamera(capabilities: [.metadataCapture, .streaming], modes: [])
        let error = #expect(throws: CaptureError.self) {
            try Sources(kernel: metadata).open(
                .device(ScriptedCamera.node, modes: []), id: .id("front"), settings: .with(), now: camera.now)
        }
        #expect(error?.condition.reason?.contains("/dev/video0 is no camera") == true)
        #expect(metadata.faults.isEmpty)
    }
}

extension Taken {
    var cause: BrokenCause? { if case .broken(let cause) = self { cause } else { nil } }
}

extension FrameBytes {
    var array: [UInt8] { withBytes { $0.withUnsafeBytes { Array($0) } } }
}

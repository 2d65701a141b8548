import Camera
import Capture
import Hub
import JPEG
import Testing

/// A test camera as the capture actor sees it.
@Suite struct TestSourceTests {
    private static let start = MonotonicTime(nanoseconds: 5_000_000_000)

    private func source(_ settings: CameraSettings) throws -> any FrameSource {
        try Sources().open(.configured(.test), id: .id("demo-1"), settings: settings, now: Self.start)
    }

    @Test("Frames come at their moments and at no other, with the size that is wanted", arguments: [1, 20, 120])
    func framesComeInTime(fps: Int) throws {
        let size = Size(width: 161, height: 99)
        let source = try source(.with(fps: fps, size: size))
        #expect(source.descriptor == nil)
        #expect(source.nextDue == Self.start)
        for _ in 0..<3 {
            let due = try #require(source.nextDue)
            #expect(try source.take(now: due.advanced(by: .nanoseconds(-1)), isWatched: true).isNothing)
            let frame = try #require(try source.take(now: due, isWatched: true).frame)
            #expect(frame.size == size)
            #expect(frame.capturedAt == due)
            #expect(try frame.bytes.decoded().size == size)
            #expect(try source.take(now: due, isWatched: true).isNothing)
        }
        let passed = try Self.start.duration(to: due(of: source)).inSeconds
        #expect(abs(passed - 3 / Double(fps)) < 1e-6)
    }

    @Test("What it tells of itself is what it delivers")
    func deliveryIsTrue() throws {
        let source = try source(.with(fps: 7))
        #expect(source.delivery == Delivery(format: .yu12, size: Size(width: 320, height: 240), framesPerSecond: 7))
        #expect(source.droppedByDevice == 0)
    }

    @Test("While nobody watches nothing is drawn, and the frames' numbers go on")
    func nobodyWatches() throws {
        let source = try source(.with(fps: 10))
        #expect(try source.take(now: Self.start, isWatched: false).isSkipped)
        #expect(source.nextDue == Self.start.advanced(by: .milliseconds(100)))
        #expect(try source.take(now: due(of: source), isWatched: true).frame != nil)
    }

    @Test("Rate and quality are followed at once; another size asks for a new opening")
    func settingsAreFollowed() throws {
        let source = try source(.with(fps: 1, quality: 95))
        let large = try #require(try source.take(now: Self.start, isWatched: true).frame)
        #expect(source.follow(.with(fps: 50, quality: 10)))
        #expect(source.nextDue == Self.start.advanced(by: .milliseconds(20)))
        #expect(source.delivery.framesPerSecond == 50)
        let small = try #require(try source.take(now: due(of: source), isWatched: true).frame)
        #expect(small.bytes.count < large.bytes.count)
        #expect(!source.follow(.with(size: Size(width: 640, height: 480))))
    }

    @Test("A restart changes nothing, since nothing can get stuck")
    func restartIsHarmless() throws {
        let source = try source(.with(fps: 10))
        let due = source.nextDue
        try source.restart()
        #expect(source.nextDue == due)
        source.close()
    }
}

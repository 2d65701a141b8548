import Camera
import Capture
import Glibc
import Hub
import HubTesting
import JPEG
import Testing

/// Cameras that show files again and again.
@Suite struct ReplaySourceTests {
    private static let start = MonotonicTime(nanoseconds: 5_000_000_000)

    /// A whole picture of this width, with the tables left out if asked: as a camera would have recorded it.
    private static func jpeg(width: Int, isBare: Bool = false) throws -> [UInt8] {
        let layout = RawLayout(format: .grey, size: Size(width: width, height: 16))
        let samples = (0..<width * 16).map { UInt8($0 & 0xFF) }
        var encoder = try JPEGEncoder()
        let bytes = try encoder.encode(samples.span.bytes, as: layout, quality: 80).withBytes { bytes in
            bytes.withUnsafeBytes { Array($0) }
        }
        guard isBare, let start = bytes.firstRange(of: [0xFF, 0xC4])?.lowerBound,
            let end = bytes.firstRange(of: [0xFF, 0xDA])?.lowerBound
        else { return bytes }
        return Array(bytes[..<start] + bytes[end...])
    }

    private func open(_ pattern: String, fps: Int = 10) throws(CaptureError) -> any FrameSource {
        try Sources().open(
            .configured(.replay(pattern)), id: .id("loop"), settings: .with(fps: fps), now: Self.start)
    }

    /// As many frames as asked for, each at its moment.
    private func frames(_ count: Int, of source: any FrameSource) throws -> [CapturedFrame] {
        try (0..<count).map { _ in
            let due = try #require(source.nextDue)
            #expect(try source.take(now: due.advanced(by: .nanoseconds(-1)), isWatched: true).isNothing)
            return try #require(try source.take(now: due, isWatched: true).frame)
        }
    }

    @Test("Files and the pictures in them come in their order, again and again, always the same bytes")
    func picturesComeInOrder() throws {
        let folder = try TemporaryFolder()
        try folder.write("2.jpg", Self.jpeg(width: 48))
        try folder.write("1.mjpeg", Self.jpeg(width: 16) + Self.jpeg(width: 32))
        try folder.write("3.txt", Array("no picture".utf8))
        let frames = try frames(7, of: open("\(folder.path)/*.*jp*g"))
        #expect(frames.map(\.size.width) == [16, 32, 48, 16, 32, 48, 16])
        for index in 0..<4 { #expect(frames[index].bytes === frames[index + 3].bytes) }
        #expect(frames[6].capturedAt == Self.start.advanced(by: .milliseconds(600)))
    }

    @Test("What is shown is repaired: tables put in, padding cut")
    func picturesAreRepaired() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("bare.jpg", Self.jpeg(width: 16, isBare: true) + [0, 0, 0, 0])
        let frame = try #require(try frames(1, of: open(path)).first)
        #expect(try frame.bytes.count == Self.jpeg(width: 16).count)
        #expect(try frame.bytes.decoded().warning == nil)
    }

    @Test("It tells the size of the picture that it showed last")
    func deliveryFollows() throws {
        let folder = try TemporaryFolder()
        let source = try open(folder.write("a.mjpeg", Self.jpeg(width: 16) + Self.jpeg(width: 32)), fps: 3)
        _ = try frames(1, of: source)
        #expect(source.delivery == Delivery(format: .mjpeg, size: Size(width: 16, height: 16), framesPerSecond: 3))
        _ = try frames(1, of: source)
        #expect(source.delivery.size.width == 32)
        #expect(source.descriptor == nil)
        #expect(source.droppedByDevice == 0)
    }

    @Test("While nobody watches the pictures go on; the rate is followed at once; late is one picture, not many")
    func paceIsKept() throws {
        let folder = try TemporaryFolder()
        let source = try open(folder.write("a.mjpeg", [16, 32, 48].flatMap { try Self.jpeg(width: $0) }))
        #expect(try source.take(now: Self.start, isWatched: false).isSkipped)
        #expect(source.follow(.with(fps: 100, size: Size(width: 9, height: 9))))
        #expect(source.nextDue == Self.start.advanced(by: .milliseconds(10)))
        let late = Self.start.advanced(by: .milliseconds(1234))
        #expect(try source.take(now: late, isWatched: true).frame?.size.width == 32)
        #expect(try source.take(now: late, isWatched: true).isNothing)
        #expect(source.nextDue == Self.start.advanced(by: .milliseconds(1240)))
        try source.restart()
        #expect(source.nextDue == Self.start.advanced(by: .milliseconds(1240)))
        source.close()
    }

    @Test("A recording that stops inside of a picture is shown without that picture")
    func cutRecordingsAreShown() throws {
        let folder = try TemporaryFolder()
        let source = try open(
            folder.write("a.mjpeg", Self.jpeg(width: 16) + Self.jpeg(width: 32) + Self.jpeg(width: 48).dropLast(9)))
        #expect(try frames(4, of: source).map(\.size.width) == [16, 32, 16, 32])
    }

    @Test("A recording of a stream is shown, whatever stands between its pictures")
    func recordedStreamsAreShown() throws {
        let folder = try TemporaryFolder()
        let head = Array("--x\r\nContent-Type: image/jpeg\r\n\r\n".utf8)
        let bytes = head + (try Self.jpeg(width: 16)) + [13, 10] + head + (try Self.jpeg(width: 32))
        let source = try open(folder.write("a.mjpeg", bytes))
        #expect(try frames(3, of: source).map(\.size.width) == [16, 32, 16])
    }

    @Test(
        "A fault names the file, the picture and what is wrong",
        arguments: [
            ("empty.jpg", [], "holds no JPEG"),
            ("text.jpg", Array("no picture".utf8), "holds no JPEG"),
            (
                "cut.jpg", try jpeg(width: 16).dropLast(5) + [],
                "picture 1 is broken: the stream ends inside of a picture"
            ),
            (
                "merged.mjpeg", try jpeg(width: 16) + jpeg(width: 32).dropLast(5) + jpeg(width: 48),
                "picture 2 is broken: a second picture begins inside the first"
            ),
        ])
    func faultsAreNamed(name: String, bytes: [UInt8], words: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("0.jpg", Self.jpeg(width: 16))
        let path = try folder.write(name, bytes)
        let error = #expect(throws: CaptureError.self) { try open("\(folder.path)/*") }
        #expect(error?.condition.state == .failed)
        #expect(error?.condition.reason?.hasPrefix(path) == true)
        #expect(error?.condition.reason?.contains(words) == true)
        #expect(error?.condition.hint == "see `replay` of camera loop in the configuration")
    }

    @Test("A pattern that nothing fits, and a folder, say what to do")
    func nothingToShow() throws {
        let folder = try TemporaryFolder()
        let nothing = #expect(throws: CaptureError.self) { try open("\(folder.path)/*.jpg") }
        #expect(nothing?.condition.reason == "no file fits \(folder.path)/*.jpg")
        let isFolder = #expect(throws: CaptureError.self) { try open(folder.path) }
        #expect(isFolder?.condition.reason == "\(folder.path) is no file")
        #expect(isFolder?.condition.hint == "name files, for example \(folder.path)/*.jpg")
    }

    @Test("More than 256 MiB are refused before they fill the memory")
    func tooMuchIsRefused() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.jpg", Self.jpeg(width: 16))
        // Alone it would just do. A file with a hole takes no room on the disk.
        let path = try folder.write("b.jpg")
        try #require(truncate(path, 256 << 20) == 0)
        let error = #expect(throws: CaptureError.self) { try open("\(folder.path)/*.jpg") }
        #expect(error?.condition.reason == "\(path): with this file the replay is larger than 256 MiB")
        #expect(error?.condition.hint == "use fewer or shorter files")
    }
}

import CTurboJPEG
import Camera
import MJPEG
import Testing

/// What is refused, and under which name it is counted.
@Suite struct BrokenPictureTests {
    private static let size = Size(width: 64, height: 48)
    private static let good = Draft(grey: size)
    private static let restarting = Draft(grey: size, restartInterval: 3)

    @Test(
        "What is no JPEG is told from what is a broken one",
        arguments: [
            ("no bytes", [], BrokenCause.empty),
            ("zeros", [UInt8](repeating: 0, count: 4096), .garbage),
            ("ones", [UInt8](repeating: 0xFF, count: 4096), .garbage),
            ("text", Array("<html>".utf8), .garbage),
            ("a picture behind junk", [0x00] + good.bytes, .garbage),
            ("a start alone", [0xFF, 0xD8], .truncated),
            ("start and end alone", [0xFF, 0xD8, 0xFF, 0xD9], .malformed),
            ("a start, then zeros", [0xFF, 0xD8, 0x00, 0x00, 0x00], .malformed),
        ])
    func bytesAreNoPicture(what: String, bytes: [UInt8], cause: BrokenCause) {
        #expect(Fixture.cause(bytes) == cause)
    }

    @Test("A picture that ends anywhere before its end is truncated, never anything else")
    func anyCutIsTruncated() throws {
        for bytes in [Self.good.bytes, Self.restarting.bytes, try Fixture.encoded(flags: TJFLAG_PROGRESSIVE)] {
            for count in 1..<bytes.count {
                #expect(Fixture.cause(Array(bytes[..<count])) == .truncated, "cut after \(count) bytes")
            }
        }
    }

    @Test("A picture without its end is truncated, whatever pads it", arguments: [0x00, 0x55])
    func paddingIsNoEnd(padding: UInt8) {
        let bytes = Self.good.bytes.dropLast(2) + [UInt8](repeating: padding, count: 300)
        #expect(Fixture.cause(Array(bytes)) == .truncated)
    }

    @Test(
        "A stuffed byte, or half a marker, at the very end is no end",
        arguments: [[0xFF, 0x00], [0xFF], [0xFF, 0xFF]])
    func halfAMarkerIsNoEnd(tail: [UInt8]) {
        var draft = Self.good
        draft.tail = tail
        #expect(Fixture.cause(draft.bytes) == .truncated)
    }

    @Test("Two pictures in one buffer are refused, merged or in a row")
    func twoPicturesAreRefused() {
        let bytes = Self.good.bytes
        #expect(Fixture.cause(bytes + bytes) == .malformed)
        #expect(Fixture.cause(bytes.dropLast(9) + bytes) == .malformed)
        #expect(Fixture.cause(Array(bytes[..<40]) + bytes) == .malformed)
    }

    @Test(
        "Kinds that browsers do not show are refused",
        arguments: [
            0xC3, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xDE, 0xDF,
        ] as [UInt8])
    func otherCodingsAreUnsupported(marker: UInt8) {
        var draft = Self.good
        draft.segments[1].marker = marker
        #expect(Fixture.cause(draft.bytes) == .unsupported)
    }

    @Test(
        "Samples, sizes and components that browsers do not show are refused",
        arguments: [
            ("12 bits", [12, 0, 48, 0, 64, 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]),
            ("height by DNL", [8, 0, 0, 0, 64, 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]),
            ("too wide", [8, 0, 48, 0xFF, 0xFF, 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]),
            ("two components", [8, 0, 48, 0, 64, 2, 1, 0x22, 0, 2, 0x11, 0]),
            ("four components", [8, 0, 48, 0, 64, 4, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0]),
            ("fractions", [8, 0, 48, 0, 64, 3, 1, 0x31, 0, 2, 0x21, 0, 3, 0x11, 0]),
        ] as [(String, [UInt8])])
    func otherFramesAreUnsupported(what: String, header: [UInt8]) {
        var draft = Self.good
        draft.change(0xC0) { $0 = header }
        #expect(Fixture.cause(draft.bytes) == .unsupported)
    }

    @Test(
        "Headers that no decoder takes are refused",
        arguments: [
            ("no width", 0xC0, [8, 0, 48, 0, 0, 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]),
            ("a factor of 0", 0xC0, [8, 0, 48, 0, 64, 3, 1, 0x02, 0, 2, 0x11, 0, 3, 0x11, 0]),
            ("a factor of 5", 0xC0, [8, 0, 48, 0, 64, 3, 1, 0x52, 0, 2, 0x11, 0, 3, 0x11, 0]),
            ("a quantisation table that is not there", 0xC0, [8, 0, 48, 0, 64, 3, 1, 0x22, 1, 2, 0x11, 0, 3, 0x11, 0]),
            ("quantisation table 4", 0xC0, [8, 0, 48, 0, 64, 3, 1, 0x22, 4, 2, 0x11, 0, 3, 0x11, 0]),
            ("no component", 0xC0, [8, 0, 48, 0, 64, 0]),
            ("a component too few", 0xC0, [8, 0, 48, 0, 64, 3, 1, 0x22, 0, 2, 0x11, 0]),
            ("an empty frame header", 0xC0, []),
            ("half a quantisation table", 0xDB, [0] + [UInt8](repeating: 1, count: 63)),
            ("an unknown quantisation slot", 0xDB, [4] + [UInt8](repeating: 1, count: 64)),
            ("an unknown component", 0xDA, [3, 1, 0x00, 2, 0x11, 4, 0x11, 0, 63, 0]),
            ("components out of order", 0xDA, [3, 2, 0x11, 1, 0x00, 3, 0x11, 0, 63, 0]),
            ("one component of three", 0xDA, [1, 1, 0x00, 0, 63, 0]),
            ("no component in the scan", 0xDA, [0, 0, 63, 0]),
            ("an empty scan header", 0xDA, []),
            ("Huffman table 3, which has no standard form", 0xDA, [3, 1, 0x00, 2, 0x11, 3, 0x33, 0, 63, 0]),
        ] as [(String, UInt8, [UInt8])])
    func damagedHeadersAreMalformed(what: String, marker: UInt8, body: [UInt8]) {
        var draft = Self.good
        draft.change(marker) { $0 = body }
        #expect(Fixture.cause(draft.bytes) == .malformed)
    }

    @Test(
        "Segments that no decoder takes are refused",
        arguments: [
            ("a Huffman table without codes", 0xC4, [0x00] + [UInt8](repeating: 0, count: 16)),
            ("a Huffman table cut short", 0xC4, [0x00] + [UInt8](repeating: 0, count: 15) + [2, 1]),
            ("a Huffman table with too many codes", 0xC4, [0x00, 3] + [UInt8](repeating: 0, count: 15) + [1, 2, 3]),
            ("a first coefficient of 16 bits", 0xC4, [0x00, 1] + [UInt8](repeating: 0, count: 15) + [16]),
            ("Huffman slot 4", 0xC4, [0x04, 1] + [UInt8](repeating: 0, count: 15) + [1]),
            ("a restart interval of three bytes", 0xDD, [0, 0, 1]),
            ("a second frame header", 0xC0, Draft.frameHeader(size)),
            ("an extension of the standard", 0xF0, []),
            ("a reserved marker", 0x02, []),
            ("a restart marker between segments", 0xD0, []),
        ] as [(String, UInt8, [UInt8])])
    func strangeSegmentsAreMalformed(what: String, marker: UInt8, body: [UInt8]) {
        var draft = Self.good
        draft.insert(marker, body)
        #expect(Fixture.cause(draft.bytes) == .malformed)
    }

    @Test("A scan without a frame header, and a frame header without a scan, are refused")
    func partsAreNeeded() {
        var draft = Self.good
        draft.removeAll(0xC0)
        #expect(Fixture.cause(draft.bytes) == .malformed)
        draft = Self.good
        draft.removeAll(0xDA)
        draft.scan = []
        #expect(Fixture.cause(draft.bytes) == .malformed)
    }

    @Test("A segment that claims a length of 0 or 1 is refused", arguments: [0, 1] as [UInt8])
    func lengthsCountThemselves(length: UInt8) {
        let bytes = [0xFF, 0xD8, 0xFF, 0xE0, 0x00, length] + Self.good.bytes[2...]
        #expect(Fixture.cause(bytes) == .malformed)
    }

    @Test("A restart marker out of its order shows that something is lost", arguments: [0xD1, 0xD7] as [UInt8])
    func lostIntervalsAreNoticed(first: UInt8) {
        var draft = Self.restarting
        draft.scan[13] = first
        #expect(Fixture.cause(draft.bytes) == .malformed)
        #expect(Fixture.cause(Self.restarting.bytes) == nil)
    }

    @Test("A restart marker in a picture that has none is refused")
    func unannouncedRestartIsMalformed() {
        var draft = Self.restarting
        draft.removeAll(0xDD)
        #expect(Fixture.cause(draft.bytes) == .malformed)
    }

    @Test("A scan that ends too early for the picture's size is truncated, though its end is there")
    func shortScansAreTruncated() {
        var draft = Self.restarting
        draft.scan.removeLast(14)
        #expect(Fixture.cause(draft.bytes) == .truncated, "two intervals fewer than there must be")
        draft = Self.good
        draft.scan.removeLast(draft.scan.count - 10)
        #expect(Fixture.cause(draft.bytes) == .truncated, "fewer bits than blocks")
    }

    @Test("A component that comes twice is refused")
    func componentsComeOnce() {
        var draft = Draft.separateScans
        draft.scan += Draft.Segment(marker: 0xDA, body: [1, 3, 0x11, 0, 63, 0]).bytes + [0x3F]
        #expect(Fixture.cause(draft.bytes) == .malformed)
    }

    @Test("A fault says where it shows and what is wrong, in words")
    func faultsHaveWords() throws {
        let fault = #expect(throws: JPEGFault.self) { try Fixture.structure(Array(Self.good.bytes.dropLast(2))) }
        #expect(fault?.offset == Self.good.bytes.count - 2)
        #expect(fault?.description.hasPrefix("the scan ends before the end-of-image marker (at byte ") == true)
    }
}

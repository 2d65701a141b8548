import CTurboJPEG
import Camera
import MJPEG
import Testing

/// Pictures without an end-of-image marker, in streams whose pictures all lack it (ELP cameras, some ESP32 firmware).
@Suite struct MissingEndTests {
    /// How such pictures are sent.
    enum Framing: CaseIterable {
        case lengths, noLengths, noLineBetween, bare

        func bytes(_ picture: [UInt8]) -> [UInt8] {
            switch self {
            case .lengths: Part(body: picture).bytes
            case .noLengths: Part(length: nil, body: picture).bytes
            case .noLineBetween: Part(length: nil, body: picture, end: "").bytes
            case .bare: picture
            }
        }
    }

    private static func encoded() throws -> [[UInt8]] {
        let samplings = [TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_440, TJSAMP_411, TJSAMP_GRAY]
        return try samplings.map { try Fixture.encoded(Size(width: 75, height: 53), subsampling: $0) }
            + [Draft(grey: Size(width: 160, height: 48), restartInterval: 3).bytes]
            + [1, 30, 100].map { try Fixture.encoded(quality: $0) }
    }

    @Test("Every picture comes out, with the end put in right behind its last block", arguments: Framing.allCases)
    func endsArePutIn(framing: Framing) throws {
        let pictures = try Self.encoded()
        let reading = StreamReading(pictures.flatMap { framing.bytes($0.dropLast(2)) })
        #expect(reading.pictures == (try pictures.map(Fixture.repaired)))
        #expect(reading.anomalies[.missingEnd] == pictures.count)
        #expect(reading.broken == [])
    }

    @Test("A picture that also lacks data is dropped, wherever it is cut", arguments: Framing.allCases)
    func cutPicturesAreDropped(framing: Framing) throws {
        var draft = Draft(try Fixture.encoded(Size(width: 24, height: 16), subsampling: TJSAMP_420, quality: 60))
        draft.removeAll(0xC4)
        draft.tail = []
        let good = draft.bytes
        // A picture that is cut in its application data and goes on in the next one has all that the next one has.
        for count in 20..<good.count {
            let stream = [good, Array(good.prefix(count)), good].flatMap(framing.bytes)
            let reading = StreamReading(stream, cutAt: stream.count / 2)
            let expected = try Fixture.repaired(good + [0xFF, 0xD9])
            #expect(reading.pictures.allSatisfy { $0 == expected }, "cut after \(count) bytes")
            #expect((1...2).contains(reading.pictures.count), "cut after \(count) bytes")
        }
    }

    @Test("In a stream with ends, a picture without one has lost it, and is dropped")
    func lostEndsAreDropped() throws {
        let picture = StreamCase.three[0]
        let reading = StreamReading(Part(body: picture).bytes + Part(body: picture.dropLast(2)).bytes)
        #expect(reading.pictures == [try Fixture.repaired(picture)])
        #expect(reading.broken == [.truncated])
    }

    @Test("A second, damaged scan behind a whole one, at the stream's end, is looked at no further than the bytes go")
    func damagedSecondScan() throws {
        let picture = StreamCase.three[0].dropLast(2) + [0xFF, 0xDA, 0, 12, 9, 9]
        let reading = StreamReading(picture + [UInt8](repeating: 1, count: 8))
        #expect(reading.pictures == [] && reading.broken == [.malformed])
    }

    @Test("Pictures in several passes are not put right: where the last one ends, only a decoder knows")
    func progressivePicturesAreDropped() throws {
        let picture = try Fixture.encoded(flags: TJFLAG_PROGRESSIVE)
        let reading = StreamReading(Part(body: picture.dropLast(2)).bytes + Part(body: picture.dropLast(2)).bytes)
        #expect(reading.pictures == [])
        #expect(reading.broken == [.truncated, .truncated])
    }
}

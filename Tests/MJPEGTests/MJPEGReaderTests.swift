import Camera
import MJPEG
import Testing

/// The reader, with a stream for each way in which cameras are known to send their pictures.
@Suite struct MJPEGReaderTests {
    static let cases = StreamCase.framing + StreamCase.odd

    private func expected(_ stream: StreamCase) throws -> [[UInt8]] { try stream.pictures.map(Fixture.repaired) }

    @Test("Fed whole, every good picture comes out and no other, and what was odd is counted", arguments: cases)
    func whole(_ stream: StreamCase) throws {
        let reading = StreamReading(stream.bytes, contentType: stream.contentType)
        #expect(reading.pictures == (try expected(stream)))
        #expect(reading.broken == stream.broken)
        #expect(reading.anomalies == stream.anomalies)
    }

    @Test("Fed byte by byte, the same comes out", arguments: cases)
    func byteByByte(_ stream: StreamCase) {
        let pieces = stream.bytes.indices.map { stream.bytes[$0...$0] }
        #expect(
            StreamReading(pieces, contentType: stream.contentType)
                == StreamReading(stream.bytes, contentType: stream.contentType))
    }

    @Test("Cut in two at any place, the same comes out", arguments: cases)
    func everyCut(_ stream: StreamCase) {
        let whole = StreamReading(stream.bytes, contentType: stream.contentType)
        let other = stream.bytes.indices.filter { place in
            StreamReading(stream.bytes, cutAt: place, contentType: stream.contentType) != whole
        }
        #expect(other.isEmpty)
    }

    @Test("A picture comes out with its last byte, and does not wait for what follows", arguments: cases)
    func nothingIsHeldBack(_ stream: StreamCase) throws {
        // Without its end, only what follows tells that a picture is whole.
        guard stream.broken.isEmpty, stream.anomalies[.missingEnd] == nil, let last = stream.pictures.last else {
            return
        }
        let end = try #require(
            (last.count...stream.bytes.count).first {
                stream.bytes[..<$0].ends(with: last) && $0 > stream.bytes.count / 2
            })
        var reader = MJPEGReader(boundary: stream.contentType.flatMap(MultipartBoundary.init(contentType:)))
        var count = 0
        stream.bytes[..<end].withUnsafeBytes { reader.feed($0.bytes) }
        while reader.next() != nil { count += 1 }
        #expect(count == stream.pictures.count)
    }
}

extension Collection<UInt8> {
    fileprivate func ends(with other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
}

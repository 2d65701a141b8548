import Camera
import MJPEG
import Testing

/// Whatever comes, the reader keeps little and goes on.
@Suite struct StreamLimitTests {
    private let picture = StreamCase.three[0]

    /// Feeds pieces as a network would bring them; what comes out, in order.
    private func read(_ reader: inout MJPEGReader, _ bytes: [UInt8]) -> [Result<Int, JPEGFault>] {
        var found: [Result<Int, JPEGFault>] = []
        for start in stride(from: 0, to: bytes.count, by: 60_000) {
            bytes[start..<min(start + 60_000, bytes.count)].withUnsafeBytes { reader.feed($0.bytes) }
            while let next = reader.next() {
                switch next {
                case .picture(let picture): found.append(.success(picture.size.width))
                case .broken(let fault): found.append(.failure(fault))
                }
            }
        }
        return found
    }

    @Test("A picture of more than 8 MiB is given up, and the next one found")
    func tooLargePicture() throws {
        var reader = MJPEGReader()
        let endless = Array(picture.dropLast(2)) + [UInt8](repeating: 7, count: MJPEGReader.pictureLimit)
        let found = read(&reader, endless + picture)
        #expect(found.count == 2)
        #expect(found.last == .success(16))
        #expect(#expect(throws: JPEGFault.self) { try found[0].get() }?.cause == .tooLarge)
    }

    @Test("A picture of nearly 8 MiB is a picture")
    func largePicture() {
        var reader = MJPEGReader()
        let filler = [UInt8](repeating: 7, count: MJPEGReader.pictureLimit - 400)
        let large = Array(picture.dropLast(2)) + filler + [0xFF, 0xD9]
        #expect(read(&reader, large + picture) == [.success(16), .success(16)])
    }

    @Test("Headers without end are passed over, and those right before a picture are still read")
    func endlessHeaders() {
        var reader = MJPEGReader()
        let header = Array("X-Filler: 0123456789\r\n".utf8)
        let bytes = (0..<20_000).flatMap { _ in header } + Part(body: picture).bytes
        #expect(read(&reader, Array("--frame\r\n".utf8) + bytes) == [.success(16)])
        #expect(reader.anomalies[.longHeader] == 1)
    }

    @Test("Junk without end is passed over and counted once", arguments: [0x00, 0xFF, 0x0A, 0x2D] as [UInt8])
    func endlessJunk(byte: UInt8) {
        var reader = MJPEGReader()
        #expect(read(&reader, [UInt8](repeating: byte, count: 1 << 20) + picture) == [.success(16)])
        #expect((reader.anomalies[.junk] ?? 0) + (reader.anomalies[.longHeader] ?? 0) <= 1)
    }

    @Test("Starts of pictures without end cost no more than their bytes")
    func endlessStarts() {
        var reader = MJPEGReader()
        let starts = (0..<100_000).flatMap { _ in [0xFF, 0xD8] as [UInt8] }
        #expect(read(&reader, starts + picture).last == .success(16))
    }

    @Test("Bytes of pure chance bring no picture", arguments: 0..<4)
    func chance(seed: UInt64) {
        var reader = MJPEGReader()
        var random = SplitMix(seed: seed)
        let words: [[UInt8]] = [
            [0xFF], [0xD8], [0xFF, 0xD8, 0xFF], [0xD9], [0x0D, 0x0A], [0x2D, 0x2D], [0, 4], [0xE1],
        ]
        let bytes = (0..<100_000).flatMap { _ in words.randomElement(using: &random)! }
        #expect(read(&reader, bytes).allSatisfy { (try? $0.get()) == nil })
    }

    @Test("Damage anywhere costs the pictures that it hits and no others", arguments: [false, true])
    func damage(hasLengths: Bool) throws {
        var random = SplitMix(seed: 41)
        let parts = (0..<12).map {
            Part(length: hasLengths ? "" : nil, body: StreamCase.picture(width: 16 * ($0 % 3 + 1))).bytes
        }
        let good = Set(try StreamCase.three.map(Fixture.repaired))
        for _ in 0..<2000 {
            var damaged = parts
            let hit = Int.random(in: 2..<9, using: &random)
            let cut = Int.random(in: 0..<damaged[hit].count, using: &random)
            let end = Int.random(in: cut..<damaged[hit].count, using: &random)
            damaged[hit].removeSubrange(cut..<end)
            let reading = StreamReading(Array(damaged.joined()), cutAt: 500, contentType: nil)
            #expect(reading.pictures.count >= 11)
            #expect(reading.pictures.count { !good.contains($0) } <= 1)
        }
    }
}

import CTurboJPEG
import Camera
import JPEG
import MJPEG
import Testing

/// Whatever a broken cable or camera makes of a picture: nothing is read outside of it, and what is let through can be
/// decoded. Seeded, so that every run sees the same damage.
@Suite struct DamageTests {
    private static func originals() throws -> [[UInt8]] {
        var bare = Draft(try Fixture.encoded())
        bare.removeAll(0xC4)
        return [
            bare.bytes, try Fixture.encoded(subsampling: TJSAMP_420), try Fixture.encoded(flags: TJFLAG_PROGRESSIVE),
            Draft(grey: Size(width: 64, height: 64), restartInterval: 2).bytes, Draft.separateScans.bytes,
        ]
    }

    /// Checks some bytes; if they pass, the real decoder must find no error in what is made of them.
    private func check(_ bytes: [UInt8], with decoder: borrowing JPEGDecoder) throws -> Bool {
        // Memory of its own and of this very size: a sanitizer sees each byte that is read outside.
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { memory.deallocate() }
        memory.copyBytes(from: bytes)
        guard let picture = try? JPEGPicture(copying: memory.bytes) else { return false }
        #expect(picture.bytes.count <= bytes.count + 2 * (33 + 183))
        // A flipped bit may make a picture of billions of pixels, which is not this test's matter.
        if picture.size.area <= 1 << 20 {
            let size = try picture.bytes.withBytes { bytes throws(JPEGError) in try decoder.decode(bytes).size }
            #expect(size == picture.size)
        }
        return true
    }

    @Test("Bytes changed by chance never lead outside, and what passes can be decoded", arguments: 0..<5)
    func changedBytes(original: Int) throws {
        let original = try Self.originals()[original]
        let decoder = try JPEGDecoder()
        var random = SplitMix(seed: 11)
        var passed = 0
        for _ in 0..<1500 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = Bool.random(using: &random) ? 0xFF : UInt8.random(in: 0...255, using: &random)
            }
            passed += try check(bytes, with: decoder) ? 1 : 0
        }
        #expect(passed > 0, "no damage was harmless: this has tested nothing")
    }

    @Test("Pieces cut out, doubled or swapped never lead outside, and what passes can be decoded", arguments: 0..<5)
    func movedPieces(original: Int) throws {
        let original = try Self.originals()[original]
        let decoder = try JPEGDecoder()
        var random = SplitMix(seed: 23)
        for _ in 0..<1000 {
            let first = Int.random(in: 0...original.count, using: &random)
            let second = Int.random(in: 0...original.count, using: &random)
            // Doubled where the second is before the first, cut out where it is behind.
            _ = try check(Array(original[..<first] + original[second...]), with: decoder)
        }
    }

    @Test("Bytes of pure chance are refused")
    func pureChance() throws {
        let decoder = try JPEGDecoder()
        var random = SplitMix(seed: 5)
        for _ in 0..<2000 {
            let count = Int.random(in: 0...200, using: &random)
            let bytes = [0xFF, 0xD8, 0xFF] + (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(try !check(bytes, with: decoder))
        }
    }

    @Test("The end is found at every distance from the start of the scan")
    func everyDistance() throws {
        var draft = Draft(grey: Size(width: 16, height: 16))
        for count in 0..<200 {
            draft.scan = [0x28, 0xA2, 0x8A, 0x00] + (0..<count).map { $0 % 7 == 0 ? 0xFF : 0x00 }
            // A stuffed byte is data wherever the steps of the search begin.
            if draft.scan.last == 0xFF { draft.scan.append(0x00) }
            #expect(try Fixture.structure(draft.bytes + [0xFF, 0xD9]).end == draft.bytes.count)
        }
    }
}

import CTurboJPEG
import Camera
import JPEG
import MJPEG
import Testing

/// What is made of a camera's picture before anyone sees it.
@Suite struct RepairTests {
    /// Slot of each table as a define-table segment writes it.
    private static let slots: [UInt8] = [0x00, 0x10, 0x01, 0x11]

    @Test("A whole picture is copied byte by byte")
    func wholePicturesStayAsTheyAre() throws {
        for flags in [0, TJFLAG_PROGRESSIVE] {
            let bytes = try Fixture.encoded(flags: flags)
            let picture = try JPEGPicture(copying: bytes.span.bytes)
            #expect(picture.bytes.copy == bytes)
            #expect(picture.size == Size(width: 48, height: 32))
        }
    }

    @Test(
        "Whichever of the standard's tables are left out, they are put back, and every pixel is the same",
        arguments: 0..<16)
    func missingTablesArePutIn(present: Int) throws {
        let original = try Fixture.encoded()
        var draft = Draft(original)
        draft.segments.removeAll { segment in
            guard segment.marker == 0xC4 else { return false }
            return present & 1 << Self.slots.firstIndex(of: segment.body[0])! == 0
        }
        let repaired = try Fixture.repaired(draft.bytes)
        // The real encoder writes the standard's tables: all four are there again.
        let tables = Draft(repaired).segments.filter { $0.marker == 0xC4 }.map(\.body)
        #expect(Set(tables) == Set(Draft(original).segments.filter { $0.marker == 0xC4 }.map(\.body)))
        #expect(tables.count == 4)
        #expect(repaired.count == original.count)
        let picture = try Fixture.decoded(repaired)
        #expect(picture.warning == nil)
        #expect(picture.pixels == (try Fixture.decoded(original).pixels))
    }

    @Test("A table that the picture brings is kept, though it has the slot of a standard one")
    func ownTablesAreKept() throws {
        let repaired = try Fixture.repaired(Draft.separateScans.bytes)
        #expect(repaired.count == Draft.separateScans.bytes.count + 33 + 183)
    }

    @Test("A grey picture gets the tables that it uses and no others")
    func greyGetsTwoTables() throws {
        var draft = Draft(try Fixture.encoded(subsampling: TJSAMP_GRAY))
        draft.removeAll(0xC4)
        #expect(try Fixture.repaired(draft.bytes).count == draft.bytes.count + 33 + 183)
    }

    @Test("A progressive picture never gets a table: without its own it is refused")
    func progressiveIsLeftAlone() throws {
        var draft = Draft(try Fixture.encoded(flags: TJFLAG_PROGRESSIVE))
        draft.removeAll(0xC4)
        #expect(Fixture.cause(draft.bytes) == .malformed)
    }

    @Test("The header of an AVI is no condition for the repair, and no obstacle", arguments: [false, true])
    func aviHeaderDoesNotMatter(isThere: Bool) throws {
        var draft = Draft(grey: Size(width: 32, height: 32))
        if isThere { draft.insert(0xE0, Array("AVI1".utf8) + [UInt8](repeating: 0, count: 25)) }
        #expect(try Fixture.repaired(draft.bytes).count == draft.bytes.count + 2 * (33 + 183))
    }

    @Test("A large segment of the maker's in front changes nothing")
    func largeSegmentsChangeNothing() throws {
        var draft = Draft(try Fixture.encoded())
        draft.removeAll(0xC4)
        for _ in 0..<3 { draft.insert(0xE4, [UInt8](repeating: 0xC4, count: 65_533)) }
        #expect(try Fixture.decoded(Fixture.repaired(draft.bytes)).warning == nil)
    }

    @Test(
        "Padding after the true end is cut off",
        arguments: [
            ("zeros", [UInt8](repeating: 0, count: 3)),
            ("many zeros", [UInt8](repeating: 0, count: 10_000)),
            ("another end", [0xFF, 0xD9]),
            ("a start as its last bytes", [0xFF, 0xD8]),
            ("chance", SplitMix.bytes(5000, seed: 3)),
        ])
    func paddingIsCut(what: String, padding: [UInt8]) throws {
        let bytes = try Fixture.encoded()
        #expect(try Fixture.repaired(bytes + padding) == bytes)
    }

    @Test("A decoder that has just read a picture with other tables shows the repaired one rightly")
    func repairedPicturesNeedNoFreshDecoder() throws {
        var draft = Draft(try Fixture.encoded())
        draft.removeAll(0xC4)
        let decoder = try JPEGDecoder()
        let first = try Fixture.repaired(Draft.separateScans.bytes)
        _ = try decoder.decode(first.span.bytes)
        let second = try Fixture.repaired(draft.bytes)
        let picture = try decoder.decode(second.span.bytes)
        #expect(picture.pixels == (try Fixture.decoded(Fixture.encoded()).pixels))
    }
}

import CTurboJPEG
import Camera
import JPEG
import MJPEG
import Testing

/// What the walk reads from whole pictures.
@Suite struct JPEGStructureTests {
    @Test(
        "Size, components and sampling are those that the encoder was told",
        arguments: [
            (TJSAMP_444, JPEGStructure.Subsampling.s444), (TJSAMP_422, .s422), (TJSAMP_420, .s420), (TJSAMP_440, .s440),
            (TJSAMP_411, .s411), (TJSAMP_GRAY, .grey),
        ])
    func samplingIsRead(subsampling: TJSAMP, expected: JPEGStructure.Subsampling) throws {
        let bytes = try Fixture.encoded(Size(width: 37, height: 21), subsampling: subsampling)
        let structure = try Fixture.structure(bytes)
        #expect(structure.size == Size(width: 37, height: 21))
        #expect(structure.subsampling == expected)
        #expect(structure.components.count == (expected == .grey ? 1 : 3))
        #expect(structure.end == bytes.count)
        #expect(!structure.isProgressive)
        #expect(structure.missingTables.isEmpty)
        #expect(structure.definedTables == (expected == .grey ? [.dc0, .ac0] : .standard))
    }

    @Test("4:2:2 is the same whether it is written as 2x1 and 1x1 or as 2x2 and 1x2")
    func samplingFactorsAreRelative() throws {
        var draft = Draft(grey: Size(width: 16, height: 16))
        draft.change(0xC0) { $0.replaceSubrange(6..., with: [1, 0x22, 0, 2, 0x12, 0, 3, 0x12, 0]) }
        #expect(try Fixture.structure(draft.bytes).subsampling == .s422)
    }

    @Test("Tables that are missing belong before the frame header")
    func tablesBelongBeforeTheFrame() throws {
        var draft = Draft(try Fixture.encoded())
        draft.removeAll(0xC4)
        let structure = try Fixture.structure(draft.bytes)
        #expect(structure.tablesOffset == draft.offset(of: 0xC0))
        #expect(structure.missingTables == .standard)
    }

    @Test("A progressive picture is known as one")
    func progressiveIsKnown() throws {
        let structure = try Fixture.structure(try Fixture.encoded(flags: TJFLAG_PROGRESSIVE))
        #expect(structure.isProgressive)
        #expect(structure.missingTables.isEmpty)
    }

    @Test("A picture of 300 bytes is as good as a large one, and so is one of a single pixel")
    func tinyPicturesAreGood() throws {
        #expect(Draft(grey: Size(width: 16, height: 16)).bytes.count < 300)
        #expect(try Fixture.structure(Draft(grey: Size(width: 16, height: 16)).bytes).size.width == 16)
        #expect(try Fixture.structure(Draft(grey: Size(width: 1, height: 1)).bytes).size == Size(width: 1, height: 1))
    }

    @Test("Sides up to the limit of libjpeg are read as they are", arguments: [2041, 4096, 65500])
    func largeSidesAreRead(side: Int) throws {
        let size = Size(width: side, height: 8)
        #expect(try Fixture.structure(Draft(grey: size).bytes).size == size)
    }

    @Test(
        "What the makers put into segments of their own is passed over",
        arguments: [
            ("a thumbnail", 0xE1, Draft(grey: Size(width: 8, height: 8)).bytes),
            ("a frame header", 0xE2, [0xFF, 0xC0] + Draft.frameHeader(Size(width: 1, height: 1))),
            ("Huffman tables", 0xE4, [0xFF, 0xC4, 0x00, 0x03, 0x00]),
            ("a scan", 0xFE, [0xFF, 0xDA, 0x00, 0x02, 0xFF, 0xD9]),
            ("the AVI header", 0xE0, Array("AVI1".utf8) + [UInt8](repeating: 0, count: 25)),
            ("nothing", 0xEF, []),
        ])
    func segmentsArePassedOver(what: String, marker: UInt8, body: [UInt8]) throws {
        var draft = Draft(grey: Size(width: 32, height: 16))
        draft.insert(marker, body)
        let structure = try Fixture.structure(draft.bytes)
        #expect(structure.size == Size(width: 32, height: 16))
        #expect(structure.end == draft.bytes.count)
        #expect(structure.missingTables == .standard)
        #expect(try Fixture.decoded(Fixture.repaired(draft.bytes)).warning == nil)
    }

    @Test("Any number of fill bytes may stand before a marker", arguments: [1, 2, 70])
    func fillBytesArePassedOver(count: Int) throws {
        let fill = [UInt8](repeating: 0xFF, count: count)
        var draft = Draft(grey: Size(width: 32, height: 32))
        draft.tail = fill + draft.tail
        let offset = try #require(draft.offset(of: 0xC0))
        var bytes = draft.bytes
        bytes.insert(contentsOf: fill, at: offset)
        let structure = try Fixture.structure(bytes)
        #expect(structure.end == bytes.count)
        #expect(structure.tablesOffset == offset)
        #expect(try Fixture.decoded(Fixture.repaired(bytes)).warning == nil)
    }

    @Test("Restart markers in their order are part of the scan", arguments: [1, 2, 3, 9])
    func restartMarkersAreData(interval: Int) throws {
        let draft = Draft(grey: Size(width: 80, height: 64), restartInterval: interval)
        #expect(try Fixture.structure(draft.bytes).end == draft.bytes.count)
        #expect(try Fixture.decoded(Fixture.repaired(draft.bytes)).warning == nil)
    }

    @Test("Stray bytes before a restart marker and before the end are let through, as decoders do")
    func strayBytesAreTolerated() throws {
        var draft = Draft(grey: Size(width: 64, height: 16), restartInterval: 1)
        draft.scan.insert(contentsOf: [0x00, 0x12, 0x00], at: 4)
        draft.scan += [0x00, 0xFF, 0x00, 0x00]
        let picture = try Fixture.decoded(Fixture.repaired(draft.bytes))
        #expect(picture[63, 15] == [128, 128, 128])
    }

    @Test("Fill bytes before a stuffed byte are data, as decoders read them")
    func fillBytesInTheScanAreData() throws {
        var draft = Draft(grey: Size(width: 64, height: 16), restartInterval: 1)
        draft.scan.insert(contentsOf: [0xFF, 0xFF, 0x00], at: 4)
        let picture = try Fixture.decoded(Fixture.repaired(draft.bytes))
        #expect(picture[63, 15] == [128, 128, 128])
    }

    @Test("A restart marker more than needed, right before the end, does no harm")
    func surplusRestartMarkerIsTolerated() throws {
        var draft = Draft(grey: Size(width: 64, height: 16), restartInterval: 1)
        draft.scan += [0xFF, 0xD3]
        #expect(try Fixture.decoded(Fixture.repaired(draft.bytes)).warning == nil)
    }

    @Test("A component may have a scan of its own, and a picture its tables between two scans")
    func scansMayBeSeparate() throws {
        let draft = Draft.separateScans
        let structure = try Fixture.structure(draft.bytes)
        #expect(structure.missingTables == [.dc0, .ac0])
        #expect(structure.definedTables == [.dc1, .ac1])
        #expect(try Fixture.decoded(Fixture.repaired(draft.bytes)).warning == nil)
    }
}

extension Draft {
    /// 16x16 evenly grey pixels whose three components come in three scans; the second brings its own tables.
    static var separateScans: Draft {
        var draft = Draft(grey: Size(width: 16, height: 16))
        draft.change(0xDA) { $0 = [1, 1, 0x00, 0, 63, 0] }
        let code: [UInt8] = [1] + [UInt8](repeating: 0, count: 15) + [0]
        let tables = Segment(marker: 0xC4, body: [0x01] + code + [0x11] + code)
        draft.scan = [0x28, 0xA2, 0x8A] + tables.bytes
        for component: UInt8 in [2, 3] {
            // One block of two codes of one bit each, and ones to fill the byte.
            draft.scan += Segment(marker: 0xDA, body: [1, component, 0x11, 0, 63, 0]).bytes + [0x3F]
        }
        return draft
    }
}

import Camera

/// Walks a picture from segment to segment and refuses what a decoder would not show whole.
///
/// Reads nothing outside of the bytes, whatever they say. What it accepts, libjpeg decodes without an error. A walk can
/// go on where the bytes ended when there are more of them; no byte of a scan is looked at twice.
struct MarkerWalk {
    /// Everything before it has been walked over.
    private(set) var offset = 0
    /// The segment before `offset`, and without its length where it lies; nil before the first.
    private(set) var lastSegment: (marker: Marker, body: Range<Int>)?
    /// Where the header of the last scan lies, without its length.
    private(set) var lastScanHeader: Range<Int>?
    /// The last scan whose header is sound, and where that lies.
    private(set) var lastScan: (header: ScanHeader, body: Range<Int>)?
    private(set) var frame: FrameHeader?
    private var quantization: UInt8 = 0
    private(set) var tables: HuffmanSlots = []
    private(set) var missing: HuffmanSlots = []
    private(set) var restartInterval = 0
    /// One bit for each component that a scan has brought.
    private var scanned: UInt8 = 0
    /// The scan whose data is being read.
    private var scan: OpenScan?

    private struct OpenScan {
        var header: ScanHeader
        /// Of its data.
        var start: Int
        var restarts = 0
    }

    /// The walk's result; throws if the bytes end before the picture.
    mutating func structure(of bytes: RawSpan) throws(JPEGFault) -> JPEGStructure {
        if offset == 0 { try readStart(bytes) }
        while true {
            let start = offset
            do throws(JPEGFault) {
                if let structure = try step(bytes) { return structure }
            } catch {
                if scan == nil { offset = start }
                throw error
            }
        }
    }

    /// Goes on with the same bytes and more; nil if the picture does not end in them.
    mutating func advance(over bytes: RawSpan) throws(JPEGFault) -> JPEGStructure? {
        do throws(JPEGFault) {
            return try structure(of: bytes)
        } catch {
            guard error.cause == .truncated, error.offset == bytes.byteCount else { throw error }
            return nil
        }
    }

    /// One segment, or the data of a scan.
    private mutating func step(_ bytes: RawSpan) throws(JPEGFault) -> JPEGStructure? {
        guard scan == nil else {
            try readEntropyCodedData(bytes)
            return nil
        }
        let (marker, start) = try nextMarker(bytes)
        switch marker {
        case .endOfImage:
            return try finish(at: start)
        case .startOfImage:
            throw JPEGFault(.malformed, at: start, "a second picture begins inside the first")
        case .startOfScan:
            let body = try segment(bytes, marker)
            lastScanHeader = body
            try readScan(body, bytes)
        case .baseline, .extendedSequential, .progressive:
            guard frame == nil else { throw JPEGFault(.malformed, at: start, "a second frame header") }
            frame = try FrameHeader(try segment(bytes, marker), of: bytes, marker: marker, at: start)
        case .huffmanTables:
            tables.formUnion(try HuffmanSlots(definedIn: try tableSegment(bytes, marker), of: bytes))
        case .quantizationTables:
            try readQuantization(try tableSegment(bytes, marker), bytes)
        case .restartInterval:
            let body = try segment(bytes, marker)
            guard body.count == 2 else { throw JPEGFault(.malformed, at: start, "a restart interval of odd size") }
            restartInterval = bytes.word(at: body.lowerBound)
        case .comment, .numberOfLines:
            _ = try segment(bytes, marker)
        case _ where marker.isApplicationData:
            _ = try segment(bytes, marker)
        case .arithmeticConditioning:
            throw JPEGFault(.unsupported, at: start, "an arithmetic-coded picture")
        case _ where marker.isUnsupportedFrame:
            throw JPEGFault(.unsupported, at: start, "a lossless, hierarchical or arithmetic-coded picture")
        default:
            throw JPEGFault(.malformed, at: start, "a marker that has no place here")
        }
        return nil
    }

    private mutating func readStart(_ bytes: RawSpan) throws(JPEGFault) {
        guard !bytes.isEmpty else { throw JPEGFault(.empty, at: 0, "no bytes") }
        guard bytes.byte(at: 0) == 0xFF, bytes.byteCount == 1 || bytes.byte(at: 1) == Marker.startOfImage.rawValue
        else { throw JPEGFault(.garbage, at: 0, "no JPEG: it does not begin with a start-of-image marker") }
        offset = 2
    }

    /// The marker that must stand here, and where its first `FF` is. Any number of further `FF` may fill up before it.
    private mutating func nextMarker(_ bytes: RawSpan) throws(JPEGFault) -> (Marker, start: Int) {
        let start = offset
        while offset < bytes.byteCount, bytes.byte(at: offset) == 0xFF { offset += 1 }
        guard offset < bytes.byteCount else {
            throw JPEGFault(.truncated, at: bytes.byteCount, "the picture ends before its end-of-image marker")
        }
        guard offset > start else { throw JPEGFault(.malformed, at: start, "stray bytes where a marker must be") }
        defer { offset += 1 }
        return (Marker(rawValue: bytes.byte(at: offset)), start)
    }

    /// The bytes of the segment that begins here, without its length, and goes behind it.
    private mutating func segment(_ bytes: RawSpan, _ marker: Marker) throws(JPEGFault) -> Range<Int> {
        let start = offset
        guard start + 2 <= bytes.byteCount else {
            throw JPEGFault(.truncated, at: bytes.byteCount, "the picture ends inside a header")
        }
        let length = bytes.word(at: start)
        guard length >= 2 else { throw JPEGFault(.malformed, at: start, "a segment shorter than its own length") }
        guard start + length <= bytes.byteCount else {
            throw JPEGFault(.truncated, at: bytes.byteCount, "the picture ends inside a header")
        }
        offset = start + length
        lastSegment = (marker, start + 2..<offset)
        return start + 2..<offset
    }

    /// The same for tables. Where a picture is cut in one, it goes on in the next picture and looks whole.
    private mutating func tableSegment(_ bytes: RawSpan, _ marker: Marker) throws(JPEGFault) -> Range<Int> {
        let body = try segment(bytes, marker)
        for offset in body where bytes.isStartOfImage(at: offset) && offset + 1 < body.upperBound {
            guard offset + 3 < bytes.byteCount else {
                throw JPEGFault(.truncated, at: bytes.byteCount, "the picture ends inside a header")
            }
            // The tables of a very coarse picture may have the first three of these bytes.
            if bytes.byte(at: offset + 2) == 0xFF, Marker(rawValue: bytes.byte(at: offset + 3)).opensPictures {
                throw JPEGFault(.malformed, at: offset, "a second picture begins inside the first")
            }
        }
        return body
    }

    private mutating func readQuantization(_ body: Range<Int>, _ bytes: RawSpan) throws(JPEGFault) {
        var at = body.lowerBound
        while at < body.upperBound {
            let (precision, slot) = (bytes.byte(at: at) >> 4, bytes.byte(at: at) & 15)
            at += precision == 0 ? 65 : 129
            guard precision <= 1, slot <= 3, at <= body.upperBound else {
                throw JPEGFault(.malformed, at: body.lowerBound, "a damaged quantisation table")
            }
            quantization |= 1 << slot
        }
    }

    private mutating func readScan(_ body: Range<Int>, _ bytes: RawSpan) throws(JPEGFault) {
        guard let frame else { throw JPEGFault(.malformed, at: body.lowerBound, "a scan before the frame header") }
        let scan = try ScanHeader(body, of: bytes, frame: frame)
        for index in scan.components where quantization & 1 << frame.components[index].quantization == 0 {
            throw JPEGFault(.malformed, at: body.lowerBound, "a scan without its quantisation table")
        }
        if scan.beginsComponents {
            let brought = scan.components.reduce(UInt8(0)) { $0 | 1 << UInt8($1) }
            guard scanned & brought == 0 else {
                throw JPEGFault(.malformed, at: body.lowerBound, "a component comes twice")
            }
            scanned |= brought
        }
        let absent = scan.usedTables.subtracting(tables)
        guard absent.isEmpty || (!frame.isProgressive && absent.isSubset(of: .standard)) else {
            throw JPEGFault(.malformed, at: body.lowerBound, "a Huffman table is missing that has no standard form")
        }
        missing.formUnion(absent)
        lastScan = (scan, body)
        self.scan = OpenScan(header: scan, start: offset)
    }

    /// Goes through the scan's data to the marker that ends it.
    private mutating func readEntropyCodedData(_ bytes: RawSpan) throws(JPEGFault) {
        guard var scan, let frame else { return }
        defer { self.scan?.restarts = scan.restarts }
        while true {
            guard let found = bytes.firstMarkerOffset(from: offset) else {
                // The last byte may be the first of a marker.
                offset = max(offset, bytes.byteCount - 1)
                throw JPEGFault(.truncated, at: bytes.byteCount, "the scan ends before the end-of-image marker")
            }
            offset = found
            let marker: Marker
            do throws(JPEGFault) {
                marker = try nextMarker(bytes).0
            } catch {
                offset = found
                throw error
            }
            if marker.rawValue == 0 { continue }  // The data byte FF after fill bytes.
            guard let number = marker.restartNumber else {
                offset = found
                break
            }
            // A gap in their order: what was between them is lost.
            guard restartInterval > 0, number == scan.restarts & 7 else {
                throw JPEGFault(.malformed, at: found, "a restart marker out of its order")
            }
            scan.restarts += 1
        }
        // Cameras that lose data in the middle may still write the end. Bytes too many are harmless, and common.
        let (units, bits) = (scan.header.units, (offset - scan.start) * 8)
        let intervals = restartInterval == 0 ? 1 : (units + restartInterval - 1) / restartInterval
        guard scan.restarts >= intervals - 1, frame.isProgressive || bits >= scan.header.minimumBits else {
            throw JPEGFault(.truncated, at: offset, "the scan is too short for the picture's size")
        }
        self.scan = nil
    }

    private func finish(at start: Int) throws(JPEGFault) -> JPEGStructure {
        guard let frame else { throw JPEGFault(.malformed, at: start, "no frame header") }
        guard scanned == 1 << UInt8(frame.components.count) - 1 else {
            throw JPEGFault(.malformed, at: start, "a component has no scan")
        }
        return JPEGStructure(
            size: frame.size, components: frame.components, isProgressive: frame.isProgressive, definedTables: tables,
            missingTables: missing, tablesOffset: frame.offset, end: offset)
    }
}

extension MarkerWalk {
    /// The picture if it lacks nothing but its end-of-image marker; nil if it lacks more, or if that cannot be told.
    ///
    /// Told of sequential pictures with one scan, as cameras make them: the scan's codes are read to the last block.
    /// - Parameter bytes: up to where the picture ends at the latest.
    func structureWithoutEnd(of bytes: RawSpan) -> JPEGStructure? {
        guard let frame, !frame.isProgressive, let (scan, header) = lastScan,
            scan.components.count == frame.components.count
        else { return nil }
        var codes = HuffmanTables()
        for segment in missing.segments {
            segment.withUnsafeBytes { codes.define($0.bytes.extracting(4...)) }
        }
        for segment in tableSegments(of: bytes, upTo: header.lowerBound) { codes.define(bytes.extracting(segment)) }

        var blocks: [(dc: HuffmanCodes, ac: HuffmanCodes)] = []
        for (number, index) in scan.components.enumerated() {
            let component = frame.components[index]
            let count = scan.components.count == 1 ? 1 : component.horizontal * component.vertical
            guard let tables = codes.codes(for: bytes.byte(at: header.lowerBound + 2 + 2 * number)) else { return nil }
            blocks += Array(repeating: tables, count: count)
        }
        var data = BlockScan(from: header.upperBound)
        guard let end = data.end(in: bytes, units: scan.units, blocks: blocks, interval: restartInterval) else {
            return nil
        }
        return JPEGStructure(
            size: frame.size, components: frame.components, isProgressive: false, definedTables: tables,
            missingTables: missing, tablesOffset: frame.offset, end: end, isEndMissing: true)
    }

    /// Where the define-table segments lie, without their lengths: this has walked over them.
    private func tableSegments(of bytes: RawSpan, upTo end: Int) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var offset = 2
        while offset < end {
            while bytes.byte(at: offset) == 0xFF { offset += 1 }
            let (marker, body) = (Marker(rawValue: bytes.byte(at: offset)), offset + 3)
            offset += 1 + bytes.word(at: offset + 1)
            if marker == .huffmanTables { found.append(body..<offset) }
        }
        return found
    }
}

/// Reads the codes of a sequential scan, to find where its data end when no marker says so.
///
/// Of the coefficients only the number of bits counts.
struct BlockScan {
    /// Of the byte that is read next.
    private var offset: Int
    /// Bits that have been read and not used, the last `count` of them.
    private var bits = 0
    private var count = 0

    init(from start: Int) { offset = start }

    /// Where the data end; nil if not all blocks are there.
    /// - Parameters:
    ///   - units: minimum coded units.
    ///   - blocks: the tables of each block in a unit.
    ///   - interval: units between two restart markers; 0 if there are none.
    mutating func end(
        in bytes: RawSpan, units: Int, blocks: [(dc: HuffmanCodes, ac: HuffmanCodes)], interval: Int
    ) -> Int? {
        for unit in 0..<units {
            if interval > 0, unit > 0, unit % interval == 0 {
                guard skipRestart(unit / interval - 1, bytes) else { return nil }
            }
            for block in blocks {
                guard skipBlock(block.dc, block.ac, bytes) else { return nil }
            }
        }
        // Bytes that were read ahead, with the zeros behind their FF, belong to what follows.
        var end = offset
        for _ in 0..<count / 8 {
            end -= 1
            if end > 0, bytes.byte(at: end) == 0, bytes.byte(at: end - 1) == 0xFF { end -= 1 }
        }
        return end
    }

    private mutating func skipBlock(_ dc: HuffmanCodes, _ ac: HuffmanCodes, _ bytes: RawSpan) -> Bool {
        guard let size = symbol(dc, bytes), skip(Int(size), bytes) else { return false }
        var index = 1
        while index < 64 {
            guard let symbol = symbol(ac, bytes) else { return false }
            let (run, size) = (Int(symbol >> 4), Int(symbol & 15))
            if symbol == 0 { return true }
            // Without a size only a run of sixteen is a code.
            guard size > 0 || run == 15 else { return false }
            index += run + 1
            guard index <= 64, skip(size, bytes) else { return false }
        }
        return true
    }

    private mutating func symbol(_ codes: HuffmanCodes, _ bytes: RawSpan) -> UInt8? {
        fill(bytes)
        let next = count >= 16 ? bits >> (count - 16) : bits << (16 - count)
        guard let (symbol, length) = codes.symbol(at: next & 0xFFFF), skip(length, bytes) else { return nil }
        return symbol
    }

    /// False if there are not so many bits, 16 at most.
    private mutating func skip(_ number: Int, _ bytes: RawSpan) -> Bool {
        fill(bytes)
        guard number <= count else { return false }
        count -= number
        bits &= 1 << count - 1
        return true
    }

    private mutating func fill(_ bytes: RawSpan) {
        while count <= 16, offset < bytes.byteCount {
            let byte = bytes.byte(at: offset)
            if byte == 0xFF {
                guard offset + 1 < bytes.byteCount, bytes.byte(at: offset + 1) == 0 else { return }
                offset += 1
            }
            offset += 1
            bits = bits << 8 | Int(byte)
            count += 8
        }
    }

    /// Goes behind the marker that must be the next one.
    private mutating func skipRestart(_ number: Int, _ bytes: RawSpan) -> Bool {
        (bits, count) = (0, 0)
        guard let marker = bytes.firstMarkerOffset(from: offset) else { return false }
        offset = marker
        while offset < bytes.byteCount, bytes.byte(at: offset) == 0xFF { offset += 1 }
        guard offset < bytes.byteCount, Marker(rawValue: bytes.byte(at: offset)).restartNumber == number & 7 else {
            return false
        }
        offset += 1
        return true
    }
}

/// The codes of one Huffman table, to be read from a scan.
struct HuffmanCodes {
    /// For each length from 1 on, the codes that have it: the first, how many, and where their symbols begin.
    private var rows: [(first: Int, count: Int, symbols: Int)] = []
    private var symbols: [UInt8] = []

    /// - Parameter definition: as in a define-table segment that has been checked, from the table's slot on.
    init(_ definition: RawSpan) {
        var (code, total) = (0, 0)
        for length in 1...16 {
            let count = Int(definition.byte(at: length))
            rows.append((code, count, total))
            total += count
            code = (code + count) << 1
        }
        symbols = (0..<total).map { definition.byte(at: 17 + $0) }
    }

    /// Bytes of the table in its segment.
    var byteCount: Int { 17 + symbols.count }

    /// The symbol whose code the bits begin with, and the code's length; nil if none has such a code.
    /// - Parameter bits: the next sixteen.
    func symbol(at bits: Int) -> (symbol: UInt8, length: Int)? {
        for (index, row) in rows.enumerated() {
            let number = bits >> (15 - index) - row.first
            if (0..<row.count).contains(number) { return (symbols[row.symbols + number], index + 1) }
        }
        return nil
    }
}

/// The tables of a picture by their slots.
struct HuffmanTables {
    private var dc = [HuffmanCodes?](repeating: nil, count: 4)
    private var ac = [HuffmanCodes?](repeating: nil, count: 4)

    /// - Parameter body: of a define-table segment that has been checked.
    mutating func define(_ body: RawSpan) {
        var at = 0
        while at < body.byteCount {
            let (kind, slot) = (body.byte(at: at) >> 4, Int(body.byte(at: at) & 3))
            let codes = HuffmanCodes(body.extracting(at...))
            if kind == 0 { dc[slot] = codes } else { ac[slot] = codes }
            at += codes.byteCount
        }
    }

    /// - Parameter selectors: as a scan's header has them for each of its components.
    func codes(for selectors: UInt8) -> (dc: HuffmanCodes, ac: HuffmanCodes)? {
        guard let dc = dc[Int(selectors >> 4) & 3], let ac = ac[Int(selectors & 3)] else { return nil }
        return (dc, ac)
    }
}

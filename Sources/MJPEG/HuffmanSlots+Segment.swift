import Camera

extension HuffmanSlots {
    /// The slots that a define-table segment fills. Throws for tables from which no decoder can be made.
    init(definedIn body: Range<Int>, of bytes: RawSpan) throws(JPEGFault) {
        self = []
        var at = body.lowerBound
        while at < body.upperBound {
            let malformed = JPEGFault(.malformed, at: at, "a damaged Huffman table")
            guard at + 17 <= body.upperBound else { throw malformed }
            let (kind, slot) = (bytes.byte(at: at) >> 4, bytes.byte(at: at) & 15)
            guard kind <= 1, slot <= 3 else { throw malformed }
            var (total, code) = (0, 0)
            for length in 1...16 {
                let count = Int(bytes.byte(at: at + length))
                total += count
                code = code << 1 + count
                // No code may be all ones, or longer than its length.
                guard code < 1 << length else { throw malformed }
            }
            at += 17
            guard (1...256).contains(total), at + total <= body.upperBound else { throw malformed }
            if kind == 0 {
                // For the first coefficient a symbol is a number of bits.
                guard (at..<at + total).allSatisfy({ bytes.byte(at: $0) <= 15 }) else { throw malformed }
            }
            at += total
            insert(kind == 0 ? .dc(slot) : .ac(slot))
        }
    }
}

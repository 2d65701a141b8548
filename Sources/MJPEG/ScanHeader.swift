import Camera

/// The segment before entropy-coded data: which components it brings, and by which tables.
struct ScanHeader {
    /// Indices into the frame's components.
    var components: [Int] = []
    var usedTables: HuffmanSlots = []
    /// Whether the components have not been there before: not a refining pass of a progressive picture.
    var beginsComponents: Bool
    /// Minimum coded units, between which restart markers count.
    var units: Int
    /// Fewer bits of data cannot hold the blocks of a sequential scan.
    var minimumBits: Int

    init(_ body: Range<Int>, of bytes: RawSpan, frame: FrameHeader) throws(JPEGFault) {
        let at = body.lowerBound
        let malformed = JPEGFault(.malformed, at: at, "a damaged scan header")
        guard !body.isEmpty else { throw malformed }
        let count = Int(bytes.byte(at: at))
        guard (1...frame.components.count).contains(count), body.count == 4 + 2 * count else { throw malformed }

        let tail = at + 1 + 2 * count
        let (first, last) = (bytes.byte(at: tail), bytes.byte(at: tail + 1))
        let (high, low) = (bytes.byte(at: tail + 2) >> 4, bytes.byte(at: tail + 2) & 15)
        if frame.isProgressive {
            let isBandValid = first == 0 ? last == 0 : first <= last && last < 64 && count == 1
            guard isBandValid, high == 0 || high == low + 1, low <= 13 else { throw malformed }
        }
        beginsComponents = !frame.isProgressive || (first == 0 && high == 0)

        for number in 0..<count {
            let (id, selectors) = (bytes.byte(at: at + 1 + 2 * number), bytes.byte(at: at + 2 + 2 * number))
            // In the frame's order, as the standard has it; a few cameras give all components the same id.
            let rest = (components.last.map { $0 + 1 } ?? 0)..<frame.components.count
            guard let index = rest.first(where: { frame.components[$0].id == id }), selectors & 0xCC == 0 else {
                throw malformed
            }
            components.append(index)
            if !frame.isProgressive || (first == 0 && high == 0) { usedTables.insert(.dc(selectors >> 4)) }
            if !frame.isProgressive || first > 0 { usedTables.insert(.ac(selectors & 3)) }
        }
        let blocks = ScanHeader.blocks(of: components, in: frame)
        guard count == 1 || blocks.perUnit <= 10 else { throw malformed }
        units = blocks.units
        // One bit at least for the first coefficient, and one for the end of the block.
        minimumBits = units * blocks.perUnit * 2
    }

    private static func blocks(of components: [Int], in frame: FrameHeader) -> (units: Int, perUnit: Int) {
        let factors = frame.maximumFactors
        let (width, height) = (frame.size.width, frame.size.height)
        guard components.count > 1 else {
            // A component alone is not padded to whole units of all.
            let component = frame.components[components[0]]
            let across = ceiling(ceiling(width * component.horizontal, factors.horizontal), 8)
            return (across * ceiling(ceiling(height * component.vertical, factors.vertical), 8), 1)
        }
        let perUnit = components.reduce(0) { $0 + frame.components[$1].horizontal * frame.components[$1].vertical }
        return (ceiling(width, 8 * factors.horizontal) * ceiling(height, 8 * factors.vertical), perUnit)
    }

    private static func ceiling(_ value: Int, _ divisor: Int) -> Int { (value + divisor - 1) / divisor }
}

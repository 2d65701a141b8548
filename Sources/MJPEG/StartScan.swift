extension RawSpan {
    /// Where a start-of-image marker with a further marker behind it stands, from `start` on.
    func startOfPicture(from start: Int) -> Int? {
        withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var offset = start
            while offset + 2 < bytes.count {
                // Long runs of padding are passed in blocks, without a branch for each byte.
                while offset + StartBlock.size < bytes.count, !StartBlock.hasMarker(base + offset) {
                    offset += StartBlock.size
                }
                let end = min(offset + StartBlock.size, bytes.count - 2)
                while offset < end {
                    if bytes[offset] == 0xFF, bytes[offset + 1] == 0xD8, bytes[offset + 2] == 0xFF { return offset }
                    offset += 1
                }
            }
            return nil
        }
    }

    /// Where a byte stands first, from `start` on and before `end`.
    func firstOffset(of byte: UInt8, from start: Int, upTo end: Int) -> Int? {
        var offset = start
        while offset < end {
            if self.byte(at: offset) == byte { return offset }
            offset += 1
        }
        return nil
    }
}

private enum StartBlock {
    static let size = 64

    /// Whether one of `size` bytes is an `FF` with `D8` after it. Reads one byte more.
    @inline(__always)
    static func hasMarker(_ start: UnsafeRawPointer) -> Bool {
        var found: UInt8 = 0
        for index in 0..<size {
            let (here, next) = (
                start.load(fromByteOffset: index, as: UInt8.self), start.load(fromByteOffset: index + 1, as: UInt8.self)
            )
            found |= (here == 0xFF ? 1 : 0) & (next == 0xD8 ? 1 : 0)
        }
        return found != 0
    }
}

extension RawSpan {
    /// Where the next `FF` stands that no zero byte follows, from `start` on; nil if there is none, or none to tell.
    ///
    /// In entropy-coded data `FF 00` stands for the byte FF, so this is a marker or a fill byte before one.
    func firstMarkerOffset(from start: Int) -> Int? {
        withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var offset = start
            // A block a step, and one byte more for what follows the last of the block.
            while offset + MarkerBlock.size < bytes.count, !MarkerBlock.hasMarker(base + offset) {
                offset += MarkerBlock.size
            }
            while offset + 1 < bytes.count {
                if bytes[offset] == 0xFF, bytes[offset + 1] != 0 { return offset }
                offset += 1
            }
            return nil
        }
    }
}

private enum MarkerBlock {
    static let size = 64

    /// Whether one of `size` bytes is an `FF` without a zero after it. Reads one byte more.
    ///
    /// Without a branch in its loop: the compiler makes of it a few vector instructions, 16 or 32 bytes each.
    @inline(__always)
    static func hasMarker(_ start: UnsafeRawPointer) -> Bool {
        var found: UInt8 = 0
        for index in 0..<size {
            let (here, next) = (
                start.load(fromByteOffset: index, as: UInt8.self), start.load(fromByteOffset: index + 1, as: UInt8.self)
            )
            found |= (here == 0xFF ? 1 : 0) & (next != 0 ? 1 : 0)
        }
        return found != 0
    }
}

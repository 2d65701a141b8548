extension RawSpan {
    /// Where the next `FF` stands that no zero byte follows, from `start` on; nil if there is none, or none to tell.
    ///
    /// In entropy-coded data `FF 00` stands for the byte FF, so this is a marker or a fill byte before one.
    func firstMarkerOffset(from start: Int) -> Int? {
        withUnsafeBytes { bytes in
            var offset = start
            // 64 bytes a step, and the 65th for what follows the last of them.
            while offset + 65 <= bytes.count {
                guard !bytes.hasMarker(at: offset) else { break }
                offset += 64
            }
            while offset + 2 <= bytes.count {
                if bytes[offset] == 0xFF, bytes[offset + 1] != 0 { return offset }
                offset += 1
            }
            return nil
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether one of the 64 bytes from `offset` on is an `FF` without a zero after it. Reads 65 bytes.
    @inline(__always)
    fileprivate func hasMarker(at offset: Int) -> Bool {
        var found = SIMD2<UInt64>.zero
        for step in stride(from: offset, to: offset + 64, by: 16) {
            let here = loadUnaligned(fromByteOffset: step, as: SIMD16<UInt8>.self)
            let next = loadUnaligned(fromByteOffset: step + 1, as: SIMD16<UInt8>.self)
            found |= unsafeBitCast((here .== 0xFF) .& (next .!= 0), to: SIMD2<UInt64>.self)
        }
        return found[0] | found[1] != 0
    }
}

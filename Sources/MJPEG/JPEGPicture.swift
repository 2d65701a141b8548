package import Camera

/// A JPEG that any browser shows: checked, cut at its true end, with the Huffman tables or the end that it lacked.
package struct JPEGPicture: Sendable {
    package var bytes: FrameBytes
    package var size: Size

    /// Copies the one picture out of a buffer: one allocation, one copy, and the buffer is free again.
    package init(copying buffer: RawSpan) throws(JPEGFault) {
        try self.init(JPEGStructure(onlyIn: buffer), of: buffer)
    }

    /// Copies a picture whose structure is known: `buffer` is what that was read from.
    package init(_ structure: JPEGStructure, of buffer: RawSpan) {
        let tables = structure.missingTables.isEmpty ? [] : structure.missingTables.segments
        let ending: [UInt8] = structure.isEndMissing ? [0xFF, Marker.endOfImage.rawValue] : []
        let capacity = structure.end + tables.reduce(0) { $0 + $1.count } + ending.count
        size = structure.size
        bytes = buffer.extracting(first: structure.end).withUnsafeBytes { source in
            FrameBytes(capacity: capacity) { target in
                var filled = 0
                func append(_ piece: UnsafeRawBufferPointer) {
                    UnsafeMutableRawBufferPointer(rebasing: target[filled...]).copyMemory(from: piece)
                    filled += piece.count
                }
                append(UnsafeRawBufferPointer(rebasing: source[..<structure.tablesOffset]))
                for table in tables { table.withUnsafeBytes(append) }
                append(UnsafeRawBufferPointer(rebasing: source[structure.tablesOffset...]))
                ending.withUnsafeBytes(append)
                return filled
            }
        }
    }
}

/// The pictures in a run of bare JPEGs, one behind the other, as recorders write them to a file.
package struct JPEGSequence: Sendable {
    /// How far the bytes have been read: behind the last picture, or inside of a broken one.
    package private(set) var offset = 0

    package init() {}

    /// Copies the next picture out of `bytes`, which are the same in every call; nil at their end.
    ///
    /// Padding between pictures is passed over. Throws at a broken picture; the next call goes on behind its start.
    package mutating func next(in bytes: RawSpan) throws(JPEGFault) -> JPEGPicture? {
        guard let start = bytes.startOfPicture(from: offset) else {
            offset = bytes.byteCount
            return nil
        }
        offset = start + 2
        do {
            let rest = bytes.extracting(start...)
            let structure = try JPEGStructure(firstIn: rest)
            offset = start + structure.end
            return JPEGPicture(structure, of: rest)
        } catch {
            throw JPEGFault(error.cause, at: start + error.offset, error.reason)
        }
    }
}

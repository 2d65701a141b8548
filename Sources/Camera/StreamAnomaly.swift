/// What a stream of pictures did that it should not do, and that cost no picture. The raw value is its name in
/// `/cam/<id>/status`.
package enum StreamAnomaly: String, CaseIterable, Sendable {
    /// Bytes before a picture that are neither a header nor a picture.
    case junk
    /// Bytes between a picture's true end and what follows it.
    case padding
    /// A `Content-Length` that is no number, or more than a picture may have.
    case badLength
    /// A `Content-Length` that is not the picture's.
    case lengthMismatch
    /// A part that begins without a boundary line, in a stream that has them.
    case missingBoundary
    /// A boundary line directly after another.
    case repeatedBoundary
    /// A part with headers and without a picture.
    case emptyPart
    /// More headers before a picture than anyone needs.
    case longHeader
    /// A picture that lies inside of a broken one: most likely its thumbnail.
    case innerPicture
    /// A picture without its Huffman tables; the standard's were put in.
    case missingTables
    /// A picture without its end-of-image marker, in a stream whose pictures all lack it; it was put in.
    case missingEnd
}

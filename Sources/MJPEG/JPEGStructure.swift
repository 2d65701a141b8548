package import Camera

/// What the markers of one JPEG say: its size, its coding, the tables that it lacks, and where it truly ends.
///
/// Found by walking from segment to segment. A search for the bytes of a marker would find those of the
/// thumbnails and the makers' data inside the segments too.
package struct JPEGStructure: Equatable, Sendable {
    package var size: Size
    /// Brightness alone, or brightness and two colour differences.
    package var components: [Component]
    package var isProgressive: Bool
    /// Slots that the picture itself fills, at any place.
    package var definedTables: HuffmanSlots
    /// Slots that a scan uses though nothing has filled them: the standard's tables belong there.
    package var missingTables: HuffmanSlots
    /// Where missing tables are put in: right before the frame header.
    package var tablesOffset: Int
    /// One past the last byte of the end-of-image marker, or of the scan if that marker is missing. What follows is
    /// padding.
    package var end: Int
    /// The picture is whole but for its end-of-image marker, which belongs at `end`.
    package var isEndMissing: Bool

    package struct Component: Equatable, Sendable {
        package var id: UInt8
        /// Sampling factors, 1 to 4.
        package var horizontal: Int
        package var vertical: Int
        /// The quantisation table that it uses, 0 to 3.
        var quantization: UInt8
    }

    /// How many pixels share a colour sample.
    package enum Subsampling: Equatable, Sendable {
        case grey, s444, s422, s420, s440, s411, other
    }

    package var subsampling: Subsampling {
        guard components.count == 3 else { return .grey }
        let (luma, blue, red) = (components[0], components[1], components[2])
        guard (blue.horizontal, blue.vertical) == (red.horizontal, red.vertical),
            luma.horizontal % blue.horizontal == 0, luma.vertical % blue.vertical == 0
        else { return .other }
        // The factors count relative to each other: 2x2 with 1x2 is the same as 2x1 with 1x1.
        switch (luma.horizontal / blue.horizontal, luma.vertical / blue.vertical) {
        case (1, 1): return .s444
        case (2, 1): return .s422
        case (2, 2): return .s420
        case (1, 2): return .s440
        case (4, 1): return .s411
        default: return .other
        }
    }

    /// The first picture in `bytes`, which must begin with it; whatever follows it is not looked at.
    ///
    /// Throws for what a decoder could not show whole. That includes a picture without an end-of-image marker, also
    /// if its scan looks complete: only decoding could tell whether the last rows are there.
    package init(firstIn bytes: RawSpan) throws(JPEGFault) {
        var walk = MarkerWalk()
        self = try walk.structure(of: bytes)
    }

    /// The one picture in a buffer, padding after it allowed, a second picture right behind it not.
    package init(onlyIn bytes: RawSpan) throws(JPEGFault) {
        try self.init(firstIn: bytes)
        // Only at the very end: further on, padding may hold any bytes by chance.
        if end + 2 < bytes.byteCount, bytes.byte(at: end) == 0xFF, bytes.byte(at: end + 1) == 0xD8,
            bytes.byte(at: end + 2) == 0xFF
        {
            throw JPEGFault(.malformed, at: end, "a second picture follows in the same buffer")
        }
    }

    init(
        size: Size, components: [Component], isProgressive: Bool, definedTables: HuffmanSlots,
        missingTables: HuffmanSlots, tablesOffset: Int, end: Int, isEndMissing: Bool = false
    ) {
        self.size = size
        self.components = components
        self.isProgressive = isProgressive
        self.definedTables = definedTables
        self.missingTables = missingTables
        self.tablesOffset = tablesOffset
        self.end = end
        self.isEndMissing = isEndMissing
    }
}

extension RawSpan {
    /// Traps outside of the span, as all of its loads do.
    func byte(at offset: Int) -> UInt8 { unsafeLoad(fromByteOffset: offset, as: UInt8.self) }

    /// Two bytes, the high one first, as everywhere in JPEG.
    func word(at offset: Int) -> Int { Int(byte(at: offset)) << 8 | Int(byte(at: offset + 1)) }

    func isStartOfImage(at offset: Int) -> Bool {
        offset + 1 < byteCount && byte(at: offset) == 0xFF && byte(at: offset + 1) == Marker.startOfImage.rawValue
    }
}

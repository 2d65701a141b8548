import Camera

/// The segment that says how large the picture is and how it is coded.
struct FrameHeader {
    var size: Size
    var components: [JPEGStructure.Component]
    var isProgressive: Bool
    /// Where its marker begins.
    var offset: Int

    /// Throws unless browsers show this kind of picture.
    init(_ body: Range<Int>, of bytes: RawSpan, marker: Marker, at offset: Int) throws(JPEGFault) {
        guard body.count >= 6 else { throw JPEGFault(.malformed, at: offset, "a frame header too short") }
        let at = body.lowerBound
        let count = Int(bytes.byte(at: at + 5))
        guard count >= 1, body.count == 6 + 3 * count else {
            throw JPEGFault(.malformed, at: offset, "a frame header that does not fit its components")
        }
        guard bytes.byte(at: at) == 8 else {
            throw JPEGFault(.unsupported, at: offset, "\(bytes.byte(at: at)) bits a sample, not 8")
        }
        guard count == 1 || count == 3 else {
            throw JPEGFault(.unsupported, at: offset, "\(count) colour components, not 1 or 3")
        }
        size = Size(width: bytes.word(at: at + 3), height: bytes.word(at: at + 1))
        guard size.height > 0 else {
            throw JPEGFault(.unsupported, at: offset, "a height that only the end would tell")
        }
        guard size.width > 0 else { throw JPEGFault(.malformed, at: offset, "a picture without width") }
        // The limit of libjpeg, and so of most browsers.
        guard size.width <= 65500, size.height <= 65500 else {
            throw JPEGFault(.unsupported, at: offset, "\(size) pixels, more than 65500 on a side")
        }
        components = (0..<count).map { number in
            let at = at + 6 + 3 * number
            let factors = bytes.byte(at: at + 1)
            return JPEGStructure.Component(
                id: bytes.byte(at: at), horizontal: Int(factors >> 4), vertical: Int(factors & 15),
                quantization: bytes.byte(at: at + 2))
        }
        isProgressive = marker == .progressive
        self.offset = offset
        guard components.allSatisfy({ (1...4) ~= $0.horizontal && (1...4) ~= $0.vertical && $0.quantization < 4 })
        else {
            throw JPEGFault(.malformed, at: offset, "a component with impossible factors")
        }
        let (horizontal, vertical) = maximumFactors
        guard components.allSatisfy({ horizontal % $0.horizontal == 0 && vertical % $0.vertical == 0 }) else {
            throw JPEGFault(.unsupported, at: offset, "colours sampled at a fraction of a pixel")
        }
    }

    var maximumFactors: (horizontal: Int, vertical: Int) {
        components.reduce((1, 1)) { (max($0.0, $1.horizontal), max($0.1, $1.vertical)) }
    }
}

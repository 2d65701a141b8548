/// The second byte of a JPEG marker; the first is always `FF`.
struct Marker: RawRepresentable, Equatable {
    let rawValue: UInt8

    static let startOfImage = Marker(rawValue: 0xD8)
    static let endOfImage = Marker(rawValue: 0xD9)
    static let startOfScan = Marker(rawValue: 0xDA)
    static let quantizationTables = Marker(rawValue: 0xDB)
    static let numberOfLines = Marker(rawValue: 0xDC)
    static let restartInterval = Marker(rawValue: 0xDD)
    static let huffmanTables = Marker(rawValue: 0xC4)
    static let arithmeticConditioning = Marker(rawValue: 0xCC)
    static let baseline = Marker(rawValue: 0xC0)
    static let extendedSequential = Marker(rawValue: 0xC1)
    static let progressive = Marker(rawValue: 0xC2)
    static let comment = Marker(rawValue: 0xFE)

    /// 0 to 7 for `RST0` to `RST7`, which stand between the intervals of a scan; nil for all others.
    var restartNumber: Int? { rawValue & 0xF8 == 0xD0 ? Int(rawValue & 7) : nil }

    /// `APP0` to `APP15`: what the maker likes, a whole thumbnail JPEG too.
    var isApplicationData: Bool { rawValue & 0xF0 == 0xE0 }

    /// What follows the start of an image.
    var opensPictures: Bool {
        isApplicationData || [.quantizationTables, .huffmanTables, .baseline, .progressive, .comment].contains(self)
    }

    /// A frame header of any coding process, or of an extension of the standard that nobody decodes.
    var isUnsupportedFrame: Bool {
        // C3, C5-C7: lossless and hierarchical; C8: reserved for extensions; C9-CB, CD-CF: arithmetic coding;
        // DE, DF: hierarchical.
        switch rawValue {
        case 0xC3, 0xC5...0xCB, 0xCD...0xCF, 0xDE, 0xDF: true
        default: false
        }
    }
}

import WebAssets

/// A file of the pages with blanks, `{{name}}`, for what only a running hub knows. As it stands it is nothing to be
/// served.
struct PageTemplate<Blank: RawRepresentable & Sendable>: Sendable where Blank.RawValue == String {
    private enum Piece {
        case markup(ArraySlice<UInt8>)
        case blank(Blank)
    }

    private let pieces: [Piece]

    /// Reads one of the program's own files: a blank that is not known is a mistake of ours.
    init(_ file: String) {
        guard let asset = WebAssets.asset(at: file) else { preconditionFailure("no \(file)") }
        var pieces: [Piece] = []
        var rest = asset.bytes[...]
        while let start = rest.firstRange(of: "{{".utf8) {
            guard let end = rest[start.upperBound...].firstRange(of: "}}".utf8) else { preconditionFailure("no }}") }
            let name = String(decoding: rest[start.upperBound..<end.lowerBound], as: UTF8.self)
            guard let blank = Blank(rawValue: name) else { preconditionFailure("there is no blank \(name)") }
            pieces += [.markup(rest[..<start.lowerBound]), .blank(blank)]
            rest = rest[end.upperBound...]
        }
        self.pieces = pieces + [.markup(rest)]
    }

    /// The whole page, as UTF-8.
    func filled(_ fill: (Blank) -> Markup) -> [UInt8] {
        var page: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .markup(let bytes): page += bytes
            case .blank(let blank): page += fill(blank).bytes
            }
        }
        return page
    }
}

/// A part of a page: what is put in as text stays text, between tags and in quoted attributes.
struct Markup: ExpressibleByStringInterpolation {
    private(set) var bytes: [UInt8]

    /// - Parameter text: whatever somebody has typed or a device calls itself.
    init(text: String) {
        bytes = []
        append(text: text)
    }

    /// Words of ours, as markup.
    init(stringLiteral markup: String) { bytes = Array(markup.utf8) }

    init(stringInterpolation: Interpolation) { bytes = stringInterpolation.markup.bytes }

    static func += (markup: inout Markup, further: Markup) { markup.bytes += further.bytes }

    private mutating func append(text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            case UInt8(ascii: "'"): bytes += "&#39;".utf8
            default: bytes.append(byte)
            }
        }
    }

    /// `"<b>\(name)</b>"`: what is written is markup, what is put in is text.
    struct Interpolation: StringInterpolationProtocol {
        fileprivate var markup: Markup = ""

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { markup.bytes += literal.utf8 }
        mutating func appendInterpolation(_ text: String) { markup.append(text: text) }
        mutating func appendInterpolation(_ number: some BinaryInteger) { markup.append(text: String(number)) }
        mutating func appendInterpolation(_ part: Markup) { markup.bytes += part.bytes }
    }
}

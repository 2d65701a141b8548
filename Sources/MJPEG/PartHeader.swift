/// What stands between two pictures of a stream: boundary lines and headers, whole or not, and what does not belong there.
///
/// Reads lines that end in LF, with or without CR, and knows of them only what helps to find the next picture.
struct PartHeader {
    enum Length: Equatable {
        case absent
        case unusable
        case bytes(Int)
    }

    /// Of the part that begins last.
    private(set) var length = Length.absent
    /// The position in the stream behind the blank line that ends its headers.
    private(set) var bodyStart: Int?
    /// Whether a part has begun here: there was a boundary line, or a header about content.
    var startsPart: Bool { boundaries > 0 || hasFields }
    private(set) var boundaries = 0
    /// Boundary lines that follow another with nothing between them.
    private(set) var repeated = 0
    /// Parts that ended without a picture.
    private(set) var emptyParts = 0
    /// Something before the first boundary or header that is none.
    private(set) var hasStraysBefore = false
    /// Something behind the headers that is none.
    private(set) var hasStraysBehind = false

    private let token: [UInt8]
    private var hasFields = false
    private var isBehindBoundary = false
    /// Of the line that has not ended, and how much of it has been looked at; both from the gap's start.
    private var lineStart = 0
    private var looked = 0

    /// - Parameter token: the boundary as the stream's type names it, without dashes; empty if it names none.
    init(token: [UInt8]) { self.token = token }

    /// Goes on to `end` in the bytes since the last picture, which stand at `base` in the stream.
    mutating func read(_ bytes: RawSpan, upTo end: Int, base: Int) {
        while let lineEnd = bytes.firstOffset(of: 0x0A, from: looked, upTo: end) {
            readLine(bytes.extracting(lineStart..<lineEnd), behind: base + lineEnd + 1)
            lineStart = lineEnd + 1
            looked = lineStart
        }
        looked = max(looked, end)
    }

    /// A picture begins at `start`: what stands before it on its line is no header.
    mutating func end(_ bytes: RawSpan, at start: Int, base: Int) {
        let rest = bytes.extracting(lineStart..<start)
        if !rest.allBytes({ $0 == 0x0D }) { noteStray(rest) }
        // Further empty lines are no part of the body.
        if let body = bodyStart, body >= base,
            bytes.extracting((body - base)..<start).allBytes({ $0 == 0x0D || $0 == 0x0A })
        {
            bodyStart = base + start
        }
    }

    /// The first `count` bytes of the gap are let go.
    mutating func forget(_ count: Int) {
        lineStart = max(0, lineStart - count)
        looked = max(0, looked - count)
    }

    private mutating func readLine(_ line: RawSpan, behind end: Int) {
        let text = line.extracting(line.trimmed)
        if text.isEmpty {
            if startsPart, bodyStart == nil { bodyStart = end }
        } else if isBoundary(text) {
            if isBehindBoundary { repeated += 1 }
            if hasFields { emptyParts += 1 }
            boundaries += 1
            // One that also ends in dashes closes the part before it.
            let isClosing = text.byteCount > 4 && text.byte(at: text.byteCount - 1) == 0x2D
            (length, bodyStart, hasFields, isBehindBoundary) = (.absent, nil, false, !isClosing)
            return
        } else if let colon = text.firstOffset(of: 0x3A, from: 0, upTo: min(text.byteCount, 64)), text.isText {
            let (name, value) = (text.extracting(first: colon), text.extracting((colon + 1)...))
            readField(name.extracting(name.trimmed), value.extracting(value.trimmed))
        } else {
            noteStray(text)
        }
        if !text.isEmpty { isBehindBoundary = false }
    }

    private mutating func readField(_ name: RawSpan, _ value: RawSpan) {
        guard name.hasPrefix("content-") else { return }
        hasFields = true
        bodyStart = nil
        guard name.byteCount == 14, name.hasPrefix("content-length") else { return }
        length = PartHeader.length(value)
    }

    private static func length(_ value: RawSpan) -> Length {
        guard (1...9).contains(value.byteCount) else { return .unusable }
        var number = 0
        for index in 0..<value.byteCount {
            let digit = value.byte(at: index)
            guard (0x30...0x39).contains(digit) else { return .unusable }
            number = number * 10 + Int(digit - 0x30)
        }
        return number <= MJPEGReader.pictureLimit ? .bytes(number) : .unusable
    }

    /// Any line that begins with two dashes, as many readers have it; makers are not true to the word that they announce.
    private func isBoundary(_ line: RawSpan) -> Bool {
        if line.byteCount > 2, line.byte(at: 0) == 0x2D, line.byte(at: 1) == 0x2D { return line.byte(at: 2) != 0x3E }
        guard !token.isEmpty, line.byteCount >= token.count else { return false }
        let isToken = token.indices.allSatisfy { line.byte(at: $0) == token[$0] }
        return isToken && line.extracting(token.count...).allBytes { $0 == 0x2D }
    }

    private mutating func noteStray(_ line: RawSpan) {
        if startsPart { hasStraysBehind = true } else { hasStraysBefore = true }
    }
}

extension RawSpan {
    /// Where it begins and ends without the blanks around it.
    fileprivate var trimmed: Range<Int> {
        var (start, end) = (0, byteCount)
        while start < end, isBlank(byte(at: start)) { start += 1 }
        while start < end, isBlank(byte(at: end - 1)) { end -= 1 }
        return start..<end
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    /// No control characters: a header may have any others.
    fileprivate var isText: Bool { allBytes { $0 >= 0x20 || $0 == 0x09 } }

    fileprivate func allBytes(_ condition: (UInt8) -> Bool) -> Bool {
        for index in 0..<byteCount where !condition(byte(at: index)) { return false }
        return true
    }

    /// - Parameter word: in lower case; the bytes may be in either.
    fileprivate func hasPrefix(_ word: StaticString) -> Bool {
        guard byteCount >= word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { letters in
            letters.indices.allSatisfy { index in
                let byte = byte(at: index)
                return ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == letters[index]
            }
        }
    }
}

package import Camera

/// Finds the pictures in a stream of JPEGs as cameras send it: parts with headers, or one picture behind the other.
///
/// Bytes in, pictures out: no input, no clock. A picture is where its own structure says so, from its start to its end;
/// boundaries and lengths only help where that leaves a doubt. So it matters little which of them a camera leaves out or
/// gets wrong. One connection, one reader.
///
///     reader.feed(bytes)
///     while let found = reader.next() { … }
///
/// It keeps one unfinished picture (8 MiB) or what stands between two (64 KiB), and what was fed since `next` was nil.
package struct MJPEGReader: ~Copyable, Sendable {
    package enum Found: Sendable {
        /// Checked and repaired, with memory of its own.
        case picture(JPEGPicture)
        /// Passed over. The fault's offset counts from the start of the stream.
        case broken(JPEGFault)
    }

    /// Bytes of one picture.
    package static let pictureLimit = 8 << 20
    /// Bytes between two pictures.
    package static let headerLimit = 64 << 10

    /// How often the stream did what.
    package private(set) var anomalies: [StreamAnomaly: Int] = [:]
    /// Whether boundary lines have been seen.
    package private(set) var hasBoundaries = false

    private let token: [UInt8]
    private var buffer = InputBuffer()
    /// Where the buffer begins in the stream; all positions in the stream are counted like this.
    private var base = 0
    private var isOver = false

    /// What stands before the next picture, and up to where its start has been looked for.
    private var header: PartHeader
    private var searched = 0
    private var gap = Gap.start

    /// The picture at the buffer's start; nil between two.
    private var walk: MarkerWalk?
    /// Whether a picture has come with an end-of-image marker: then one without has lost it, and likely more.
    private var hasEnds = false
    /// Whether boundary or headers stand before it.
    private var isPart = false
    /// Where its length says that it ends.
    private var partEnd: Int?
    private var isLengthWrong = false

    /// Before it, only a new part has a picture: here is padding, or the rest of a broken picture.
    private var paddingEnd = 0
    /// What ends before it and is no new part is inside of a broken picture.
    private var shadeEnd = 0

    /// What the bytes before the next picture follow.
    private enum Gap { case start, picture, brokenPicture, counted }

    /// - Parameter boundary: what the stream's type names as such; few streams need it.
    package init(boundary: MultipartBoundary? = nil) {
        token = boundary?.token ?? []
        header = PartHeader(token: token)
    }

    /// Copies bytes that have come.
    package mutating func feed(_ bytes: RawSpan) {
        bytes.withUnsafeBytes { source in
            _ = buffer.fill(upTo: source.count) { target in
                target.copyMemory(from: source)
                return source.count
            }
        }
    }

    /// The same without a copy: `body` writes at most `count` bytes and returns how many.
    package mutating func feed<Failure: Error>(
        upTo count: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        try buffer.fill(upTo: count, body)
    }

    /// There will be no more bytes: a picture that has begun is cut short. `next` tells.
    package mutating func finish() { isOver = true }

    /// The next picture, whole or broken, as soon as its last byte is there; nil: more bytes are needed.
    package mutating func next() -> Found? {
        while walk != nil || beginPicture() {
            let all = buffer.bytes
            let known = all.prefix(min(partEnd.map { $0 - base } ?? .max, MJPEGReader.pictureLimit))
            let bytes = UnsafeRawBufferPointer(rebasing: known)
            do throws(JPEGFault) {
                if let structure = try walk?.advance(over: bytes.bytes) {
                    if let picture = take(structure, of: bytes.bytes) { return .picture(picture) }
                } else if try !isLonger(than: known.count, all) {
                    return nil
                }
            } catch {
                if let structure = structureWithoutEnd(error, all.bytes) {
                    if let picture = take(structure, of: all.bytes) { return .picture(picture) }
                } else if let fault = pass(error, all.bytes) {
                    return .broken(fault)
                }
            }
        }
        return nil
    }

    // MARK: - Between pictures

    /// Goes to the next start of a picture that counts.
    private mutating func beginPicture() -> Bool {
        let bytes = buffer.bytes
        while let start = bytes.bytes.startOfPicture(from: searched) {
            header.read(bytes.bytes, upTo: start, base: base)
            searched = start + 1
            guard header.startsPart || base + start >= paddingEnd else { continue }
            header.end(bytes.bytes, at: start, base: base)
            settle(start: base + start)
            drop(start)
            walk = MarkerWalk()
            return true
        }
        searched = max(searched, bytes.count - 2)
        if bytes.count > MJPEGReader.headerLimit { dropGap(bytes.bytes) }
        return false
    }

    /// Keeps of a long gap only its last bytes: the next picture's headers may be among them.
    private mutating func dropGap(_ bytes: RawSpan) {
        header.read(bytes, upTo: searched, base: base)
        switch gap {
        case .start: count(header.startsPart ? .longHeader : .junk)
        case .picture: count(header.startsPart ? .longHeader : .padding)
        case .brokenPicture, .counted: break
        }
        gap = .counted
        let excess = bytes.byteCount - 4096
        header.forget(excess)
        searched -= excess
        drop(excess)
    }

    /// A picture begins: what came before it is counted, and its length taken.
    private mutating func settle(start: Int) {
        isPart = header.startsPart
        isLengthWrong = false
        partEnd = nil
        if header.length == .unusable { count(.badLength) }
        if case .bytes(let length) = header.length, let body = header.bodyStart {
            if body + length > start { partEnd = body + length } else { isLengthWrong = true }
        }
        if header.repeated > 0 { count(.repeatedBoundary, header.repeated) }
        if header.emptyParts > 0 { count(.emptyPart, header.emptyParts) }
        if header.hasStraysBehind { count(.junk) }
        if gap == .picture {
            if start < paddingEnd { count(.lengthMismatch) }
            if header.hasStraysBefore || (!isPart && start > base) { count(.padding) }
        } else if gap == .start, header.hasStraysBefore {
            count(.junk)
        }
        let isAnnounced = hasBoundaries || !token.isEmpty
        if header.boundaries > 0 {
            hasBoundaries = true
        } else if isAnnounced, gap == .start || gap == .picture {
            count(.missingBoundary)
        }
    }

    // MARK: - In a picture

    private mutating func take(_ structure: JPEGStructure, of bytes: RawSpan) -> JPEGPicture? {
        let end = base + structure.end
        guard isPart || end > shadeEnd else {
            count(.innerPicture)
            leavePicture(structure.end, .brokenPicture)
            return nil
        }
        if isLengthWrong { count(.lengthMismatch) }
        if !structure.missingTables.isEmpty { count(.missingTables) }
        if structure.isEndMissing { count(.missingEnd) } else { hasEnds = true }
        let picture = JPEGPicture(structure, of: bytes)
        paddingEnd = partEnd ?? 0
        shadeEnd = 0
        leavePicture(structure.end, .picture)
        return picture
    }

    /// The picture goes on behind the bytes that it was looked for in. False if there are no more of them.
    private mutating func isLonger(than known: Int, _ all: UnsafeRawBufferPointer) throws(JPEGFault) -> Bool {
        guard known < MJPEGReader.pictureLimit else {
            throw JPEGFault(.tooLarge, at: known, "a picture of more than \(MJPEGReader.pictureLimit >> 20) MiB")
        }
        if let partEnd, known == partEnd - base {
            switch all.bytes.next(at: known, token) {
            case .boundary, .picture:
                throw JPEGFault(.truncated, at: known, "the part ends before the picture does")
            case nil where isOver:
                throw JPEGFault(.truncated, at: known, "the part ends before the picture does")
            case .other:
                self.partEnd = nil
                isLengthWrong = true
                return true
            case nil:
                break
            }
        }
        guard !isOver else { throw JPEGFault(.truncated, at: all.count, "the stream ends inside of a picture") }
        return false
    }

    /// The picture that a fault has cut, if it lacks nothing but its end, as all before it did.
    private func structureWithoutEnd(_ fault: JPEGFault, _ bytes: RawSpan) -> JPEGStructure? {
        let isPartOver = partEnd.map { $0 - base } == fault.offset
        guard !hasEnds, isPartOver || isOver || bytes.isStartOfImage(at: fault.offset), fault.offset <= bytes.byteCount,
            let structure = walk?.structureWithoutEnd(of: bytes.extracting(first: fault.offset))
        else { return nil }
        if isPartOver, structure.end == fault.offset { return structure }
        // Where there are boundaries, one must follow: else it, or the line end before it, may have been taken for codes.
        guard isPart else { return bytes.next(at: structure.end, token) != .other ? structure : nil }
        let hasTakenLineEnd = bytes.byte(at: structure.end - 1) == 0x0D || bytes.byte(at: structure.end - 1) == 0x0A
        let next = bytes.next(at: structure.end, token)
        return !hasTakenLineEnd && (next == .boundary || (next == nil && isOver)) ? structure : nil
    }

    /// Goes on behind a fault. Nil if the fault is that of something inside of a broken picture.
    private mutating func pass(_ fault: JPEGFault, _ bytes: RawSpan) -> JPEGFault? {
        guard let walk else { return nil }
        let (isInside, start) = (!isPart && base < shadeEnd, base)
        var from = walk.offset
        if let partEnd, fault.offset >= partEnd - base {
            from = partEnd - base
        } else if fault.offset >= bytes.byteCount {
            // What a segment that is not whole holds are no pictures.
            shadeEnd = max(shadeEnd, base + bytes.byteCount)
        } else if let (marker, body) = walk.lastSegment, body.upperBound == from {
            // Its length may have led too far. The next picture may be there, but a thumbnail, too.
            from = body.lowerBound
            if marker.isApplicationData || marker == .comment { shadeEnd = max(shadeEnd, base + body.upperBound) }
        }
        // A scan header that was cut has led past the next picture's start: anything may be a scan's data.
        if let header = walk.lastScanHeader, let start = bytes.startOfPicture(from: header.lowerBound),
            start < header.upperBound
        {
            from = min(from, start)
        }
        paddingEnd = partEnd ?? 0
        let isCut = bytes.isStartOfImage(at: fault.offset)
        leavePicture(min(from, bytes.byteCount), .brokenPicture)
        guard !isInside else { return nil }
        return JPEGFault(isCut ? .truncated : fault.cause, at: start + fault.offset, fault.reason)
    }

    private mutating func leavePicture(_ count: Int, _ gap: Gap) {
        drop(count)
        walk = nil
        header = PartHeader(token: token)
        searched = 0
        self.gap = gap
    }

    private mutating func drop(_ count: Int) {
        buffer.drop(count)
        base += count
    }

    private mutating func count(_ anomaly: StreamAnomaly, _ times: Int = 1) { anomalies[anomaly, default: 0] += times }
}

extension RawSpan {
    fileprivate enum Next { case boundary, picture, other }

    /// What follows at `offset`, behind line ends; nil if too few bytes are there to tell.
    fileprivate func next(at offset: Int, _ token: [UInt8]) -> Next? {
        var at = offset
        while at < byteCount, byte(at: at) == 0x0D || byte(at: at) == 0x0A { at += 1 }
        guard at + 1 < byteCount else { return nil }
        if byte(at: at) == 0x2D { return byte(at: at + 1) == 0x2D ? .boundary : .other }
        if byte(at: at) == 0xFF { return byte(at: at + 1) == Marker.startOfImage.rawValue ? .picture : .other }
        for (index, letter) in token.enumerated() {
            guard at + index < byteCount else { return nil }
            guard byte(at: at + index) == letter else { return .other }
        }
        return token.isEmpty ? .other : .boundary
    }
}

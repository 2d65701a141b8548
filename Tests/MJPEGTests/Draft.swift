import Camera

/// A JPEG taken apart, to be changed and put together again. Knows nothing of the code under test.
struct Draft {
    struct Segment {
        var marker: UInt8
        /// Without the length.
        var body: [UInt8]

        var bytes: [UInt8] {
            [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 0xFF)] + body
        }
    }

    /// Everything up to the entropy-coded data of the first scan, that scan's header included.
    var segments: [Segment]
    /// From the first scan's data to the last byte before the end-of-image marker.
    var scan: [UInt8]
    var tail: [UInt8] = [0xFF, 0xD9]

    var bytes: [UInt8] { [0xFF, 0xD8] + segments.flatMap(\.bytes) + scan + tail }

    /// Bytes before the first segment with this marker.
    func offset(of marker: UInt8) -> Int? {
        guard let index = segments.firstIndex(where: { $0.marker == marker }) else { return nil }
        return 2 + segments[..<index].reduce(0) { $0 + $1.bytes.count }
    }

    /// Takes apart what an encoder wrote: no fill bytes, nothing after the end.
    init(_ jpeg: [UInt8]) {
        segments = []
        var at = 2
        repeat {
            let length = Int(jpeg[at + 2]) << 8 | Int(jpeg[at + 3])
            segments.append(Segment(marker: jpeg[at + 1], body: Array(jpeg[(at + 4)..<(at + 2 + length)])))
            at += 2 + length
        } while segments.last!.marker != 0xDA
        scan = Array(jpeg[at..<(jpeg.count - 2)])
    }

    /// An evenly grey picture, 4:2:0, with the standard's tables left out: four bytes for each 16x16 pixels.
    ///
    /// With an interval, restart markers in their order stand after as many units, but not after the last.
    init(grey size: Size, restartInterval: Int = 0) {
        let units = ((size.width + 15) / 16) * ((size.height + 15) / 16)
        segments = [
            Segment(marker: 0xDB, body: [0] + [UInt8](repeating: 1, count: 64)),
            Segment(marker: 0xC0, body: Draft.frameHeader(size)),
        ]
        if restartInterval > 0 {
            segments.append(Segment(marker: 0xDD, body: [UInt8(restartInterval >> 8), UInt8(restartInterval & 0xFF)]))
        }
        segments.append(Segment(marker: 0xDA, body: [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]))
        scan = []
        for unit in 0..<units {
            if restartInterval > 0, unit > 0, unit % restartInterval == 0 {
                scan += [0xFF, 0xD0 + UInt8((unit / restartInterval - 1) & 7)]
            }
            // Four blocks of "no difference, end" in brightness (00 1010), two in colour (00 00).
            scan += [0x28, 0xA2, 0x8A, 0x00]
        }
    }

    /// Eight bits, three components sampled 2x2, 1x1, 1x1, all with quantisation table 0.
    static func frameHeader(_ size: Size) -> [UInt8] {
        [
            8, UInt8(size.height >> 8), UInt8(size.height & 0xFF), UInt8(size.width >> 8), UInt8(size.width & 0xFF), 3,
            1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0,
        ]
    }

    mutating func insert(_ marker: UInt8, _ body: [UInt8], at index: Int = 0) {
        segments.insert(Segment(marker: marker, body: body), at: index)
    }

    mutating func removeAll(_ marker: UInt8) { segments.removeAll { $0.marker == marker } }

    mutating func change(_ marker: UInt8, _ body: (inout [UInt8]) -> Void) {
        for index in segments.indices where segments[index].marker == marker { body(&segments[index].body) }
    }
}

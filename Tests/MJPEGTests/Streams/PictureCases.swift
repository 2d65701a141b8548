import CTurboJPEG
import Camera

extension StreamCase {
    /// What is odd about the pictures themselves, and about what is around them.
    static let odd: [StreamCase] = around + inside + damaged + endless

    private static let stray = SplitMix.bytes(90, seed: 3).map { $0 == 0xFF ? 0xFE : $0 }
    /// A picture with another, whole one in its application data.
    private static let withThumbnail: [UInt8] = {
        var draft = Draft(grey: Size(width: 64, height: 16))
        draft.insert(0xE1, Array("Exif\0\0".utf8) + three[0] + [0, 0])
        return draft.bytes
    }()
    private static let several = encoded(TJSAMP_420, flags: TJFLAG_PROGRESSIVE)
    private static let grey = encoded(TJSAMP_GRAY)
    private static func encoded(_ subsampling: TJSAMP, flags: Int32 = 0) -> [UInt8] {
        do {
            return try Fixture.encoded(Size(width: 16, height: 16), subsampling: subsampling, flags: flags)
        } catch {
            preconditionFailure("no picture for the cases: \(error)")
        }
    }

    private static let parts = three.map { Part(body: $0).bytes }

    private static let endless: [StreamCase] = [
        StreamCase("no end-of-image marker anywhere", seen: "ELP cameras", anomalies: [.missingEnd: 3]) {
            Part(body: $0.dropLast(2))
        },
        StreamCase("no end-of-image marker anywhere, no lengths", seen: "ELP cameras", anomalies: [.missingEnd: 3]) {
            Part(length: nil, body: $0.dropLast(2))
        },
        StreamCase(
            "bare, no end-of-image marker anywhere", seen: "ELP cameras, recorded", three.flatMap { $0.dropLast(2) },
            three, anomalies: [.missingEnd: 3]),
    ]

    private static let around: [StreamCase] = [
        StreamCase("bare pictures", seen: "rpicam-vid, ffmpeg -f mjpeg", three.flatMap { $0 }, three),
        StreamCase(
            "bare pictures with zeros between", seen: "Raspberry Pi (agent-framework PR#143)",
            three.flatMap { $0 + [0, 0, 0] }, three, anomalies: [.padding: 2]),
        StreamCase("bare pictures, the type of one", seen: "stills", type: "image/jpeg", three[0], [three[0]]),
        StreamCase("junk before each picture", seen: "Motion's netcam", anomalies: [.junk: 3]) {
            Part(body: stray + $0)
        },
        StreamCase("junk before each picture, no lengths", seen: "Motion's netcam", anomalies: [.junk: 3]) {
            Part(length: nil, body: stray + $0)
        },
        StreamCase("zeros behind each picture", seen: "Raspberry Pi, UVC", anomalies: [.padding: 2]) {
            Part(body: $0 + [UInt8](repeating: 0, count: 100))
        },
        StreamCase("chance behind each picture", seen: "esp32-camera#71, ArduCAM#536", anomalies: [.padding: 2]) {
            Part(body: $0 + stray)
        },
        StreamCase("chance behind each picture, no lengths", seen: "esp32-camera#162", anomalies: [.padding: 2]) {
            Part(length: nil, body: $0 + stray)
        },
        StreamCase("an older picture's rest behind each picture", seen: "ESP32", anomalies: [.padding: 2]) {
            Part(body: $0 + three[2].suffix(40))
        },
        StreamCase("a second, smaller picture in each part", seen: "multi-picture files", anomalies: [.padding: 2]) {
            Part(body: $0 + three[0])
        },
        StreamCase(
            "ends in the middle of a header", seen: "any camera that is switched off",
            parts.joined() + Array("--frame\r\nContent-Len".utf8), three),
        StreamCase("nothing", seen: "cc-fw-tools#108", [], []),
    ]

    private static let inside: [StreamCase] = [
        StreamCase("a thumbnail", seen: "phones, pipe2jpeg#1", of: [withThumbnail, three[1], withThumbnail]) {
            Part(length: nil, body: $0)
        },
        StreamCase(
            "bare pictures with thumbnails", seen: "phones", withThumbnail + withThumbnail,
            [
                withThumbnail, withThumbnail,
            ]),
        StreamCase(
            "marker bytes in comments", seen: "PDFGen PR#114",
            Draft(grey: Size(width: 32, height: 16)).commented([0xFF, 0xC0, 0xFF, 0xDA, 0xFF, 0xD9, 0xFF, 0xD8]).bytes,
            [
                Draft(grey: Size(width: 32, height: 16)).commented([0xFF, 0xC0, 0xFF, 0xDA, 0xFF, 0xD9, 0xFF, 0xD8])
                    .bytes
            ]),
        StreamCase("restart markers", seen: "C270", of: [picture(width: 160, restartInterval: 1)]) {
            Part(length: nil, body: $0)
        },
        StreamCase(
            "fill bytes before the end", seen: "jpeg-decoder PR#147",
            of: three.map { $0.dropLast(2) + [0xFF, 0xFF, 0xFF, 0xD9] }
        ) {
            Part(length: nil, body: $0, end: "")
        },
        StreamCase(
            "stuffed bytes at the end", seen: "any", of: three.map { $0.dropLast(2) + [0xFF, 0, 0xFF, 0, 0xFF, 0xD9] }
        ) {
            Part(length: nil, body: $0)
        },
        StreamCase(
            "stray bytes before a restart marker", seen: "C270 (opencv#9477)",
            of: [
                Draft(grey: Size(width: 48, height: 16), restartInterval: 1).straying([0x55, 0x7F]).bytes, three[0],
            ]
        ) {
            Part(length: nil, body: $0)
        },
        StreamCase(
            "AVI1 in the application data", seen: "mjpg-streamer#100", of: three.map { Draft($0).marked("AVI1").bytes }
        ) {
            Part(body: $0)
        },
        StreamCase("several passes", seen: "IP cameras with progressive JPEG", of: [several]) {
            Part(length: nil, body: $0)
        },
        StreamCase("brightness alone", seen: "infrared cameras", of: [grey]) { Part(length: nil, body: $0) },
        StreamCase("more than 2040 pixels", seen: "what RTP cannot carry", of: [picture(width: 4096)]) {
            Part(body: $0)
        },
        StreamCase(
            "a boundary's dashes in the scan", seen: "chance",
            of: three.map { $0.dropLast(2) + Array("\r\n--frame\r\n".utf8) + [0xFF, 0xD9] }
        ) {
            Part(body: $0)
        },
    ]

    private static let damaged: [StreamCase] = [
        StreamCase(
            "cut in the scan, with the length of what is there", seen: "USB loss, ESP32",
            parts[0] + Part(body: three[1].dropLast(6)).bytes + parts[2], [three[0], three[2]], broken: [.truncated]),
        StreamCase(
            "cut in the scan, no lengths", seen: "USB loss, ESP32",
            Part(length: nil, body: three[0]).bytes + Part(length: nil, body: three[1].dropLast(6)).bytes
                + Part(length: nil, body: three[2]).bytes, [three[0], three[2]], broken: [.truncated]),
        StreamCase(
            "cut in a header, with the length of what is there", seen: "USB loss",
            parts[0] + Part(body: Array(three[1].prefix(50))).bytes + parts[2], [three[0], three[2]],
            broken: [.truncated]),
        StreamCase(
            "cut in a header that seems longer than the rest, no lengths", seen: "USB loss",
            Part(length: nil, body: three[0]).bytes
                + Part(length: nil, body: [0xFF, 0xD8, 0xFF, 0xE1, 0x00, 0xF0] + three[2].prefix(20)).bytes
                + Part(length: nil, body: three[2]).bytes + Part(length: nil, body: three[1]).bytes,
            [three[0], three[2], three[1]], broken: [.malformed]),
        StreamCase(
            "a thumbnail in a picture that is cut", seen: "phones on bad networks",
            Part(length: nil, body: three[2]).bytes + Part(length: nil, body: withThumbnail.dropLast(8)).bytes
                + Part(length: nil, body: three[1]).bytes, [three[2], three[1]], broken: [.truncated]),
        StreamCase(
            "bare, cut right behind a thumbnail", seen: "phones on bad networks",
            three[2] + withThumbnail.prefix(withThumbnail.count - 120) + [0] + three[1], [three[2], three[1]],
            broken: [.malformed], anomalies: [.innerPicture: 1]),
        StreamCase(
            "bare, cut in a scan's header", seen: "lost packets",
            three[0] + three[1].dropLast(11) + three[2], [three[0], three[2]], broken: [.truncated]),
        StreamCase(
            "bare, the last one cut", seen: "recordings that were stopped", three[0] + three[1].dropLast(2), [three[0]],
            broken: [.truncated]),
        StreamCase(
            "ends inside of a thumbnail's segment", seen: "recordings that were stopped",
            three[1] + withThumbnail.prefix(withThumbnail.count - 200 + 8 * 8), [three[1]], broken: [.truncated]),
        StreamCase(
            "one end-of-image marker lost", seen: "ESP32", parts[0] + Part(body: three[1].dropLast(2)).bytes + parts[2],
            [three[0], three[2]], broken: [.truncated]),
        StreamCase(
            "a picture's start twice", seen: "ESP32", [0xFF, 0xD8] + three[0] + three[1], [three[0], three[1]],
            broken: [.truncated]),
        StreamCase(
            "a kind that no browser shows", seen: "lossless and arithmetic cameras",
            parts[0] + Part(body: three[1].map { $0 == 0xC0 ? 0xC9 : $0 }).bytes + parts[2], [three[0], three[2]],
            broken: [.unsupported]),
        StreamCase(
            "a height that only the end would tell", seen: "scanners",
            parts[0]
                + Part(body: Draft(grey: Size(width: 16, height: 0)).bytes).bytes + parts[2], [three[0], three[2]],
            broken: [.unsupported]),
        StreamCase(
            "zeros and ones in place of a picture", seen: "UVC cameras that start",
            parts[0]
                + Part(body: [UInt8](repeating: 0, count: 300)).bytes
                + Part(body: [UInt8](repeating: 0xFF, count: 300)).bytes + parts[2], [three[0], three[2]],
            anomalies: [.emptyPart: 2, .junk: 1]),
        StreamCase(
            "a part that is no picture", seen: "audio among the pictures, error pages",
            parts[0] + Part(headers: ["Content-Type: audio/basic"], body: [0xFF, 0xD8, 0xFF, 0xFF, 0xFE] + stray).bytes
                + parts[2], [three[0], three[2]], broken: [.truncated]),
    ]
}

extension Draft {
    fileprivate func commented(_ body: [UInt8]) -> Draft {
        var draft = self
        draft.insert(0xFE, body)
        return draft
    }

    /// Each interval ends in bytes that belong to nothing.
    fileprivate func straying(_ bytes: [UInt8]) -> Draft {
        var draft = self
        draft.scan = scan.enumerated().flatMap { index, byte in
            byte == 0xFF && scan[(index + 1)...].first.map { $0 & 0xF8 == 0xD0 } == true ? bytes + [byte] : [byte]
        }
        return draft
    }

    /// With the application data of Motion JPEG in an AVI file.
    fileprivate func marked(_ word: String) -> Draft {
        var draft = self
        draft.insert(0xE0, Array(word.utf8) + [UInt8](repeating: 0, count: 25))
        return draft
    }
}

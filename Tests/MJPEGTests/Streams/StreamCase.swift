import Camera
import MJPEG
import Testing

/// One way in which cameras send their pictures, what is in it, and what has to come out.
struct StreamCase: Sendable, CustomTestStringConvertible {
    var name: String
    /// Where it was seen, for who wants to look it up. The bytes are made here, after that description.
    var seen: String
    var contentType: String?
    var bytes: [UInt8]
    /// The good pictures that were sent, and no others.
    var pictures: [[UInt8]]
    var broken: [BrokenCause] = []
    var anomalies: [StreamAnomaly: Int] = [:]

    var testDescription: String { "\(name) (\(seen))" }

    /// Three small pictures that differ, after the standard's tables.
    static let three = (1...3).map { picture(width: 16 * $0) }

    /// A whole picture of little more than a hundred bytes, its tables left out.
    static func picture(width: Int, restartInterval: Int = 0) -> [UInt8] {
        Draft(grey: Size(width: width, height: 16), restartInterval: restartInterval).bytes
    }

    /// A stream in which each of the pictures is sent in the same way.
    init(
        _ name: String, seen: String, type: String? = "multipart/x-mixed-replace; boundary=frame",
        of pictures: [[UInt8]] = StreamCase.three, before: [UInt8] = [], behind: [UInt8] = [],
        anomalies: [StreamAnomaly: Int] = [:], part: ([UInt8]) -> Part
    ) {
        self.init(
            name, seen: seen, type: type, before + pictures.flatMap { part($0).bytes } + behind, pictures,
            anomalies: anomalies)
    }

    init(
        _ name: String, seen: String, type: String? = nil, _ bytes: [UInt8], _ pictures: [[UInt8]],
        broken: [BrokenCause] = [], anomalies: [StreamAnomaly: Int] = [:]
    ) {
        self.name = name
        self.seen = seen
        contentType = type
        self.bytes = bytes
        self.pictures = pictures
        self.broken = broken
        // The small pictures lack their tables, in whatever stream.
        let lacking = pictures.count { !$0.contains([0xFF, 0xC4]) }
        self.anomalies = anomalies
        if lacking > 0 { self.anomalies[.missingTables] = lacking }
    }
}

/// One part of a multipart stream, with everything that can be odd about it.
struct Part {
    var boundary: String? = "--frame"
    var headers: [String] = ["Content-Type: image/jpeg"]
    /// Nil: none; empty: the body's own.
    var length: String? = ""
    var newline = "\r\n"
    var body: [UInt8]
    /// Between the body and the next boundary.
    var end = "\r\n"

    var bytes: [UInt8] {
        var lines = headers
        if let length { lines.append("Content-Length: \(length.isEmpty ? "\(body.count)" : length)") }
        let head = (boundary.map { [$0] } ?? []) + lines + [""]
        return Array(head.map { $0 + newline }.joined().utf8) + body + Array(end.utf8)
    }
}

/// What a reader makes of a stream that comes in pieces.
struct StreamReading: Equatable {
    var pictures: [[UInt8]] = []
    var broken: [BrokenCause] = []
    var anomalies: [StreamAnomaly: Int] = [:]

    init(_ pieces: [ArraySlice<UInt8>], contentType: String?) {
        var reader = MJPEGReader(boundary: contentType.flatMap(MultipartBoundary.init(contentType:)))
        for piece in pieces {
            piece.withUnsafeBytes { reader.feed($0.bytes) }
            drain(&reader)
        }
        reader.finish()
        drain(&reader)
        anomalies = reader.anomalies
    }

    init(_ bytes: [UInt8], cutAt places: Int..., contentType: String? = nil) {
        let places = [0] + places + [bytes.count]
        self.init(zip(places, places.dropFirst()).map { bytes[$0..<$1] }, contentType: contentType)
    }

    private mutating func drain(_ reader: inout MJPEGReader) {
        while let found = reader.next() {
            switch found {
            case .picture(let picture): pictures.append(picture.bytes.copy)
            case .broken(let fault): broken.append(fault.cause)
            }
        }
    }
}

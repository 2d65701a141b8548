import Camera
import Hub
import MJPEG

/// The body of one answer, as it comes: the pictures in it.
struct AnswerReading: ~Copyable {
    private var reader: MJPEGReader
    private(set) var broken: [BrokenCause: Int] = [:]
    /// Good pictures.
    private(set) var count = 0
    private(set) var byteCount = 0
    /// The newest picture that was not taken, and how many there were since one was.
    private var newest: JPEGPicture?
    private var fresh = 0

    init(contentType: String?) {
        reader = MJPEGReader(boundary: contentType.flatMap(MultipartBoundary.init))
    }

    var tally: StreamTally {
        var tally = StreamTally()
        (tally.broken, tally.anomalies) = (broken, reader.anomalies)
        return tally
    }

    /// There is a picture that was not taken.
    var hasNews: Bool { newest != nil }
    var hasBoundaries: Bool { reader.hasBoundaries }

    mutating func feed(_ piece: RawSpan) {
        byteCount += piece.byteCount
        reader.feed(piece)
        take()
    }

    mutating func finish() {
        reader.finish()
        take()
    }

    private mutating func take() {
        while let next = reader.next() {
            switch next {
            case .picture(let picture):
                newest = picture
                count += 1
                fresh += 1
            case .broken(let fault):
                broken[fault.cause, default: 0] += 1
            }
        }
    }

    /// The newest picture, and how many older ones nobody has taken.
    mutating func takeNewest() -> (picture: JPEGPicture, passed: Int)? {
        guard let picture = newest else { return nil }
        defer { (newest, fresh) = (nil, 0) }
        return (picture, fresh - 1)
    }
}

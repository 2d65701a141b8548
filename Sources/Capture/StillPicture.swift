import Camera
import Curl
import MJPEG

/// The last picture of a camera, and how to ask one that gives a single picture whether it has another.
struct StillPicture {
    private(set) var last: JPEGPicture?
    /// The camera gives one picture for each request.
    private(set) var isStill = false
    /// Viewers have the last one.
    var isShown = false
    private var tag: String?
    private var lastModified: String?

    /// Header fields of the next request.
    var conditions: [String] {
        guard isStill, last != nil else { return [] }
        return [tag.map { "If-None-Match: \($0)" }, lastModified.map { "If-Modified-Since: \($0)" }].compactMap { $0 }
    }

    /// An answer has ended after its picture.
    mutating func learn(_ answer: WebAnswer) {
        isStill = true
        (tag, lastModified) = (answer.entityTag, answer.lastModified)
    }

    /// It was a stream.
    mutating func forget() { (isStill, tag, lastModified) = (false, nil, nil) }

    /// True: it is the last one again, which some cameras send though they were asked for changes.
    mutating func isRepeated(_ picture: JPEGPicture) -> Bool {
        defer { last = picture }
        guard isStill, let last, last.bytes.count == picture.bytes.count else { return false }
        return last.bytes.withBytes { old in picture.bytes.withBytes { new in old.isEqual(to: new) } }
    }
}

extension RawSpan {
    fileprivate func isEqual(to other: RawSpan) -> Bool {
        withUnsafeBytes { own in other.withUnsafeBytes { own.elementsEqual($0) } }
    }
}

import Camera
import HTTP

/// What a request for a frame says in its query.
struct FrameWish: Sendable {
    /// The sequence number of the newest frame that the client has.
    var after: Int?
    /// How long it is ready to wait for a newer one.
    var wait: Duration?
    /// It takes the last picture as well, however old.
    var isStale = false
    /// The picture may be smaller, but not below this width; nil: whole.
    var width: Int?

    /// What cannot be, in words for the client.
    struct Fault: Error {
        let key: String
        let allowed: String
    }

    private static let longestWait = 10_000

    init() {}

    init(_ query: String) throws(Fault) {
        guard !query.isEmpty else { return }
        let fields = FormFields(query.utf8)
        width = FrameWish.width(fields.value(of: "width"))
        if let text = fields.value(of: "after") {
            guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw Fault(key: "after", allowed: "the X-Frame-Sequence of a frame, a whole number")
            }
            // What no sequence number can be is none of ours, and the client gets the newest frame.
            after = Int(text) ?? .max
        }
        if let text = fields.value(of: "wait") {
            guard let milliseconds = Int(text), (0...FrameWish.longestWait).contains(milliseconds) else {
                throw Fault(key: "wait", allowed: "whole milliseconds from 0 to \(FrameWish.longestWait)")
            }
            wait = .milliseconds(milliseconds)
        }
        switch fields.value(of: "stale") {
        case "1": isStale = true
        case nil, "0": break
        default: throw Fault(key: "stale", allowed: "0 or 1")
        }
    }

    /// A width that is no number, or one that no picture has, asks for nothing.
    static func width(_ text: String?) -> Int? { text.flatMap { Int($0) } }

    func scale(of frame: PublishedFrame) -> PictureScale {
        width.map { PictureScale(notBelow: $0, of: frame.size) } ?? .full
    }

    /// Whether the client has this frame already.
    func has(_ frame: PublishedFrame) -> Bool { frame.sequence == after }
}

extension Response {
    static func badQuery(_ fault: FrameWish.Fault, _ fields: [Field]) -> Response {
        let report = ErrorReport(
            "\(fault.key) is not what it has to be", code: "bad-query", hint: "allowed: \(fault.allowed)")
        return .json(report, status: .badRequest, fields: fields)
    }
}

import Camera
import FoundationEssentials
import JPEG

/// What a viewer was answered.
struct History: Sendable {
    /// A frame, by status 200.
    struct Served: Sendable {
        var time: MonotonicTime
        /// X-Frame-Sequence: the hub's number.
        var sequence: Int
        var size: Size
        var picture: [UInt8]
        /// What the camera wrote into the picture; nil for raw cameras.
        var mark: CameraMark?
    }

    /// No frame, and why, by status 503.
    struct Refusal: Sendable, Decodable {
        var time = MonotonicTime(nanoseconds: 0)
        var state: String
        var reason: String?
        var hint: String?

        private enum CodingKeys: CodingKey { case state, reason, hint }
    }

    var served: [Served] = []
    var refusals: [Refusal] = []
    /// Connections that failed, and answers that are neither.
    var failures: [String] = []

    mutating func take(_ answer: HubClient.Answer, at time: MonotonicTime) {
        func number(_ field: String) -> Int { answer.fields[field].flatMap { Int($0) } ?? -1 }
        switch answer.status {
        case 200:
            let size = Size(width: number("x-frame-width"), height: number("x-frame-height"))
            served.append(
                Served(
                    time: time, sequence: number("x-frame-sequence"), size: size, picture: answer.body,
                    mark: CameraMark(in: answer.body)))
        case 304: break
        case 503:
            guard var refusal = try? JSONDecoder().decode(Refusal.self, from: Data(answer.body)) else { fallthrough }
            refusal.time = time
            refusals.append(refusal)
        default:
            failures.append("\(answer.status): \(String(decoding: answer.body.prefix(200), as: UTF8.self))")
        }
    }

    /// New frames a second, between the first and the last.
    var rate: Double {
        guard let first = served.first, let last = served.last, first.time < last.time else { return 0 }
        let count = Set(served.map(\.sequence)).count
        return Double(count - 1) / first.time.duration(to: last.time).inSeconds
    }

    /// Frames that the camera sent between two served ones and the hub did not count: it lost them.
    var lost: Int {
        zip(served, served.dropFirst()).reduce(0) { sum, pair in
            guard let before = pair.0.mark, let after = pair.1.mark else { return sum }
            return sum + (after.frame - before.frame) - (pair.1.sequence - pair.0.sequence)
        }
    }

    /// Every served picture that cannot be decoded, that libjpeg warns of, or whose size is not what the answer said.
    func broken() throws -> [String] {
        let decoder = try JPEGDecoder()
        return served.compactMap { frame in
            do {
                let picture = try decoder.decode(frame.picture.span.bytes)
                if let warning = picture.warning { return "\(frame.sequence): \(warning)" }
                return picture.size == frame.size ? nil : "\(frame.sequence): \(picture.size), not \(frame.size)"
            } catch {
                return "\(frame.sequence): \(error)"
            }
        }
    }

    var summary: String {
        let last = refusals.last.map { ", last \($0.state): \($0.reason ?? "")" } ?? ""
        let failed = failures.last.map { ", last failure \($0)" } ?? ""
        return "\(served.count) frames, \(refusals.count) refusals\(last), \(failures.count) failures\(failed)"
    }
}

/// The comment that a camera of the guest writes into each JPEG: `camera N frame SEQUENCE time MILLISECONDS`.
struct CameraMark: Equatable, Sendable {
    var camera: Int
    var frame: Int

    init?(in jpeg: [UInt8]) {
        guard jpeg.count > 100, jpeg[2] == 0xFF, jpeg[3] == 0xFE else { return nil }
        let words = String(decoding: jpeg[6..<(4 + Int(jpeg[5]))], as: UTF8.self).split(separator: " ")
        guard words.count == 6, let camera = Int(words[1]), let frame = Int(words[3]) else { return nil }
        self.camera = camera
        self.frame = frame
    }
}

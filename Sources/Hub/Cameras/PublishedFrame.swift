import Access
package import Camera
package import HTTP

/// A frame as the HTTP threads see it: numbered, and with its answer ready to be sent to everyone.
package final class PublishedFrame: Sendable {
    /// Counts from 1, for as long as the hub runs.
    package let sequence: Int
    package let size: Size
    package var byteCount: Int { bytes.count }
    package let tag: EntityTag
    package let capturedAt: MonotonicTime
    /// As it goes out in streams.
    let part: Part
    let bytes: FrameBytes
    private let unixMicroseconds: Int64
    private let fields: [Field]
    private let body: Body
    private let meter: FrameMeter
    /// The answers that all clients share.
    private let forEveryOrigin: Response
    private let forNoOrigin: Response

    /// - Parameter meter: counts whom it is served to.
    convenience init(
        _ frame: CapturedFrame, sequence: Int, boot: String, takenAt unixMicroseconds: Int64, meter: FrameMeter
    ) {
        self.init(
            frame.bytes, frame.size, sequence: sequence, tag: EntityTag("\(boot)-\(sequence)"),
            capturedAt: frame.capturedAt, unixMicroseconds: unixMicroseconds, meter: meter)
    }

    /// The same frame in another size.
    convenience init(_ bytes: FrameBytes, _ size: Size, of frame: PublishedFrame) {
        self.init(
            bytes, size, sequence: frame.sequence, tag: EntityTag("\(frame.tag.opaque)-w\(size.width)"),
            capturedAt: frame.capturedAt, unixMicroseconds: frame.unixMicroseconds, meter: frame.meter)
    }

    private init(
        _ bytes: FrameBytes, _ size: Size, sequence: Int, tag: EntityTag, capturedAt: MonotonicTime,
        unixMicroseconds: Int64, meter: FrameMeter
    ) {
        self.bytes = bytes
        self.size = size
        self.meter = meter
        self.sequence = sequence
        self.tag = tag
        self.capturedAt = capturedAt
        self.unixMicroseconds = unixMicroseconds
        fields = [
            Field("Content-Type", "image/jpeg"),
            Field("Cache-Control", "no-cache, no-store, must-revalidate"),
            Field("Pragma", "no-cache"),
            Field("Expires", "0"),
            Field("ETag", tag.text),
            Field("X-Frame-Sequence", String(sequence)),
            Field("X-Frame-Timestamp", String(unixMicroseconds / 1000)),
            Field("X-Frame-Width", String(size.width)),
            Field("X-Frame-Height", String(size.height)),
        ]
        body = .shared(
            SharedBytes(bytes.buffer, owner: ShownFrame(bytes, capturedAt: capturedAt, meter: meter)))
        forEveryOrigin = Response(.ok, fields: fields + CrossOrigin.everyone.headerFields, body: body)
        forNoOrigin = Response(.ok, fields: fields, body: body)
        part = StreamFormat.part(SharedBytes(bytes.buffer, owner: bytes), takenAt: unixMicroseconds)
    }

    /// The answer, for who asks from a page of another origin or none.
    func response(_ crossOrigin: CrossOrigin) -> Response {
        switch crossOrigin {
        case .everyone: forEveryOrigin
        case .nobody: forNoOrigin
        case .only: make(crossOrigin)
        }
    }

    /// The same for one client alone, which is told how old the picture is.
    func response(_ crossOrigin: CrossOrigin, at now: MonotonicTime) -> Response {
        let age = max(0, capturedAt.duration(to: now).inNanoseconds / 1_000_000)
        return make(crossOrigin, [Field("X-Frame-Age", String(age))])
    }

    /// It was made smaller.
    func countEncoded() { meter.encode() }

    /// It goes out in a stream; answers are counted by what they show.
    func countServed(now: MonotonicTime) { meter.serve(capturedAt, now: now) }

    private func make(_ crossOrigin: CrossOrigin, _ more: [Field] = []) -> Response {
        Response(.ok, fields: fields + more + crossOrigin.headerFields, body: body)
    }
}

extension CrossOrigin {
    var headerFields: [Field] { fields.map { Field($0.name, $0.value) } }
}

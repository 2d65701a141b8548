import Access
package import Camera
package import HTTP
import Synchronization

/// A frame as the HTTP threads see it: numbered, and with its answer ready to be sent to everyone.
package final class PublishedFrame: Sendable {
    /// Counts from 1, for as long as the hub runs.
    package let sequence: Int
    package let size: Size
    package let byteCount: Int
    package let tag: EntityTag
    private let fields: [Field]
    private let body: Body
    /// The answers that all clients share, each made when somebody asks for it first.
    private let forEveryOrigin = AtomicLazyReference<Response>()
    private let forNoOrigin = AtomicLazyReference<Response>()

    init(_ frame: CapturedFrame, sequence: Int, boot: String, takenAt unixMilliseconds: Int64) {
        self.sequence = sequence
        size = frame.size
        byteCount = frame.bytes.count
        tag = EntityTag("\(boot)-\(sequence)")
        fields = [
            Field("Content-Type", "image/jpeg"),
            Field("Cache-Control", "no-cache, no-store, must-revalidate"),
            Field("Pragma", "no-cache"),
            Field("Expires", "0"),
            Field("ETag", tag.text),
            Field("X-Frame-Sequence", String(sequence)),
            Field("X-Frame-Timestamp", String(unixMilliseconds)),
            Field("X-Frame-Width", String(frame.size.width)),
            Field("X-Frame-Height", String(frame.size.height)),
        ]
        body = .shared(SharedBytes(frame.bytes.buffer, owner: frame.bytes))
    }

    /// The answer, for who asks from a page of another origin or none.
    func response(_ crossOrigin: CrossOrigin) -> Response {
        switch crossOrigin {
        case .everyone: forEveryOrigin.load() ?? forEveryOrigin.storeIfNil(make(crossOrigin))
        case .nobody: forNoOrigin.load() ?? forNoOrigin.storeIfNil(make(crossOrigin))
        case .only: make(crossOrigin)
        }
    }

    private func make(_ crossOrigin: CrossOrigin) -> Response {
        Response(.ok, fields: fields + crossOrigin.headerFields, body: body)
    }
}

extension CrossOrigin {
    var headerFields: [Field] { fields.map { Field($0.name, $0.value) } }
}

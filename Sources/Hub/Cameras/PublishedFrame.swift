package import Camera
package import HTTP

/// A frame as the HTTP threads see it: numbered, and with its answer ready to be sent to everyone.
package struct PublishedFrame: Sendable {
    /// Counts from 1, for as long as the hub runs.
    package let sequence: Int
    package let size: Size
    package let byteCount: Int
    package let tag: EntityTag
    package let response: Response

    init(_ frame: CapturedFrame, sequence: Int, boot: String, takenAt unixMilliseconds: Int64) {
        self.sequence = sequence
        size = frame.size
        byteCount = frame.bytes.count
        tag = EntityTag("\(boot)-\(sequence)")
        response = Response(
            .ok,
            fields: [
                Field("Content-Type", "image/jpeg"),
                Field("Cache-Control", "no-cache, no-store, must-revalidate"),
                Field("Pragma", "no-cache"),
                Field("Expires", "0"),
                Field("ETag", tag.text),
                Field("X-Frame-Sequence", String(sequence)),
                Field("X-Frame-Timestamp", String(unixMilliseconds)),
                Field("X-Frame-Width", String(frame.size.width)),
                Field("X-Frame-Height", String(frame.size.height)),
            ],
            body: .shared(SharedBytes(frame.bytes.buffer, owner: frame.bytes)))
    }
}

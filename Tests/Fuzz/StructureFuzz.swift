import Camera
import JPEG
import MJPEG

/// What passes the check of its structure can be decoded, and what is made of it passes again, unchanged.
@Sendable func fuzzStructure(_ input: UnsafeRawBufferPointer) {
    guard let picture = try? JPEGPicture(copying: input.bytes) else { return }
    picture.bytes.withBytes { bytes in
        let again = try? JPEGPicture(copying: bytes)
        precondition(
            again?.size == picture.size && again?.bytes.count == picture.bytes.count, "it needs a second repair")
        // Larger ones take their time.
        guard picture.size.area <= 1 << 16 else { return }
        do {
            _ = try JPEGDecoder().decode(bytes)
        } catch {
            preconditionFailure("it passes and cannot be decoded: \(error)")
        }
    }
}

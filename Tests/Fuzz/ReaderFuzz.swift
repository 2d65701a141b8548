import Camera
import MJPEG

/// The first byte says how the rest comes: in how large pieces, and whether its type names a boundary.
///
/// Whatever comes, and however it is cut, the same pictures come out, and each is one that needs no repair.
@Sendable func fuzzReader(_ input: UnsafeRawBufferPointer) {
    guard let first = input.first else { return }
    let bytes = UnsafeRawBufferPointer(rebasing: input.dropFirst())
    let boundary = first & 0x80 == 0 ? nil : MultipartBoundary(contentType: "multipart/mixed; boundary=frame")
    let piece = 1 + Int(first & 0x7F) * Int(first & 0x7F)
    let whole = pictures(in: bytes, boundary, piece: max(1, bytes.count))
    let cut = pictures(in: bytes, boundary, piece: piece)
    precondition(whole == cut, "pieces of \(piece) bytes bring other pictures than the whole")
}

private func pictures(in bytes: UnsafeRawBufferPointer, _ boundary: MultipartBoundary?, piece: Int) -> [[UInt8]] {
    var reader = MJPEGReader(boundary: boundary)
    var found: [[UInt8]] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
        reader.feed(bytes.bytes.extracting(start..<min(start + piece, bytes.count)))
        drain(&reader, into: &found)
    }
    reader.finish()
    drain(&reader, into: &found)
    return found
}

private func drain(_ reader: inout MJPEGReader, into found: inout [[UInt8]]) {
    while let next = reader.next() {
        guard case .picture(let picture) = next else { continue }
        let bytes = picture.bytes.withBytes { $0.withUnsafeBytes { Array($0) } }
        let again = try? JPEGPicture(copying: bytes.span.bytes)
        precondition(
            again?.size == picture.size && again?.bytes.count == bytes.count, "a picture needs a second repair")
        found.append(bytes)
    }
}

import Camera
import MJPEG
import Posix

/// The files of a replay camera. JPEG files and MJPEG files (JPEGs, one behind the other, or a stream as a
/// camera sent it) are the same to it.
struct ReplayFiles {
    /// All files together.
    static let limit = 256 << 20
    private static let piece = 1 << 20

    private let pattern: String
    private let hint: String

    init(_ pattern: String, id: CameraID) {
        self.pattern = pattern
        hint = "see `replay` of camera \(id) in the configuration"
    }

    /// Every picture, in the order of the files' names; at least one.
    func pictures() throws(CaptureError) -> [JPEGPicture] {
        var pictures: [JPEGPicture] = []
        var rest = ReplayFiles.limit
        for path in try paths() {
            let bytes = try contents(of: path, limit: rest)
            rest -= bytes.count
            pictures += try self.pictures(in: bytes, of: path)
        }
        return pictures
    }

    private func paths() throws(CaptureError) -> [String] {
        let paths: [String]
        do throws(Errno) {
            paths = try FilePattern.paths(matching: pattern)
        } catch {
            throw CaptureError(.failed, reason: "cannot look for \(pattern): \(error)", hint: hint)
        }
        guard !paths.isEmpty else { throw CaptureError(.failed, reason: "no file fits \(pattern)", hint: hint) }
        return paths
    }

    private func contents(of path: String, limit: Int) throws(CaptureError) -> [UInt8] {
        do throws(Errno) {
            return try RegularFile.contents(of: path, limit: limit)
        } catch .tooLarge {
            let size = "\(ReplayFiles.limit >> 20) MiB"
            throw CaptureError(
                .failed, reason: "\(path): with this file the replay is larger than \(size)",
                hint: "use fewer or shorter files")
        } catch .invalidArgument {
            throw CaptureError(
                .failed, reason: "\(path) is no file", hint: "name files, for example \(path)/*.jpg")
        } catch {
            let isDenied = error == .accessDenied || error == .notPermitted
            throw CaptureError(isDenied ? .denied : .failed, reason: "cannot read \(path): \(error)", hint: hint)
        }
    }

    private func pictures(in bytes: [UInt8], of path: String) throws(CaptureError) -> [JPEGPicture] {
        var pictures: [JPEGPicture] = []
        var reader = MJPEGReader()
        for start in stride(from: 0, to: bytes.count, by: ReplayFiles.piece) {
            reader.feed(bytes.span.bytes.extracting(start..<min(start + ReplayFiles.piece, bytes.count)))
            try takePictures(from: &reader, into: &pictures, path, size: bytes.count)
        }
        reader.finish()
        try takePictures(from: &reader, into: &pictures, path, size: bytes.count)
        guard !pictures.isEmpty else { throw CaptureError(.failed, reason: "\(path) holds no JPEG", hint: hint) }
        return pictures
    }

    private func takePictures(
        from reader: inout MJPEGReader, into pictures: inout [JPEGPicture], _ path: String, size: Int
    ) throws(CaptureError) {
        while let found = reader.next() {
            switch found {
            case .picture(let picture): pictures.append(picture)
            case .broken(let fault):
                // The end of a recording that was stopped in the middle of a picture is no fault of the others.
                guard fault.cause == .truncated, fault.offset == size, !pictures.isEmpty else {
                    throw CaptureError(
                        .failed, reason: "\(path): picture \(pictures.count + 1) is broken: \(fault)", hint: hint)
                }
            }
        }
    }
}

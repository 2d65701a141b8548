import Camera
import Glibc
import MJPEG
import Posix

/// What it costs to cut pictures out of a stream, in pieces as a network brings them: `ReaderBench JPEG SECONDS`.
///
/// Prints one JSON object: milliseconds of CPU for a gigabyte, for each way to send the same picture.
@main
struct ReaderBench {
    /// How much a read brings.
    static let piece = 64 << 10

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let seconds = Double(arguments[2]) else {
            print("usage: ReaderBench JPEG SECONDS")
            exit(2)
        }
        let picture = try RegularFile.contents(of: arguments[1], limit: MJPEGReader.pictureLimit)
        let lengths = try cost(of: part(picture, "Content-Length: \(picture.count)\r\n"), seconds)
        let noLengths = try cost(of: part(picture, ""), seconds)
        let bare = try cost(of: picture, seconds)
        let noEnds = try cost(of: part(picture.dropLast(2), ""), seconds)
        print(
            #"{"lengths": \#(lengths), "no_lengths": \#(noLengths), "bare": \#(bare), "no_ends": \#(noEnds)}"#)
    }

    private static func part(_ picture: some Sequence<UInt8>, _ field: String) -> [UInt8] {
        Array("--frame\r\nContent-Type: image/jpeg\r\n\(field)\r\n".utf8) + picture + [0x0D, 0x0A]
    }

    /// Milliseconds for a gigabyte; throws if a picture is missing.
    private static func cost(of part: [UInt8], _ seconds: Double) throws -> Double {
        let stream = (0..<64).flatMap { _ in part }
        var reader = MJPEGReader()
        var (parts, pictures, spent) = (0, 0, 0.0)
        while spent < seconds * 1000 {
            let start = threadMilliseconds()
            for offset in stride(from: 0, to: stream.count, by: piece) {
                reader.feed(stream.span.bytes.extracting(offset..<min(offset + piece, stream.count)))
                while let found = reader.next() {
                    if case .picture = found { pictures += 1 }
                }
            }
            spent += threadMilliseconds() - start
            parts += 64
        }
        // Without its end the last is known by what follows.
        guard (parts - 1...parts).contains(pictures) else { throw Missing(pictures: pictures, of: parts) }
        return (spent / (Double(parts * part.count) / 1e9) * 10).rounded() / 10
    }

    private struct Missing: Error {
        var pictures: Int
        var of: Int
    }

    /// What this thread has spent so far.
    private static func threadMilliseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}

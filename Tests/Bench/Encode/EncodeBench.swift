import CTurboJPEG
import Camera
import Glibc
import JPEG
import Posix

/// Compares what the hub does to a raw frame with the least that can be done: TurboJPEG on planes that are ready.
///
/// Prints one JSON object: microseconds of CPU per frame, median of the rounds, and the ratio of those medians.
@main
struct EncodeBench {
    static let size = Size(width: 1280, height: 720)
    static let quality = 80
    static let rounds = 61
    static let framesPerRound = 8

    static let layout = RawLayout(format: .yuyv, size: size, bytesPerLine: size.width * 2, range: .full)

    /// Without arguments it measures; `paced FPS FRAMES` measures the hub's encoder alone, as a camera's frames come. For
    /// other measurements `picture BYTES FILE` makes a JPEG file of about that size, and `raw FILE` one of the raw frame.
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let numbers = arguments.compactMap { Int($0) }
        switch (arguments.first, numbers.count) {
        case ("picture", 1): try writePicture(of: numbers[0], to: arguments.last!)
        case ("raw", 0): try RegularFile.replace(arguments.last!, with: Picture(size).yuyv, mode: 0o644)
        case ("paced", 2):
            var encoding = try PacedEncoding(Picture(size))
            let microseconds = try encoding.run(framesPerSecond: numbers[0], frames: numbers[1])
            print(#"{"hub_us": \#(Int(microseconds))}"#)
        default: try measure()
        }
    }

    private static func writePicture(of bytes: Int, to file: String) throws {
        let picture = Picture(size)
        var encoder = try JPEGEncoder()
        // The largest that is not larger: the size grows with the quality.
        var best: FrameBytes?
        for quality in 1...100 {
            let frame = try encoder.encode(picture.yuyv.span.bytes, as: layout, quality: quality)
            if frame.count <= bytes || best == nil { best = frame }
        }
        if let best { try RegularFile.replace(file, with: Array(best.buffer), mode: 0o644) }
    }

    private static func measure() throws {
        let picture = Picture(size)
        var encoder = try JPEGEncoder()
        let bare = try BareEncoder(picture)
        var ours: [Double] = []
        var least: [Double] = []
        // In turn, so that a machine that gets slower gets slower for both.
        for _ in 0..<rounds {
            ours.append(
                try cpuMicroseconds {
                    for _ in 0..<framesPerRound {
                        _ = try encoder.encode(picture.yuyv.span.bytes, as: layout, quality: quality)
                    }
                })
            least.append(try cpuMicroseconds { for _ in 0..<framesPerRound { try bare.encode() } })
        }
        let (hub, turbo) = (median(ours), median(least))
        print(
            #"{"what": "encode 1280x720 YUYV, quality 80, 4:2:0", "hub_us": \#(Int(hub)), "#
                + #""turbojpeg_us": \#(Int(turbo)), "ratio": \#(((hub / turbo) * 1000).rounded() / 1000)}"#)
    }

    private static func cpuMicroseconds(_ body: () throws -> Void) rethrows -> Double {
        let start = threadMicroseconds()
        try body()
        return (threadMicroseconds() - start) / Double(framesPerRound)
    }

    /// What this thread has spent so far.
    static func threadMicroseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// The same picture as planes and as YUYV: a gradient with texture, so that it compresses as a room does.
struct Picture {
    let luma: [UInt8]
    let blue: [UInt8]
    let red: [UInt8]
    let yuyv: [UInt8]

    init(_ size: Size) {
        var random: UInt32 = 1
        func noise() -> Int {
            random = random &* 1_664_525 &+ 1_013_904_223
            return Int(random >> 28)
        }
        let (width, height) = (size.width, size.height)
        var luma = [UInt8](repeating: 0, count: width * height)
        for y in 0..<height {
            for x in 0..<width { luma[y * width + x] = UInt8((x * 96 / width + y * 96 / height + noise()) & 0xFF) }
        }
        let half = width / 2
        var blue = [UInt8](repeating: 0, count: half * height / 2)
        var red = blue
        for index in blue.indices {
            blue[index] = UInt8(96 + (index % half) * 64 / half)
            red[index] = UInt8(96 + (index / half) * 128 / height)
        }
        var yuyv = [UInt8](repeating: 0, count: width * height * 2)
        for y in 0..<height {
            for x in 0..<half {
                let (at, chroma) = ((y * width + 2 * x) * 2, y / 2 * half + x)
                yuyv[at] = luma[y * width + 2 * x]
                yuyv[at + 1] = blue[chroma]
                yuyv[at + 2] = luma[y * width + 2 * x + 1]
                yuyv[at + 3] = red[chroma]
            }
        }
        (self.luma, self.blue, self.red, self.yuyv) = (luma, blue, red, yuyv)
    }
}

/// `tjCompressFromYUVPlanes` and nothing else.
final class BareEncoder {
    private let handle: tjhandle
    private let picture: Picture
    private var output: [UInt8]

    init(_ picture: Picture) throws {
        guard let handle = tjInitCompress() else { throw Errno.outOfMemory }
        self.handle = handle
        self.picture = picture
        let size = EncodeBench.size
        let capacity = tjBufSize(CInt(size.width), CInt(size.height), CInt(TJSAMP_420.rawValue))
        output = [UInt8](repeating: 0, count: Int(capacity))
    }

    deinit { tjDestroy(handle) }

    func encode() throws {
        let size = EncodeBench.size
        let result = output.withUnsafeMutableBufferPointer { output in
            picture.luma.withUnsafeBufferPointer { luma in
                picture.blue.withUnsafeBufferPointer { blue in
                    picture.red.withUnsafeBufferPointer { red in
                        var planes = [luma.baseAddress, blue.baseAddress, red.baseAddress]
                        var target = output.baseAddress
                        var count = UInt(output.count)
                        return tjCompressFromYUVPlanes(
                            handle, &planes, CInt(size.width), nil, CInt(size.height), CInt(TJSAMP_420.rawValue),
                            &target, &count, CInt(EncodeBench.quality), TJFLAG_NOREALLOC)
                    }
                }
            }
        }
        guard result == 0 else { throw Errno.invalidArgument }
    }
}

import CVideo4Linux
package import Camera
import Glibc

/// Turns the raw formats that our encoder does not know into one that it does. Thread-bound.
///
/// libv4lconvert does it, and only that: it never sees the device, so that it neither looks for software controls of
/// its own (white balance, gain, gamma) nor turns pictures for what its list of laptops says.
@safe package struct Converter: ~Copyable {
    private let library: OpaquePointer
    private let calls: UnsafeMutablePointer<libv4l_dev_ops>
    private let source: StreamFormat
    private var input: [UInt8]
    private var output: [UInt8]

    /// What the pictures are afterwards: without padding, luma and chroma in the range that they had, RGB in full.
    package let format: StreamFormat

    /// Throws for a size at which the library's decoders leave their memory.
    package init(from source: StreamFormat) throws(CaptureError) {
        let grid =
            source.pixelFormat.lines(of: source.size) == nil ? Size(width: 16, height: 8) : Size(width: 2, height: 2)
        guard source.size.width.isMultiple(of: grid.width), source.size.height.isMultiple(of: grid.height) else {
            throw CaptureError(
                .failed, reason: "libv4lconvert cannot safely convert \(source.pixelFormat) at \(source.size)",
                hint: "choose a size whose width and height are multiples of \(grid.width) and \(grid.height)")
        }
        let target: PixelFormat = source.pixelFormat.isLumaChroma ? .yu12 : .rgb24
        let calls = unsafe Converter.noDevice()
        guard let library = unsafe v4lconvert_create_with_dev_ops(-1, nil, calls) else {
            unsafe calls.deallocate()
            throw CaptureError(
                .failed, reason: "libv4lconvert refuses to convert \(source.pixelFormat)",
                hint: "unset LIBV4LCONTROL_CONTROLS in the environment")
        }
        unsafe self.library = library
        unsafe self.calls = calls
        self.source = source
        let area = source.size.area
        // Its decoders read on behind a frame that is cut short; no format that it knows has more bytes than this.
        input = Array(repeating: 0, count: max(area * 4, source.imageSize) + 65536)
        output = Array(repeating: 0, count: target == .yu12 ? (area * 3 + 1) / 2 : area * 3)
        format = StreamFormat(
            pixelFormat: target, size: source.size, bytesPerLine: 0, imageSize: output.count,
            isFullRange: target == .rgb24 || source.isFullRange, matrix: source.matrix,
            hueEncoding: source.hueEncoding, planes: 1)
    }

    deinit {
        unsafe v4lconvert_destroy(library)
        unsafe calls.deallocate()
    }

    /// Converts one frame and lends the result. Throws for a frame that is cut short or damaged.
    package mutating func convert<Result>(
        _ frame: RawSpan, _ body: (RawSpan) -> Result
    ) throws(ConversionError) -> Result {
        let used = fillInput(from: frame)
        let tightLine = source.pixelFormat.lines(of: source.size)?.length ?? source.size.width
        var from = unsafe Converter.description(of: source.pixelFormat, source.size, bytesPerLine: tightLine)
        unsafe from.fmt.pix.hsv_enc = source.hueEncoding
        var to = unsafe Converter.description(of: format.pixelFormat, format.size, bytesPerLine: 0)
        let count = unsafe v4lconvert_convert(
            library, &from, &to, &input, CInt(used), &output, CInt(output.count))
        guard count >= 0 else {
            let message = unsafe String(cString: v4lconvert_get_error_message(library))
            throw ConversionError(isShort: errno == EPIPE, message: message.split(separator: "\n").joined())
        }
        return unsafe body(output.span.bytes.extracting(first: Int(count)))
    }

    /// Copies the frame without the padding of its lines, of which most of the library's functions know nothing.
    /// Some of them write into what they read.
    private mutating func fillInput(from frame: RawSpan) -> Int {
        let lines = source.pixelFormat.lines(of: source.size)
        return unsafe frame.withUnsafeBytes { bytes in
            unsafe input.withUnsafeMutableBytes { target in
                guard let lines, source.bytesPerLine > lines.length else {
                    let count = min(bytes.count, target.count)
                    unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
                    return count
                }
                var used = 0
                for start in stride(from: 0, to: lines.count * source.bytesPerLine, by: source.bytesPerLine) {
                    guard start + lines.length <= bytes.count else { break }
                    let line = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<start + lines.length])
                    unsafe UnsafeMutableRawBufferPointer(rebasing: target[used...]).copyMemory(from: line)
                    used += lines.length
                }
                return used
            }
        }
    }

    private static func description(of format: PixelFormat, _ size: Size, bytesPerLine: Int) -> v4l2_format {
        var fields = v4l2_pix_format()
        fields.width = UInt32(size.width)
        fields.height = UInt32(size.height)
        fields.pixelformat = format.rawValue
        fields.bytesperline = UInt32(bytesPerLine)
        var description = unsafe v4l2_format()
        unsafe description.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        unsafe description.fmt.pix = fields
        return unsafe description
    }

    /// Stands for a device that has one format, unknown to the library, and nothing else: then it adds nothing.
    ///
    /// The library keeps the pointer; whoever made a converter with it frees it afterwards.
    private static func noDevice() -> UnsafeMutablePointer<libv4l_dev_ops> {
        var calls = libv4l_dev_ops()
        unsafe calls.ioctl = { _, _, request, argument in
            if request == hub_VIDIOC_ENUM_FMT, unsafe argument?.load(as: v4l2_fmtdesc.self).index == 0 { return 0 }
            errno = ENOTTY
            return -1
        }
        let memory = UnsafeMutablePointer<libv4l_dev_ops>.allocate(capacity: 1)
        unsafe memory.initialize(to: calls)
        return unsafe memory
    }
}

/// A frame could not be converted.
package struct ConversionError: Error, Equatable, CustomStringConvertible {
    /// It has fewer bytes than its format and size ask for; else it is damaged.
    package var isShort: Bool
    /// libv4lconvert's own words.
    package var message: String

    package var description: String { message }
}

extension PixelFormat {
    /// Lines without padding, in bytes, and how many there are in all planes together; nil where lines mean nothing.
    fileprivate func lines(of size: Size) -> (length: Int, count: Int)? {
        switch description {
        case "BGR4", "RGB4", "XR24", "BX24", "AR24", "BA24", "HSV4": (size.width * 4, size.height)
        case "HSV3": (size.width * 3, size.height)
        case "BG10", "GB10", "BA10", "RG10", "BYR2", "GB16", "GR16", "RG16", "Y16": (size.width * 2, size.height)
        case "pBAA", "pGAA", "pgAA", "pRAA", "Y10B": ((size.width * 10 + 7) / 8, size.height)
        case "BA81", "GBRG", "GRBG", "RGGB": (size.width, size.height)
        case "NV16", "NV61": (size.width, size.height * 2)
        case "M420": (size.width, size.height * 3 / 2)
        default: nil
        }
    }
}

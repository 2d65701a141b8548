package import Camera

/// How a raw picture lies in its buffer, and what its numbers mean.
package struct RawLayout: Equatable, Sendable {
    package var format: PixelFormat
    package var size: Size
    /// From one line to the next; in planar formats, of the plane of brightness. 0: as tight as the format allows.
    ///
    /// The corresponding C field is `bytesperline` of `struct v4l2_pix_format`.
    package var bytesPerLine: Int
    package var range: SampleRange
    package var matrix: ColorMatrix

    package init(
        format: PixelFormat, size: Size, bytesPerLine: Int = 0, range: SampleRange = .full, matrix: ColorMatrix = .bt601
    ) {
        self.format = format
        self.size = size
        self.bytesPerLine = bytesPerLine
        self.range = range
        self.matrix = matrix
    }
}

/// Which numbers stand for black and white. JPEG has the full range; YUV cameras have, by default, the limited one.
///
/// The corresponding C type is `enum v4l2_quantization`, whose default is full for RGB and for the colour space of
/// JPEG, and limited for everything else.
package enum SampleRange: Sendable {
    /// 0 to 255.
    case full
    /// Black at 16, white at 235, colour differences from 16 to 240.
    case limited
}

/// How brightness and colour differences are made of red, green and blue. JPEG has that of BT.601.
///
/// The corresponding C type is `enum v4l2_ycbcr_encoding`, whose default is BT.601 for sRGB, which webcams have.
package enum ColorMatrix: Sendable {
    case bt601
    case bt709
}

/// The families of raw formats that go to TurboJPEG.
enum Arrangement: Equatable {
    /// Four bytes for two pixels; brightness in the even bytes or in the odd ones.
    case packed(lumaFirst: Bool, redFirst: Bool)
    /// A plane of brightness, then one of interleaved colour differences.
    case semiPlanar(redFirst: Bool)
    /// A plane of brightness, then one of each colour difference.
    case planar(redFirst: Bool)
    case grey
    /// Three bytes a pixel.
    case rgb(redFirst: Bool)
    case rgb565
}

extension RawLayout {
    var arrangement: Arrangement? {
        switch format {
        case .yuyv: .packed(lumaFirst: true, redFirst: false)
        case .yvyu: .packed(lumaFirst: true, redFirst: true)
        case .uyvy: .packed(lumaFirst: false, redFirst: false)
        case .nv12: .semiPlanar(redFirst: false)
        case .nv21: .semiPlanar(redFirst: true)
        case .yu12: .planar(redFirst: false)
        case .yv12: .planar(redFirst: true)
        case .grey: .grey
        case .rgb24: .rgb(redFirst: true)
        case .bgr24: .rgb(redFirst: false)
        case .rgb565: .rgb565
        default: nil
        }
    }

    /// Columns and rows of colour differences in the formats that have one for 2x2 pixels.
    var chromaSize: Size { Size(width: (size.width + 1) / 2, height: (size.height + 1) / 2) }
}

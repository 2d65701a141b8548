import CVideo4Linux
package import Camera

/// What a device really delivers, as it said when it was asked.
package struct StreamFormat: Equatable, Sendable {
    package var pixelFormat: PixelFormat
    package var size: Size
    /// From one line to the next; in planar formats, of the first plane. 0 for compressed formats.
    package var bytesPerLine: Int
    /// The most bytes that a frame can have; of raw formats, what each frame has.
    package var imageSize: Int
    /// Whether 0 and 255 are black and white; else 16 and 235.
    package var isFullRange: Bool
    package var matrix: Matrix
    /// Of formats with hue and saturation, by how many steps the hue goes around.
    ///
    /// The corresponding C type is `enum v4l2_hsv_encoding`.
    var hueEncoding: UInt32
    /// Memory planes of each buffer. We take formats with one.
    var planes: Int

    /// How luma and chroma are made of red, green and blue.
    package enum Matrix: Sendable {
        case bt601
        /// BT.709, or one that is nearer to it than to BT.601.
        case bt709
    }
}

extension StreamFormat {
    /// By its size alone, with the colours that cameras have.
    package init(pixelFormat: PixelFormat, size: Size, bytesPerLine: Int, imageSize: Int) {
        self.init(
            pixelFormat: pixelFormat, size: size, bytesPerLine: bytesPerLine, imageSize: imageSize,
            isFullRange: !pixelFormat.isLumaChroma, matrix: .bt601,
            hueEncoding: V4L2_HSV_ENC_180.rawValue, planes: 1)
    }

    init(_ format: v4l2_format, multiplanar: Bool) {
        let colors: ColorFields
        if multiplanar {
            let fields = unsafe format.fmt.pix_mp
            pixelFormat = PixelFormat(rawValue: fields.pixelformat)
            size = Size(width: Int(fields.width), height: Int(fields.height))
            bytesPerLine = Int(fields.plane_fmt.0.bytesperline)
            imageSize = Int(fields.plane_fmt.0.sizeimage)
            planes = Int(fields.num_planes)
            colors = ColorFields(
                colorspace: fields.colorspace, encoding: UInt32(fields.ycbcr_enc),
                quantization: UInt32(fields.quantization))
        } else {
            let fields = unsafe format.fmt.pix
            pixelFormat = PixelFormat(rawValue: fields.pixelformat)
            size = Size(width: Int(fields.width), height: Int(fields.height))
            bytesPerLine = Int(fields.bytesperline)
            imageSize = Int(fields.sizeimage)
            planes = 1
            // Without the mark the driver did not fill the fields that came later.
            let isExtended = fields.priv == UInt32(V4L2_PIX_FMT_PRIV_MAGIC)
            colors = ColorFields(
                colorspace: fields.colorspace, encoding: isExtended ? fields.ycbcr_enc : 0,
                quantization: isExtended ? fields.quantization : 0)
        }
        isFullRange = colors.isFullRange(of: pixelFormat)
        matrix = colors.matrix
        hueEncoding = colors.hueEncoding
    }
}

/// The colour fields of a format, whose zeros stand for defaults that depend on each other.
private struct ColorFields {
    var colorspace: UInt32
    var encoding: UInt32
    var quantization: UInt32

    /// The default is full for RGB and for the colour space of JPEG, limited for luma and chroma. For grey nothing is
    /// written down; drivers, sensors and the other programs take it for full.
    func isFullRange(of format: PixelFormat) -> Bool {
        switch quantization {
        case V4L2_QUANTIZATION_FULL_RANGE.rawValue: true
        case V4L2_QUANTIZATION_LIM_RANGE.rawValue: false
        default: !format.isLumaChroma || colorspace == V4L2_COLORSPACE_JPEG.rawValue
        }
    }

    /// Shares its field with the encoding of luma and chroma.
    var hueEncoding: UInt32 {
        encoding == V4L2_HSV_ENC_256.rawValue ? V4L2_HSV_ENC_256.rawValue : V4L2_HSV_ENC_180.rawValue
    }

    var matrix: StreamFormat.Matrix {
        switch encoding {
        case V4L2_YCBCR_ENC_601.rawValue, V4L2_YCBCR_ENC_XV601.rawValue, V4L2_YCBCR_ENC_SYCC.rawValue: .bt601
        case V4L2_YCBCR_ENC_DEFAULT.rawValue:
            [
                V4L2_COLORSPACE_REC709.rawValue, V4L2_COLORSPACE_DCI_P3.rawValue, V4L2_COLORSPACE_BT2020.rawValue,
                V4L2_COLORSPACE_SMPTE240M.rawValue,
            ].contains(colorspace) ? .bt709 : .bt601
        default: .bt709
        }
    }
}

extension v4l2_format {
    /// A request for a format and size; everything else is left to the driver.
    init(asking format: PixelFormat, _ size: Size, multiplanar: Bool) {
        unsafe self.init()
        if multiplanar {
            var fields = v4l2_pix_format_mplane()
            fields.width = UInt32(size.width)
            fields.height = UInt32(size.height)
            fields.pixelformat = format.rawValue
            unsafe type = V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue
            unsafe fmt.pix_mp = fields
        } else {
            var fields = v4l2_pix_format()
            fields.width = UInt32(size.width)
            fields.height = UInt32(size.height)
            fields.pixelformat = format.rawValue
            fields.priv = UInt32(V4L2_PIX_FMT_PRIV_MAGIC)
            unsafe type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
            unsafe fmt.pix = fields
        }
    }
}

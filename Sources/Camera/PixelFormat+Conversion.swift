extension PixelFormat {
    /// Whether the hub can make JPEG of it: it is JPEG, our encoder reads it, or libv4lconvert does.
    package var canBecomeJPEG: Bool { isCompressed || isEncodable || isConvertible }

    /// Raw formats that libv4lconvert turns into one that our encoder reads.
    ///
    /// Those of its formats are left out that it gives to a program of its own (OV511, OV518).
    package var isConvertible: Bool { PixelFormat.convertible.contains(self) }

    /// Whether its samples are luma and chroma, so that a conversion can leave their range as it is.
    ///
    /// Everything else is RGB, or becomes it when it is decoded, or is grey: there 0 and 255 are black and white.
    package var isLumaChroma: Bool {
        PixelFormat.convertibleLumaChroma.contains(self)
            || [.yuyv, .uyvy, .yvyu, .nv12, .nv21, .yu12, .yv12].contains(self)
    }

    private static let convertible = convertibleLumaChroma.union(convertibleToRGB)

    private static func formats(_ codes: [String]) -> Set<PixelFormat> { Set(codes.compactMap { PixelFormat($0) }) }

    /// 4:2:2 by planes, and what the cameras of old drivers give.
    private static let convertibleLumaChroma = formats([
        "NV16", "NV61", "M420", "HM12", "S501", "S505", "S508", "CITV", "KONI", "S920", "CPIA",
    ])

    private static let convertibleToRGB: Set<PixelFormat> = {
        let rgb = ["BGR4", "RGB4", "XR24", "BX24", "AR24", "BA24"]
        let bayer = [
            "BA81", "GBRG", "GRBG", "RGGB", "pBAA", "pGAA", "pgAA", "pRAA", "BG10", "GB10", "BA10", "RG10", "BYR2",
            "GB16", "GR16", "RG16", "S680",
        ]
        let packedBayer = ["S561", "S910", "SONX", "P207", "M310", "JL20", "905C", "S401"]
        let jpegLike = ["PJPG", "JPGL"]
        let hue = ["HSV3", "HSV4"]
        let sensors = ["Y10B", "Y16"]
        return formats(rgb + bayer + packedBayer + jpegLike + hue + sensors)
    }()
}

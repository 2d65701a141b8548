import Camera
import Hub
import JPEG
import Video4Linux

/// Makes JPEGs of a device's raw pictures, by way of libv4lconvert where our encoder does not read them. Thread-bound.
struct RawFrameMaker: ~Copyable {
    private let layout: RawLayout
    private var encoder: JPEGEncoder
    /// Nil for formats that the encoder reads itself.
    private var converter: Converter?

    /// Nil if the device gives JPEG already.
    static func needed(for format: StreamFormat) throws(CaptureError) -> RawFrameMaker? {
        if format.pixelFormat.isCompressed { return nil }
        return try RawFrameMaker(format, format.pixelFormat.isEncodable ? nil : Converter(from: format))
    }

    private init(_ format: StreamFormat, _ converter: consuming Converter?) throws(CaptureError) {
        let encoder: JPEGEncoder
        do {
            encoder = try JPEGEncoder()
        } catch {
            throw CaptureError(.failed, reason: error.description)
        }
        layout = RawLayout(converter?.format ?? format)
        self.encoder = encoder
        self.converter = converter
    }

    mutating func make(
        from frame: RawSpan, turned turn: Turn, quality: Int, capturedAt: MonotonicTime
    ) throws(CaptureError) -> Taken {
        let encoded: Result<FrameBytes, JPEGError>
        do throws(ConversionError) {
            encoded = try RawFrameMaker.encode(frame, &converter, &encoder, layout, turn, quality)
        } catch {
            return .broken(error.isShort ? .short : .malformed)
        }
        do throws(JPEGError) {
            return .frame(
                CapturedFrame(
                    bytes: try encoded.get(), size: layout.size.turned(turn), turn: turn, capturedAt: capturedAt))
        } catch {
            if let cause = error.brokenCause { return .broken(cause) }
            throw CaptureError(.failed, reason: error.description)
        }
    }

    private static func encode(
        _ frame: RawSpan, _ converter: inout Converter?, _ encoder: inout JPEGEncoder, _ layout: RawLayout,
        _ turn: Turn, _ quality: Int
    ) throws(ConversionError) -> Result<FrameBytes, JPEGError> {
        func encode(_ picture: RawSpan) -> Result<FrameBytes, JPEGError> {
            Result { () throws(JPEGError) in
                try encoder.encode(picture, as: layout, turned: turn, quality: quality)
            }
        }
        return try converter?.convert(frame, encode) ?? encode(frame)
    }
}

extension RawLayout {
    fileprivate init(_ format: StreamFormat) {
        self.init(
            format: format.pixelFormat, size: format.size, bytesPerLine: format.bytesPerLine,
            range: format.isFullRange ? .full : .limited, matrix: format.matrix == .bt601 ? .bt601 : .bt709)
    }
}

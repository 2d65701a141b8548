import CTurboJPEG
import Camera
import JPEG
import Testing

/// A picture whose quarters have different colours: red, green, and below them blue and white.
enum MarkedPicture {
    static let colours: [SIMD3<Int>] = [[220, 40, 40], [40, 200, 60], [50, 60, 210], [230, 230, 220]]

    static func colour(_ x: Int, _ y: Int, of size: Size) -> SIMD3<Int> {
        colours[(2 * x >= size.width ? 1 : 0) + (2 * y >= size.height ? 2 : 0)]
    }

    /// As JPEG, in one of TurboJPEG's samplings.
    static func jpeg(
        _ size: Size = Size(width: 96, height: 64), _ subsampling: TJSAMP = TJSAMP_422, flags: Int32 = 0,
        quality: Int32 = 90
    ) throws -> [UInt8] {
        let pixels = (0..<size.height).flatMap { y in
            (0..<size.width).flatMap { x -> [UInt8] in
                let colour = colour(x, y, of: size)
                return [UInt8(colour.x), UInt8(colour.y), UInt8(colour.z)]
            }
        }
        let handle = try #require(tjInitCompress())
        defer { tjDestroy(handle) }
        var target: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let answer = tjCompress2(
            handle, pixels, Int32(size.width), 0, Int32(size.height), Int32(TJPF_RGB.rawValue), &target, &count,
            Int32(subsampling.rawValue), quality, flags)
        defer { tjFree(target) }
        try #require(answer == 0)
        return Array(UnsafeBufferPointer(start: target, count: Int(count)))
    }

    /// The colours of the quarters of a decoded picture, each the mean of its middle: in rows, from the left.
    static func quarters(of picture: RGBPicture) -> [SIMD3<Int>] {
        let (width, height) = (picture.size.width, picture.size.height)
        return [(0, 0), (1, 0), (0, 1), (1, 1)].map { column, row in
            var (sum, count) = (SIMD3<Int>.zero, 0)
            for y in stride(from: height * (4 * row + 1) / 8, through: height * (4 * row + 3) / 8, by: 3) {
                for x in stride(from: width * (4 * column + 1) / 8, through: width * (4 * column + 3) / 8, by: 3) {
                    sum &+= picture[x, y]
                    count += 1
                }
            }
            return SIMD3(sum.x / count, sum.y / count, sum.z / count)
        }
    }

    /// Which quarter is where after a clockwise rotation and then a flip, said by hand.
    static func order(_ rotation: Rotation, _ flip: Flip) -> [Int] {
        let rotated =
            switch rotation {
            case .none: [0, 1, 2, 3]
            case .quarter: [2, 0, 3, 1]
            case .half: [3, 2, 1, 0]
            case .threeQuarters: [1, 3, 0, 2]
            }
        return switch flip {
        case .none: rotated
        case .horizontal: [rotated[1], rotated[0], rotated[3], rotated[2]]
        case .vertical: [rotated[2], rotated[3], rotated[0], rotated[1]]
        }
    }

    static func expect(
        _ picture: RGBPicture, _ rotation: Rotation = .none, _ flip: Flip = .none, isGrey: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let seen = quarters(of: picture)
        for (place, quarter) in order(rotation, flip).enumerated() {
            var truth = colours[quarter]
            if isGrey { truth = SIMD3(repeating: (truth.x * 299 + truth.y * 587 + truth.z * 114) / 1000) }
            let difference = seen[place] &- truth
            #expect(
                max(difference.max(), -difference.min()) <= 14, "quarter \(place) is \(seen[place]), not \(truth)",
                sourceLocation: sourceLocation)
        }
    }
}

extension FrameBytes {
    func decoded() throws -> RGBPicture { try withBytes { try JPEGDecoder().decode($0) } }
    var copy: [UInt8] { withBytes { $0.withUnsafeBytes { Array($0) } } }
}

extension Rotation {
    static let all = Rotation.allCases
}

extension TJSAMP {
    /// Grey, 4:4:4, 4:2:2, 4:2:0, 4:4:0 and 4:1:1.
    static let all = [TJSAMP_GRAY, TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_440, TJSAMP_411]
}

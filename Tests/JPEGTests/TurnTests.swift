import CTurboJPEG
import Camera
import JPEG
import Testing

/// Pictures that are turned: JPEGs without loss where that can be, and raw ones before they are encoded.
@Suite struct TurnTests {
    private func turned(
        _ jpeg: [UInt8], _ rotation: Rotation, _ flip: Flip = .none, quality: Int = 90
    ) throws -> RemadeJPEG {
        var remaker = try JPEGRemaker()
        return try remaker.turn(jpeg.span.bytes, by: Turn(rotation, flip), quality: quality)
    }

    @Test(
        "Every rotation and flip, in every sampling, with sides that fit and sides that do not",
        arguments: Rotation.all, Flip.allCases)
    func everyTurn(rotation: Rotation, flip: Flip) throws {
        for subsampling in TJSAMP.all {
            for size in [Size(width: 96, height: 64), Size(width: 93, height: 61), Size(width: 96, height: 72)] {
                let made = try turned(MarkedPicture.jpeg(size, subsampling), rotation, flip)
                let picture = try made.bytes.decoded()
                #expect(picture.warning == nil)
                #expect(picture.size == made.size && made.size == size.turned(Turn(rotation, flip)))
                MarkedPicture.expect(picture, rotation, flip, isGrey: subsampling == TJSAMP_GRAY)
            }
        }
    }

    @Test("Samplings that few cameras have", arguments: OddSamplings.all.indices, Rotation.all)
    func oddSamplings(index: Int, rotation: Rotation) throws {
        let made = try turned(OddSamplings.all[index].jpeg, rotation, .horizontal)
        MarkedPicture.expect(try made.bytes.decoded(), rotation, .horizontal)
    }

    @Test("Progressive pictures, too", arguments: Rotation.all)
    func progressive(rotation: Rotation) throws {
        for width in [96, 93] {
            let jpeg = try MarkedPicture.jpeg(Size(width: width, height: 64), flags: TJFLAG_PROGRESSIVE)
            MarkedPicture.expect(try turned(jpeg, rotation, .vertical).bytes.decoded(), rotation, .vertical)
        }
    }

    @Test("Where the blocks fit nothing is lost: turned back, every byte is what it was", arguments: TJSAMP.all)
    func lossless(subsampling: TJSAMP) throws {
        let original = try Self.noise(Size(width: 128, height: 96), subsampling)
        // Once through, so that both have only what TurboJPEG keeps.
        let plain = try turned(original, .none).bytes.copy
        let (there, back) = (try turned(plain, .half).bytes.copy, { try turned($0, .half).bytes.copy })
        #expect(there != plain)
        #expect(try back(there) == plain)
        #expect(try JPEGDecoder().decode(plain.span.bytes).pixels == JPEGDecoder().decode(original.span.bytes).pixels)
        guard subsampling != TJSAMP_411 else { return }
        let around = try (0..<4).reduce(plain) { jpeg, _ in try turned(jpeg, .quarter).bytes.copy }
        #expect(around == plain)
    }

    @Test("Where they do not, it is encoded anew, at the quality that is asked for")
    func encodedAnew() throws {
        // 72 rows are no whole number of blocks of 16.
        let jpeg = try Self.noise(Size(width: 96, height: 72), TJSAMP_420)
        let counts = try [20, 90].map { try turned(jpeg, .half, quality: $0).bytes.count }
        #expect(counts[0] * 2 < counts[1])
        // The columns fit, so left and right can be exchanged without loss.
        let lossless = try [20, 90].map { try turned(jpeg, .none, .horizontal, quality: $0).bytes.count }
        #expect(lossless[0] == lossless[1])
    }

    @Test("One remaker takes any picture after any other, and keeps nothing of it")
    func anyOrder() throws {
        var remaker = try JPEGRemaker()
        for size in [Size(width: 96, height: 64), Size(width: 31, height: 17), Size(width: 160, height: 120)] {
            for subsampling in TJSAMP.all {
                let jpeg = try MarkedPicture.jpeg(size, subsampling)
                for rotation in Rotation.all {
                    let made = try remaker.turn(jpeg.span.bytes, by: Turn(rotation, .none), quality: 80)
                    #expect(try made.bytes.copy == turned(jpeg, rotation, quality: 80).bytes.copy)
                }
            }
        }
    }

    @Test("A damaged picture is turned as far as it goes; what is none is an error in words")
    func damagedPictures() throws {
        let jpeg = try Self.noise(Size(width: 96, height: 64), TJSAMP_420)
        let cut = Array(jpeg.dropLast(jpeg.count / 3))
        for rotation in [Rotation.half, .quarter] {
            let picture = try turned(cut, rotation).bytes.decoded()
            #expect(picture.size == Size(width: 96, height: 64).turned(Turn(rotation, .none)))
        }
        for bytes in [[], [0xFF], Array("GIF89a".utf8), Array(jpeg.prefix(100))] as [[UInt8]] {
            let error = #expect(throws: JPEGError.self) { try turned(bytes, .half) }
            #expect(error?.description.hasPrefix("cannot ") == true, "\(bytes.count): \(error as Any)")
        }
    }

    @Test("Whatever bytes are damaged, it ends with a picture or an error")
    func noise() throws {
        let jpeg = try Self.noise(Size(width: 64, height: 48), TJSAMP_422)
        var random = SystemRandomNumberGenerator()
        var remaker = try JPEGRemaker()
        for _ in 0..<200 {
            var bytes = jpeg
            for _ in 0..<3 { bytes[Int.random(in: 2..<bytes.count, using: &random)] = .random(in: 0...255) }
            for turn in [Turn(.half, .none), Turn(.quarter, .none)] {
                if let made = try? remaker.turn(bytes.span.bytes, by: turn, quality: 80) {
                    #expect(try made.bytes.decoded().size == made.size)
                }
            }
        }
    }

    @Test("A picture too large to be decoded is refused before it takes memory")
    func tooLarge() throws {
        var jpeg = try MarkedPicture.jpeg()
        let frame = try #require(jpeg.firstRange(of: [0xFF, 0xC0]))
        jpeg.replaceSubrange(frame.lowerBound + 5..<frame.lowerBound + 9, with: [0x40, 0, 0x40, 0])
        let error = #expect(throws: JPEGError.self) { try turned(jpeg, .half) }
        #expect(error?.description == "16384x16384 is too large to be turned or made smaller")
    }

    // MARK: - Raw pictures

    @Test("Raw pictures of every format are turned before they are encoded", arguments: PixelFormat.encodable)
    func rawPictures(format: PixelFormat) throws {
        var encoder = try JPEGEncoder()
        for size in [Size(width: 96, height: 64), Size(width: 53, height: 37)] {
            let layout = RawLayout(format: format, size: size, range: .limited)
            let raw = RawFrame(layout: layout) { x, y in
                SIMD3<Double>(MarkedPicture.colour(x, y, of: size)) / 255
            }.bytes()
            for (rotation, flip) in Rotation.all.flatMap({ rotation in Flip.allCases.map { (rotation, $0) } }) {
                let turn = Turn(rotation, flip)
                let frame = try encoder.encode(raw.span.bytes, as: layout, turned: turn, quality: 90)
                let picture = try frame.decoded()
                #expect(picture.size == size.turned(turn) && picture.warning == nil)
                MarkedPicture.expect(picture, rotation, flip, isGrey: format == .grey)
            }
        }
    }

    @Test("Every pixel of a turned raw picture is the right one, to the last column", arguments: Rotation.all)
    func everyPixel(rotation: Rotation) throws {
        var encoder = try JPEGEncoder()
        for size in [Size(width: 64, height: 48), Size(width: 37, height: 21), Size(width: 1, height: 5)] {
            let layout = RawLayout(format: .grey, size: size)
            let raw = (0..<size.area).map { UInt8(($0 % size.width * 4 + $0 / size.width) % 251) }
            for flip in Flip.allCases {
                let turn = Turn(rotation, flip)
                let frame = try encoder.encode(raw.span.bytes, as: layout, turned: turn, quality: 100)
                let picture = try frame.decoded()
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        let place = Self.place(x, y, of: size, rotation, flip)
                        #expect(abs(picture[place.x, place.y].x - Int(raw[y * size.width + x])) <= 2)
                    }
                }
            }
        }
    }

    /// Where a pixel goes, by the words' own meaning.
    private static func place(
        _ x: Int, _ y: Int, of size: Size, _ rotation: Rotation, _ flip: Flip
    ) -> (x: Int, y: Int) {
        var (place, width, height) = ((x: x, y: y), size.width, size.height)
        for _ in 0..<rotation.rawValue / 90 {
            place = (height - 1 - place.y, place.x)
            (width, height) = (height, width)
        }
        switch flip {
        case .none: return place
        case .horizontal: return (width - 1 - place.x, place.y)
        case .vertical: return (place.x, height - 1 - place.y)
        }
    }

    static func noise(_ size: Size, _ subsampling: TJSAMP) throws -> [UInt8] {
        let handle = try #require(tjInitCompress())
        defer { tjDestroy(handle) }
        let pixels = (0..<size.area * 3).map { UInt8(truncatingIfNeeded: ($0 &* $0 &* 31) >> 3 ^ $0 * 7) }
        var target: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let answer = tjCompress2(
            handle, pixels, Int32(size.width), 0, Int32(size.height), Int32(TJPF_RGB.rawValue), &target, &count,
            Int32(subsampling.rawValue), 80, 0)
        defer { tjFree(target) }
        try #require(answer == 0)
        return Array(UnsafeBufferPointer(start: target, count: Int(count)))
    }
}

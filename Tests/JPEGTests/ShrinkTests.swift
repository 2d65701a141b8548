import CTurboJPEG
import Camera
import JPEG
import Testing

/// Pictures that are made smaller.
@Suite struct ShrinkTests {
    private func shrunk(_ jpeg: [UInt8], _ scale: PictureScale, quality: Int = 80) throws -> RemadeJPEG {
        var remaker = try JPEGRemaker()
        return try remaker.shrink(jpeg.span.bytes, to: scale, quality: quality)
    }

    @Test("Every step, in every sampling, is the same picture in the size that the step says", arguments: TJSAMP.all)
    func everyStep(subsampling: TJSAMP) throws {
        for size in [Size(width: 192, height: 128), Size(width: 189, height: 125)] {
            let jpeg = try MarkedPicture.jpeg(size, subsampling)
            for scale in PictureScale.allCases {
                let made = try shrunk(jpeg, scale)
                let picture = try made.bytes.decoded()
                #expect(picture.size == made.size && made.size == scale.size(of: size))
                #expect(picture.warning == nil)
                MarkedPicture.expect(picture, isGrey: subsampling == TJSAMP_GRAY)
            }
        }
    }

    @Test("Samplings that few cameras have, and progressive pictures")
    func oddPictures() throws {
        for (_, jpeg) in OddSamplings.all { MarkedPicture.expect(try shrunk(jpeg, .half).bytes.decoded()) }
        let progressive = try MarkedPicture.jpeg(flags: TJFLAG_PROGRESSIVE)
        MarkedPicture.expect(try shrunk(progressive, .quarter).bytes.decoded())
    }

    @Test("The smallest pictures there are can be made smaller")
    func smallest() throws {
        for (width, height) in [(1, 1), (1, 9), (9, 1), (2, 3), (8, 8)] {
            for scale in PictureScale.allCases {
                let size = Size(width: width, height: height)
                let made = try shrunk(MarkedPicture.jpeg(size, TJSAMP_420), scale)
                #expect(try made.bytes.decoded().size == scale.size(of: size))
            }
        }
    }

    @Test("A grey picture stays grey, without colours that would take room")
    func greyStaysGrey() throws {
        let made = try shrunk(MarkedPicture.jpeg(Size(width: 96, height: 64), TJSAMP_GRAY), .half)
        let frame = try #require(made.bytes.copy.firstRange(of: [0xFF, 0xC0]))
        #expect(made.bytes.copy[frame.lowerBound + 9] == 1)
    }

    @Test("Less quality is fewer bytes")
    func quality() throws {
        let jpeg = try TurnTests.noise(Size(width: 160, height: 128), TJSAMP_422)
        #expect(try shrunk(jpeg, .half, quality: 30).bytes.count < shrunk(jpeg, .half, quality: 90).bytes.count)
    }

    @Test("A picture cut short is shown as far as it goes; what is none is an error")
    func damaged() throws {
        let jpeg = try TurnTests.noise(Size(width: 96, height: 64), TJSAMP_420)
        #expect(try shrunk(jpeg.dropLast(jpeg.count / 2) + [], .half).size == Size(width: 48, height: 32))
        #expect(throws: JPEGError.self) { try shrunk(Array("no picture".utf8), .half) }
    }
}

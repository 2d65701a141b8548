import Camera
import JPEG
import Testing

@testable import Capture

/// What a person sees on a test camera's picture.
@Suite struct TestPictureTests {
    private static let size = Size(width: 640, height: 480)

    private func picture(
        _ id: String, size: Size = size, number: Int = 1, clock: String = "12:34:56.7", seconds: Double = 0
    ) throws -> RGBPicture {
        var picture = TestPicture(id: .id(id), size: size)
        picture.draw(number: number, clock: clock, at: MonotonicTime(nanoseconds: Int64(seconds * 1e9)))
        return try decoded(picture, size: size)
    }

    private func decoded(_ picture: TestPicture, size: Size) throws -> RGBPicture {
        var encoder = try JPEGEncoder()
        let samples = picture.samples
        let layout = RawLayout(format: .yu12, size: size)
        return try encoder.encode(samples.span.bytes, as: layout, quality: 98).decoded()
    }

    /// Reads the writing back, dot by dot.
    private func lines(of picture: RGBPicture, scale: Int) -> [String] {
        let known = (Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-:#.").map { ($0, BitmapFont.rows(of: $0)) })
        return (0..<3).map { line in
            var text = ""
            while true {
                let left = picture.size.width / 20 + text.count * 6 * scale
                guard left + 6 * scale <= picture.size.width else { return text }
                let rows = (0..<7).map { row in
                    (0..<5).reduce(UInt8(0)) { dots, column in
                        let pixel = picture[
                            left + column * scale + scale / 2, scale * (2 + 9 * line) + row * scale + scale / 2]
                        return dots << 1 | (pixel.y > 180 ? 1 : 0)
                    }
                }
                guard let character = known.first(where: { $0.1 == rows })?.0 else { return text }
                text.append(character)
            }
        }
    }

    @Test(
        "Its id, the clock and the frame's number can be read",
        arguments: [
            ("demo-1", 1, "12:34:56.7", 6), ("q", 999_999, "00:00:00.0", 6),
            ("front-door-0123456789", 1_234_567, "23:59:59.9", 3),
            ("abcdefghijklm", 42, "11:22:33.4", 4), ("nopqrstuvwxyz", 7, "08:09:10.1", 4),
        ])
    func writingCanBeRead(id: String, number: Int, clock: String, scale: Int) throws {
        let digits = String(number)
        let padded = "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
        let picture = try picture(id, number: number, clock: clock)
        #expect(lines(of: picture, scale: scale) == [id.uppercased(), clock, padded])
    }

    @Test("Nothing of the last picture stays in the next one")
    func picturesAreClean() throws {
        var used = TestPicture(id: .id("demo-1"), size: Self.size)
        for second in 0..<8 {
            used.draw(
                number: 888_888_888, clock: "88:88:88.8", at: MonotonicTime(nanoseconds: Int64(second) * 1_000_000_000))
        }
        used.draw(number: 1, clock: "11:11:11.1", at: MonotonicTime(nanoseconds: 0))
        var fresh = TestPicture(id: .id("demo-1"), size: Self.size)
        fresh.draw(number: 1, clock: "11:11:11.1", at: MonotonicTime(nanoseconds: 0))
        #expect(used.samples == fresh.samples)
    }

    @Test("The block moves with the time, to the right edge and back")
    func blockMoves() throws {
        func left(_ seconds: Double) throws -> Int? {
            let picture = try picture("demo-1", seconds: seconds)
            let row = picture.size.height * 65 / 100 + 20
            return (0..<picture.size.width).first { picture[$0, row].wrappedSum() > 420 }
        }
        let places = try [0.0, 1, 2, 3, 4, 5, 8].map { try #require(try left($0)) }
        let side = 80
        for (place, part) in zip(places, [0, 0.25, 0.5, 0.75, 1, 0.75, 0]) {
            #expect(abs(place - Int(part * Double(640 - side))) <= 4)
        }
    }

    @Test("Cameras whose ids differ in their number have hues far apart")
    func huesDiffer() {
        let shades = (1...8).map { Hue(of: .id("demo-\($0)")).shade(luma: 128, strength: 60) }
        for (index, one) in shades.enumerated() {
            for other in shades[(index + 1)...] {
                let distance = abs(Int(one.blue) - Int(other.blue)) + abs(Int(one.red) - Int(other.red))
                #expect(distance > 20)
            }
        }
        #expect(Hue(of: .id("front-door")) == Hue(of: .id("front-door")))
        #expect(Hue(of: .id("front-door")) != Hue(of: .id("back-door")))
    }

    @Test("The colour bars at the bottom are true")
    func barsAreTrue() throws {
        let picture = try picture("demo-1")
        let truth: [SIMD3<Int>] = [
            [191, 191, 191], [191, 191, 0], [0, 191, 191], [0, 191, 0], [191, 0, 191], [191, 0, 0], [0, 0, 191],
            [0, 0, 0],
        ]
        for (index, colour) in truth.enumerated() {
            let difference = picture[80 * index + 40, 465] &- colour
            #expect(max(difference.max(), -difference.min()) <= 6)
        }
    }

    @Test(
        "Any size can be drawn, down to one pixel",
        arguments: [
            (1, 1), (2, 1), (1, 2), (7, 5), (16, 16), (33, 240), (641, 3), (161, 121),
        ])
    func anySize(width: Int, height: Int) throws {
        let size = Size(width: width, height: height)
        for second in [0.0, 3.9, 4.1] {
            let id = "a-camera-whose-id-is-as-long-as-an-id-may-be-and-not-one-shorter"
            #expect(try picture(id, size: size, number: .max, seconds: second).size == size)
        }
    }
}

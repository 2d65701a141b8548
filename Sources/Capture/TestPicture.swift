import Camera

/// What a test camera shows: its id, the time and the frame's number on a calm ground of its own hue, colour bars, and
/// a block that goes to and fro.
struct TestPicture {
    private let ground: Canvas
    private var canvas: Canvas
    private let block: Shade
    /// Size of a dot of the writing.
    private let scale: Int
    private var moved: [Area] = []

    init(id: CameraID, size: Size) {
        let hue = Hue(of: id)
        block = hue.shade(luma: 190, strength: 60)
        let columns = max(id.description.utf8.count, 10)
        scale = max(1, min(size.width * 6 / 10 / (6 * columns), size.height * 4 / 10 / (9 * Self.lines)))
        var ground = Canvas(size: size)
        for row in 0..<size.height {
            let luma = UInt8(90 - 50 * row / size.height)
            ground.fill(Area(left: 0, top: row, width: size.width, height: 1), hue.shade(luma: luma, strength: 22))
        }
        let top = size.height - size.height / 12
        for (index, shade) in Self.bars.enumerated() {
            let left = size.width * index / Self.bars.count
            let right = size.width * (index + 1) / Self.bars.count
            ground.fill(Area(left: left, top: top, width: right - left, height: size.height - top), shade)
        }
        self.ground = ground
        canvas = ground
        write(id.description, line: 0)
    }

    /// The planes of the picture, as in `YU12`.
    var samples: [UInt8] { canvas.samples }

    /// Draws the next picture over the last one.
    mutating func draw(number: Int, clock: String, at now: MonotonicTime) {
        for area in moved { canvas.restore(area, from: ground) }
        let block = blockArea(at: now)
        canvas.fill(block, self.block)
        let digits = String(number)
        let number = "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
        write(clock, line: 1)
        write(number, line: 2)
        moved = [block, lineArea(1, clock.count), lineArea(2, number.count)]
    }

    private static let lines = 3
    /// At three quarters of their strength: white, yellow, cyan, green, magenta, red, blue, black.
    private static let bars = [
        Shade(luma: 191), Shade(luma: 169, blue: 32, red: 143), Shade(luma: 134, blue: 160, red: 32),
        Shade(luma: 112, blue: 65, red: 48), Shade(luma: 79, blue: 191, red: 208), Shade(luma: 57, blue: 96, red: 224),
        Shade(luma: 22, blue: 224, red: 112), Shade(luma: 0),
    ]

    private mutating func write(_ text: String, line: Int) {
        let area = lineArea(line, text.count)
        canvas.write(text, left: area.left, top: area.top, scale: scale, Shade(luma: 235))
    }

    private func lineArea(_ line: Int, _ count: Int) -> Area {
        let margin = canvas.size.width / 20
        return Area(left: margin, top: scale * (2 + 9 * line), width: count * 6 * scale, height: 7 * scale)
    }

    /// Once to and fro in eight seconds, whatever the rate of the frames.
    private func blockArea(at now: MonotonicTime) -> Area {
        let size = canvas.size
        let side = max(1, size.height / 6)
        let period: Int64 = 8_000_000_000
        let phase = (now.nanoseconds % period + period) % period
        let way = Int64(max(0, size.width - side))
        let left = Int(way * min(phase, period - phase) / (period / 2))
        return Area(left: left, top: size.height * 65 / 100, width: side, height: side)
    }
}

/// A direction in the plane of the two colour differences, from an id.
struct Hue: Equatable {
    /// 0 to 255, once around.
    private let turn: Int

    /// Ids that differ only in the number at their end get hues far apart.
    init(of id: CameraID) {
        let stem = id.description.reversed().drop { $0.isNumber }.reversed()
        let number = id.description.dropFirst(stem.count).suffix(4)
        let start = Int(StableHash.digits(of: String(stem)).suffix(2), radix: 16) ?? 0
        // The golden section of the circle: the next one always falls into the largest gap.
        turn = (start + (Int(number) ?? 0) * 158) & 255
    }

    /// Along the sides of a square instead of a circle: nobody sees the difference, and no sine is needed.
    func shade(luma: UInt8, strength: Int) -> Shade {
        let along = (turn & 63) * 2 * strength / 64 - strength
        let (blue, red) =
            switch turn >> 6 {
            case 0: (along, -strength)
            case 1: (strength, along)
            case 2: (-along, strength)
            default: (-strength, -along)
            }
        return Shade(luma: luma, blue: UInt8(128 + blue), red: UInt8(128 + red))
    }
}

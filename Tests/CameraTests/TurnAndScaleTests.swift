import Camera
import Testing

/// The words of turning and of sizes.
@Suite struct TurnAndScaleTests {
    private static let allTurns: [(Rotation, Flip, Turn)] = [
        (.none, .none, []), (.none, .horizontal, .mirrored), (.none, .vertical, .upended),
        (.half, .none, [.mirrored, .upended]), (.half, .horizontal, .upended), (.half, .vertical, .mirrored),
        (.quarter, .none, [.transposed, .mirrored]), (.quarter, .horizontal, .transposed),
        (.quarter, .vertical, [.transposed, .mirrored, .upended]), (.threeQuarters, .none, [.transposed, .upended]),
        (.threeQuarters, .horizontal, [.transposed, .mirrored, .upended]), (.threeQuarters, .vertical, .transposed),
    ]

    @Test("A rotation and then a flip are one turn of eight", arguments: allTurns)
    func turns(rotation: Rotation, flip: Flip, turn: Turn) {
        #expect(Turn(rotation, flip) == turn)
        let isOnItsSide = rotation == .quarter || rotation == .threeQuarters
        let expected = isOnItsSide ? Size(width: 480, height: 640) : Size(width: 640, height: 480)
        #expect(Size(width: 640, height: 480).turned(turn) == expected)
    }

    @Test(
        "The smallest step that is not below the wanted width",
        arguments: [
            (Int.min, 8), (-1, 8), (0, 8), (1, 8), (160, 8), (161, 4), (320, 4), (321, 2), (640, 2), (641, 1),
            (1280, 1), (1281, 1), (Int.max, 1),
        ])
    func steps(width: Int, divisor: Int) {
        #expect(PictureScale(notBelow: width, of: Size(width: 1280, height: 720)).rawValue == divisor)
    }

    @Test("Sides that cannot be divided are rounded up, and none becomes nothing")
    func oddSides() {
        #expect(PictureScale.half.size(of: Size(width: 1281, height: 721)) == Size(width: 641, height: 361))
        #expect(PictureScale(notBelow: 641, of: Size(width: 1281, height: 721)) == .half)
        #expect(PictureScale.eighth.size(of: Size(width: 1, height: 7)) == Size(width: 1, height: 1))
        #expect(PictureScale.full.size(of: Size(width: 3, height: 5)) == Size(width: 3, height: 5))
    }
}

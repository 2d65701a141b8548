/// How a picture is laid down anew: its sides exchanged or not, then left and right, then top and bottom.
///
/// Every rotation by quarters and every flip, in whatever order, is one of these eight.
package struct Turn: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue & 7 }

    /// Columns become rows: what is right is below then. Done before the other two.
    package static let transposed = Turn(rawValue: 1)
    /// Left and right are exchanged.
    package static let mirrored = Turn(rawValue: 2)
    /// Top and bottom are exchanged.
    package static let upended = Turn(rawValue: 4)

    /// First rotated, then flipped as the rotated picture is seen.
    package init(_ rotation: Rotation, _ flip: Flip) {
        let rotated: Turn =
            switch rotation {
            case .none: []
            case .quarter: [.transposed, .mirrored]
            case .half: [.mirrored, .upended]
            case .threeQuarters: [.transposed, .upended]
            }
        switch flip {
        case .none: self = rotated
        case .horizontal: self = rotated.symmetricDifference(.mirrored)
        case .vertical: self = rotated.symmetricDifference(.upended)
        }
    }
}

extension CameraSettings {
    package var turn: Turn { Turn(rotate, flip) }
}

extension Size {
    /// The size of the picture after it was turned.
    package func turned(_ turn: Turn) -> Size { turn.contains(.transposed) ? Size(width: height, height: width) : self }
}

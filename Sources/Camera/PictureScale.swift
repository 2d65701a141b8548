/// By how much a picture is made smaller: the steps that cost a JPEG decoder less, not more.
package enum PictureScale: Int, CaseIterable, Sendable {
    case full = 1, half = 2, quarter = 4, eighth = 8

    /// The smallest whose picture is not narrower than `width`, so full for a width beyond the picture's own.
    package init(notBelow width: Int, of size: Size) {
        self = PictureScale.allCases.last { $0.size(of: size).width >= width } ?? .full
    }

    /// What is left of a size; a part of a pixel counts as one.
    package func size(of size: Size) -> Size {
        Size(width: (size.width + rawValue - 1) / rawValue, height: (size.height + rawValue - 1) / rawValue)
    }
}

package import Camera

/// What is wrong with a picture, and where.
package struct JPEGFault: Error, Equatable, CustomStringConvertible {
    package var cause: BrokenCause
    /// Offset of the byte at which it shows; the number of bytes there are, when more were expected.
    package var offset: Int
    /// Plain words, for example `the scan ends before the end-of-image marker`.
    package var reason: String

    package init(_ cause: BrokenCause, at offset: Int, _ reason: String) {
        self.cause = cause
        self.offset = offset
        self.reason = reason
    }

    package var description: String { "\(reason) (at byte \(offset))" }
}

/// The bytes of one picture: allocated once, filled once, then shared by everyone until the last one lets go.
package final class FrameBytes: @unchecked Sendable {  // reason: written only in `init`, before anyone else has it
    package let start: UnsafeRawPointer
    package let count: Int

    /// Makes `capacity` bytes and lets `fill` write them; it returns how many of them count.
    package init<Failure: Error>(
        capacity: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(capacity, 1), alignment: 16)
        do throws(Failure) {
            count = try fill(memory)
            precondition((0...capacity).contains(count), "more bytes filled than there were")
            start = UnsafeRawPointer(memory.baseAddress!)
        } catch {
            memory.deallocate()
            throw error
        }
    }

    package convenience init(copying bytes: UnsafeRawBufferPointer) {
        self.init(capacity: bytes.count) { memory in
            memory.copyMemory(from: bytes)
            return bytes.count
        }
    }

    deinit { start.deallocate() }

    /// Valid only while someone holds this object: keep it next to the pointer, or use `withBytes`.
    package var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    /// Lends the bytes, and keeps this object until `body` is done with them.
    package func withBytes<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(buffer.bytes)
    }
}

/// What a source hands over: one good JPEG, not yet numbered.
package struct CapturedFrame: Sendable {
    package var bytes: FrameBytes
    /// As it is shown: of the turned picture.
    package var size: Size
    /// How it was turned after it was taken.
    package var turn: Turn
    /// When the picture was taken, on the monotonic clock.
    package var capturedAt: MonotonicTime

    package init(bytes: FrameBytes, size: Size, turn: Turn = [], capturedAt: MonotonicTime) {
        self.bytes = bytes
        self.size = size
        self.turn = turn
        self.capturedAt = capturedAt
    }
}

/// Why a frame that came from a source was not shown. The raw value is its name in `/cam/<id>/status`.
package enum BrokenCause: String, CaseIterable, Sendable {
    /// Cut short: a segment or the scan ends before the end-of-image marker.
    case truncated
    /// No JPEG: it does not begin with a start-of-image marker.
    case garbage
    /// A marker or a segment where the standard allows none, or two pictures in one buffer.
    case malformed
    /// A JPEG of a kind that no browser shows: arithmetic, lossless, hierarchical, 12 bit, height by DNL.
    case unsupported
    /// The driver marked the buffer as bad (`V4L2_BUF_FLAG_ERROR`).
    case markedBad
    /// No bytes at all.
    case empty
    /// A raw buffer with fewer bytes than its format and size ask for.
    case short
    /// A JPEG that looks whole, but could not be turned or made smaller.
    case undecodable
    /// More bytes than a picture may have (8 MiB).
    case tooLarge
}

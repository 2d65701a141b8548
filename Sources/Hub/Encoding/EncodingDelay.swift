import Camera

/// Counts frames that a camera lost because encoding took longer than its rate allows, or because others were at it.
struct EncodingDelay {
    private var last: (begun: MonotonicTime, ended: MonotonicTime)?
    /// Parts of frames that are not yet a whole one.
    private var lost = 0.0

    /// A frame was encoded. How many were lost since the one before.
    /// - Parameters:
    ///   - asked: when it was there to be encoded.
    ///   - interval: between two frames at the rate that is wanted.
    mutating func encoded(
        asked: MonotonicTime, begun: MonotonicTime, ended: MonotonicTime, interval: Duration
    ) -> Int {
        defer { last = (begun, ended) }
        guard let last, interval > .zero else { return 0 }
        let late = max(.zero, last.begun.advanced(by: interval).duration(to: last.ended))
        let waited = asked.duration(to: begun)
        // What was late, as far as it made the time between the two longer: a camera that was silent lost nothing here.
        let longer = max(.zero, last.begun.duration(to: begun) - interval)
        lost += min(late + waited, longer) / interval
        let whole = lost.rounded(.down)
        lost -= whole
        return Int(whole)
    }

    /// Nobody watches, or the source was closed: the next frame comes after a pause.
    mutating func pause() { self = EncodingDelay() }
}

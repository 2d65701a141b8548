import Access
import Camera
import Posix

/// Somebody who waits for a frame in a smaller size.
protocol SizeAsker: AnyObject, Sendable {
    /// Here it is: as new as the frame that was asked for, or newer. If it could not be made smaller it is whole. Once,
    /// from any thread, without a lock.
    func take(_ frame: PublishedFrame)

    /// It may see the camera under this policy.
    func isPermitted(by policy: AccessPolicy) -> Bool

    /// Instead of a frame: it may not.
    func refuse()
}

/// The smaller pictures of one camera's frames: each size is made once for a frame, however many ask. Thread-safe.
///
/// One at a time is made, on a thread of the crew. Those who ask for what is just being made get it too; those who ask
/// for something newer share one next job for each size, which takes the newest frame that there is when it begins.
final class FrameSizes: EncodingGuest {
    fileprivate struct Job {
        let scale: PictureScale
        let frame: PublishedFrame
        var askers: [ObjectIdentifier: any SizeAsker]
    }

    fileprivate struct State {
        /// Of each size the picture that was made last.
        var made: [PictureScale: PublishedFrame] = [:]
        var underWay: Job?
        /// Sizes that come next, in this order, and who asks for them.
        var next: [(scale: PictureScale, askers: [ObjectIdentifier: any SizeAsker])] = []
        /// The newest frame that somebody has asked for.
        var newest: PublishedFrame?
        /// Has a place for encoding, or stands in the line for one, or is about to.
        var isInLine = false
        /// Kept while somebody watches.
        var scaler: (any FrameScaler)?
    }

    private let crew: ScalingCrew
    /// The camera's newest frame.
    private let current: @Sendable () -> PublishedFrame?
    /// A frame could not be made smaller.
    private let failed: @Sendable () -> Void
    private let state = Locked(State())

    init(
        _ crew: ScalingCrew, current: @escaping @Sendable () -> PublishedFrame?, failed: @escaping @Sendable () -> Void
    ) {
        self.crew = crew
        self.current = current
        self.failed = failed
    }

    // MARK: - For those who ask

    /// The frame in this size, or a newer one, if it is made already.
    func made(_ scale: PictureScale, of frame: PublishedFrame) -> PublishedFrame? {
        if scale == .full { return frame }
        return state.withLock { state in state.made[scale].flatMap { $0.sequence >= frame.sequence ? $0 : nil } }
    }

    /// The same; if it is not made yet it will be, and the asker is given it then.
    func frame(_ frame: PublishedFrame, in scale: PictureScale, for asker: any SizeAsker) -> PublishedFrame? {
        if scale == .full { return frame }
        let (made, isFirst) = state.withLock { state -> (PublishedFrame?, Bool) in
            if let made = state.made[scale], made.sequence >= frame.sequence { return (made, false) }
            if state.newest.map({ $0.sequence < frame.sequence }) ?? true { state.newest = frame }
            if let job = state.underWay, job.scale == scale, job.frame.sequence >= frame.sequence {
                state.underWay?.askers[ObjectIdentifier(asker)] = asker
                return (nil, false)
            }
            let place = state.next.firstIndex { $0.scale == scale }
            if place == nil { state.next.append((scale, [:])) }
            state.next[place ?? state.next.count - 1].askers[ObjectIdentifier(asker)] = asker
            defer { state.isInLine = true }
            return (nil, !state.isInLine)
        }
        if isFirst { lineUp() }
        return made
    }

    /// Gives the place up. False if the asker has been, or is just being, given its frame.
    func leave(_ asker: any SizeAsker) -> Bool { take { $0 === asker }.count == 1 }

    /// Refuses those who may not see the camera any more.
    func refuse(by policy: AccessPolicy) {
        for asker in take({ !$0.isPermitted(by: policy) }) { asker.refuse() }
    }

    /// Takes askers away, and answers with those that waited.
    private func take(_ isMeant: (any SizeAsker) -> Bool) -> [any SizeAsker] {
        state.withLock { state in
            var taken: [any SizeAsker] = []
            func take(from askers: inout [ObjectIdentifier: any SizeAsker]) {
                for (key, asker) in askers where isMeant(asker) {
                    askers[key] = nil
                    taken.append(asker)
                }
            }
            for place in state.next.indices { take(from: &state.next[place].askers) }
            if var job = state.underWay {
                take(from: &job.askers)
                state.underWay = job
            }
            return taken
        }
    }

    /// Nobody watches: what was made is old, and the memory of the decoder can go.
    func rest() {
        state.withLock { state in
            state.made = [:]
            state.scaler = nil
        }
    }

    // MARK: - For the crew

    private func lineUp() {
        if crew.places.enter(self) { crew.add(self) }
    }

    func placeIsFree() { crew.add(self) }

    /// Makes one picture, on a thread of the crew, with a place for it.
    func work() {
        let current = current()
        let scaler = state.withLock { $0.scaler } ?? crew.makeScaler()
        let job = state.withLock { $0.begin(current, scaler) }
        let made = job.map { make($0.frame, in: $0.scale, with: scaler) }
        // Before anybody can line up again.
        crew.places.leave(self)
        let (askers, isMore) = state.withLock { $0.finish(made) }
        if isMore { lineUp() }
        if let made { for asker in askers { asker.take(made) } }
    }

    private func make(_ frame: PublishedFrame, in scale: PictureScale, with scaler: any FrameScaler) -> PublishedFrame {
        guard let smaller = scaler.shrink(frame.bytes, to: scale) else {
            failed()
            return frame
        }
        frame.countEncoded()
        return PublishedFrame(smaller.bytes, smaller.size, of: frame)
    }
}

extension FrameSizes.State {
    /// The job that comes next, with the newest frame; nil if all who asked have left.
    fileprivate mutating func begin(_ current: PublishedFrame?, _ scaler: any FrameScaler) -> FrameSizes.Job? {
        next.removeAll { $0.askers.isEmpty }
        guard !next.isEmpty else { return nil }
        // The camera may have lost its frame since, but those who ask have seen it.
        let known = [current, newest].compactMap { $0 }
        guard let frame = known.max(by: { $0.sequence < $1.sequence }) else { return nil }
        let (scale, askers) = next.removeFirst()
        let job = FrameSizes.Job(scale: scale, frame: frame, askers: askers)
        underWay = job
        self.scaler = scaler
        return job
    }

    /// Keeps what was made. Who is to be given it, and whether there is more to do.
    fileprivate mutating func finish(_ picture: PublishedFrame?) -> ([any SizeAsker], isMore: Bool) {
        if let job = underWay { made[job.scale] = picture }
        defer { underWay = nil }
        next.removeAll { $0.askers.isEmpty }
        isInLine = !next.isEmpty
        if !isInLine { newest = nil }
        return (underWay.map { Array($0.askers.values) } ?? [], isInLine)
    }
}

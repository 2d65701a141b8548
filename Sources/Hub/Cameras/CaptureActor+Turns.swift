import Camera
import Posix

// When the source is looked at.
extension CaptureActor {
    /// Whether the source may be looked at: at once, unless that means encoding and all places for it are taken.
    func hasItsTurn(
        _ source: any FrameSource, after wake: Wake, now: MonotonicTime, isWatched: Bool
    ) -> Bool {
        guard isWatched else {
            line.pause()
            return true
        }
        guard source.isEncoding(at: now) else {
            line.giveUp()
            return true
        }
        // Without a frame there is nothing to stand in the line for.
        guard line.isWaiting || wake == .ready || source.descriptor == nil || source.nextDue.map({ $0 <= now }) == true
        else { return false }
        return line.enter(now: now)
    }

    func leaveLine(_ source: any FrameSource) {
        let rate = min(rate(of: source), Double(settings.fps))
        let skipped = line.leave(now: reactor.now, interval: rate > 0 ? .seconds(1 / rate) : .zero)
        if skipped > 0 { live.countSkipped(skipped, now: reactor.now) }
    }

    /// A driver that reports a frame and then has none would keep this thread spinning.
    func checkForEmptyWakes(_ wake: Wake) throws(CaptureError) {
        guard wake == .ready else { return }
        emptyWakes += 1
        guard emptyWakes > 100 else { return }
        emptyWakes = 0
        throw CaptureError(
            .failed, reason: "the driver reports frames but has none to give",
            hint: "plug the camera out and in again")
    }
}

import Camera
import Posix

/// Bodies of parts that are under way.
extension Worker {
    /// A client that will ask for nothing more, as far as one can see, waits no longer than this for an answer.
    private static let patienceWithSilent: Duration = .seconds(2)

    func keep(_ push: Push) { pushes[ObjectIdentifier(push)] = push }

    func forget(_ push: Push) { pushes[ObjectIdentifier(push)] = nil }

    /// From now on its socket is this loop's to write to.
    func watch(_ push: Push) {
        do throws(Errno) {
            try epoll.add(push.link.descriptor, tag: Source.firstClient + UInt64(push.link.descriptor), .news)
            direct[push.link.descriptor] = push
        } catch {
            log.warning("http", "cannot wait for a client: \(error)")
            push.link.cut()
        }
    }

    func unwatch(_ push: Push) {
        guard direct[push.link.descriptor] === push else { return }
        direct[push.link.descriptor] = nil
        epoll.remove(push.link.descriptor)
    }

    func wakeUp(at moment: MonotonicTime) { nextPush = min(nextPush ?? moment, moment) }

    /// Goes on with those whose time has come.
    func goOnWithPushes() {
        let now = MonotonicTime.now
        guard let earliest = nextPush, earliest <= now else { return }
        nextPush = nil
        for push in pushes.values {
            guard let due = push.due else { continue }
            if due <= now {
                push.goOn()
            } else {
                wakeUp(at: due)
            }
        }
    }

    /// Ends pushes to clients that have gone or do not read, and waits of clients that have gone.
    func sweepTheAbsent(now: MonotonicTime) {
        for push in pushes.values {
            let isGone = SocketFacts.presence(push.link.descriptor) == .gone
            if isGone || push.isStuck(now: now, patience: admission.limits.stall) { push.breakOff() }
        }
        for exchange in waiting.values where isAbsent(exchange, now: now) { expire(exchange) }
    }

    /// A client that has said that nothing more will come may have gone: it is heard of only when it is sent something.
    private func isAbsent(_ exchange: Exchange, now: MonotonicTime) -> Bool {
        guard let link = exchange.link else { return false }
        switch SocketFacts.presence(link.descriptor) {
        case .gone: return true
        case .present: return false
        case .finished:
            let since = link.finishedSince ?? now
            link.finishedSince = since
            return since.duration(to: now) >= Worker.patienceWithSilent
        }
    }
}

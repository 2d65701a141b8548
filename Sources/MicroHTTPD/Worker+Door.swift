import Camera
import HTTP
import Posix

/// How clients come in: to the worker that `Admission` names, and there to the daemon that speaks as they do.
extension Worker {
    private static let closedInterval: Duration = .seconds(1)
    /// The first byte of TLS, a handshake record; no request begins with it.
    private static let handshake: UInt8 = 22

    func listen() throws(Errno) {
        for (number, socket) in sockets.enumerated() {
            // Exclusive: a client wakes one worker, not all of them.
            try epoll.add(socket.rawValue, tag: Source.firstSocket + UInt64(number), .exclusively)
        }
    }

    func accept(from socket: ListeningSocket) {
        // Some at a time, so that a flood of clients does not keep those waiting who are in.
        for _ in 0..<64 {
            guard !isStopping else { return }
            do throws(Errno) {
                guard let client = try socket.accept() else { return }
                guard let channel = Channel(client, hasTLS: certificate != nil), let link = admission.enter(channel)
                else { continue }
                let arrival = Arrival(client, link)
                if link.worker == number {
                    take(arrival)
                } else {
                    crew[link.worker].worker.post(.arrival(arrival))
                }
            } catch .connectionAborted {
                // Gone before it was let in: the next one may be there still.
            } catch {
                closeDoor(because: error)
                return
            }
        }
    }

    /// Lets nobody in for a while: who waits would wake this thread again and again.
    private func closeDoor(because error: Errno) {
        log.warning("http", "cannot accept a client: \(error); raise the limit of open files (ulimit -n, LimitNOFILE)")
        for socket in sockets { epoll.remove(socket.rawValue) }
        closedUntil = MonotonicTime.now.advanced(by: Worker.closedInterval)
    }

    func openDoor() {
        guard let due = closedUntil, due <= .now, !isStopping else { return }
        closedUntil = nil
        do throws(Errno) {
            try listen()
        } catch {
            closeDoor(because: error)
        }
    }

    /// Takes a client that is this worker's to serve.
    func take(_ arrival: Arrival) {
        guard arrival.link.channel.isSecure else { return give(arrival, to: daemons[0]) }
        do throws(Errno) {
            // Its first byte may be there already: that is reported as well.
            try epoll.add(arrival.descriptor, tag: Source.firstClient + UInt64(arrival.descriptor), .news)
            silent[arrival.descriptor] = arrival
            sweepSoon()
        } catch {
            log.warning("http", "cannot wait for a client: \(error)")
            turnAway(arrival)
        }
    }

    /// Something has come from a client of a TLS socket, or there is room for more of a push, or one of them has gone.
    func hear(_ descriptor: CInt) {
        if let push = direct[descriptor] {
            push.goOn()
        } else if let arrival = silent[descriptor] {
            greet(arrival)
        } else {
            wakeHandshake(descriptor)
        }
    }

    private func greet(_ arrival: Arrival) {
        switch SocketFacts.firstByte(arrival.descriptor) {
        case .notYet:
            return
        case .none:
            turnAway(arrival)
        case .byte(Worker.handshake):
            silent[arrival.descriptor] = nil
            arrival.link.certificate = certificate?.withLock { $0 }
            give(arrival, to: daemons[1])
        case .byte:
            silent[arrival.descriptor] = nil
            epoll.remove(arrival.descriptor)
            arrival.link.refusal = .httpsOnly
            give(arrival, to: daemons[0])
        }
    }

    private func give(_ arrival: Arrival, to daemon: Daemon) {
        guard let client = arrival.take() else { return }
        arriving = arrival.link
        // The daemon may have told of its beginning and end already: then the link is counted out there.
        if !daemon.add(client), arriving != nil { admission.leave(arrival.link) }
        arriving = nil
    }

    /// Closes a client that no daemon has.
    func turnAway(_ arrival: Arrival) {
        silent[arrival.descriptor] = nil
        // Closed here, and with it gone from the epoll.
        _ = arrival.take()
        admission.leave(arrival.link)
    }
}

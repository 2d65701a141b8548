package import Camera
import Curl
import HTTP
package import Hub
import MJPEG
import Posix

/// A camera that is asked for its pictures over HTTP: a stream of them, or one again and again.
///
/// What comes decides which of the two it is, not its type: an answer that ends after one picture is asked for anew at
/// `fps`, only if it has changed. Pictures pass through as they come, checked and repaired; those that are turned are so
/// at `fps`, only while somebody watches. A connection that is lost is made anew at once if pictures have come by it.
package final class NetworkSource: FrameSource {
    /// Where a request stands.
    private enum Phase {
        /// Waits for its turn to connect.
        case inLine
        case asking
        /// Has a picture, and asks for the next one then.
        case resting(until: MonotonicTime)
        /// Has told its last picture.
        case over(CaptureError)
    }

    private let url: CameraURL
    private let words: NetworkWords
    private let ground: NetworkGround
    private let client: WebClient
    private let ticket: ConnectionGate.Ticket
    private var settings: CameraSettings
    private var phase = Phase.inLine

    /// Where the picture is, after redirects.
    private var target: CameraURL
    private var redirects = 0
    private var reach: NetworkReach
    private let ownReach: NetworkReach
    private var reading = AnswerReading(contentType: nil)
    private var answer: WebAnswer?
    /// Of answers before the present one.
    private var earlier = StreamTally()
    /// Pictures have come since the last connection that was made at once.
    private var isForgiven = false
    private var forgivenAt: MonotonicTime?
    /// What the server says of an answer's length is wrong, or of no use.
    private var ignoresLength = false

    private var still = StillPicture()
    private var cadence: Cadence
    private var turning: Cadence
    private var turner = JPEGTurner()
    private var isWatched = false
    package private(set) var delivery: Delivery
    package private(set) var droppedByDevice = 0

    /// Asks as soon as it is its turn.
    /// - Parameters:
    ///   - id: Nil: no camera has this address.
    ///   - reach: Where the address may lead.
    package init(
        _ url: CameraURL, id: CameraID?, settings: CameraSettings, now: MonotonicTime, ground: NetworkGround,
        reach: NetworkReach = .anywhere
    ) throws(CaptureError) {
        do throws(Errno) {
            client = try WebClient()
            ticket = try ConnectionGate.Ticket()
        } catch {
            throw CaptureError(.failed, reason: "cannot ask a network camera: \(error)")
        }
        (self.url, self.ground, self.settings, target) = (url, ground, settings, url)
        (self.reach, ownReach) = (reach, reach)
        words = NetworkWords(id: id, url: url)
        cadence = Cadence(framesPerSecond: settings.fps, from: now)
        turning = cadence
        // Until the first picture tells.
        delivery = Delivery(format: .mjpeg, size: settings.size, framesPerSecond: nil)
    }

    // MARK: - What to wait for

    package var descriptor: CInt? {
        if case .inLine = phase { ticket.bell.rawValue } else { client.descriptor }
    }

    package var nextDue: MonotonicTime? {
        switch phase {
        case .inLine: ground.gate.nextOpening(for: ticket)
        case .asking: client.nextDue
        case .resting(let until): until
        case .over: MonotonicTime(nanoseconds: 0)
        }
    }

    package var isInLine: Bool { if case .inLine = phase { true } else { false } }
    package var tally: StreamTally { earlier + reading.tally }
    /// At which rate it sends is the camera's own matter.
    package var longestInterval: Duration? { .seconds(2) }

    package func isEncoding(at now: MonotonicTime) -> Bool {
        guard case .asking = phase, !settings.turn.isEmpty else { return false }
        return turning.isDue(at: now, early: halfAnInterval)
    }

    /// What has been found out about the camera.
    package var finding: NetworkFinding {
        NetworkFinding(
            isStill: still.isStill, hasBoundaries: reading.hasBoundaries,
            contentType: answer?.contentType, target: target)
    }

    // MARK: - What comes

    package func take(now: MonotonicTime, isWatched: Bool) throws(CaptureError) -> Taken {
        note(isWatched, now: now)
        switch phase {
        case .inLine:
            ticket.bell.clear()
            guard ground.gate.enter(ticket, now: now) else { return .nothing }
            ask()
        case .resting(let until):
            guard until <= now else { return .nothing }
            ask()
        case .asking:
            break
        case .over(let error):
            throw error
        }
        let before = reading.byteCount
        let end = client.advance(now: now) { piece in receive(piece) }
        if answer != nil || end?.answer != nil { ground.gate.heard(ticket) }
        let hasCome = end != nil || reading.byteCount > before
        var isUnchanged = false
        do throws(CaptureError) {
            if let end { isUnchanged = try conclude(end, now: now) }
        } catch {
            guard reading.hasNews else { throw error }
            phase = .over(error)
        }
        if isUnchanged { return try showStill(still.last, now: now) }
        guard let (picture, passed) = reading.takeNewest() else { return hasCome ? .piece : .nothing }
        droppedByDevice += passed
        delivery.size = picture.size
        isForgiven = true
        let isRepeated = still.isRepeated(picture)
        return isRepeated ? try showStill(picture, now: now) : try show(picture, now: now)
    }

    /// Nobody is shown what was taken while nobody watched: who comes gets one of their own time.
    private func note(_ isWatched: Bool, now: MonotonicTime) {
        if !isWatched { still.isShown = false }
        if isWatched, !self.isWatched, case .resting = phase { phase = .resting(until: now) }
        self.isWatched = isWatched
    }

    private func receive(_ piece: RawSpan) {
        if answer == nil, let head = client.answer {
            answer = head
            reading = AnswerReading(contentType: head.contentType)
        }
        guard answer.map({ (200..<300).contains($0.status) }) == true else { return }
        reading.feed(piece)
    }

    private func showStill(_ picture: JPEGPicture?, now: MonotonicTime) throws(CaptureError) -> Taken {
        guard let picture, !still.isShown else { return .skipped }
        return try show(picture, now: now)
    }

    private func show(_ picture: JPEGPicture, now: MonotonicTime) throws(CaptureError) -> Taken {
        let isDue = settings.turn.isEmpty || turning.claim(at: now, early: halfAnInterval)
        guard isWatched, isDue else { return .skipped }
        still.isShown = true
        return try turner.frame(picture, settings, capturedAt: now)
    }

    private var halfAnInterval: Duration { .seconds(0.5 / Double(settings.fps)) }

    // MARK: - What is asked

    private func ask() {
        earlier = earlier + reading.tally
        reading = AnswerReading(contentType: nil)
        answer = nil
        var request = WebRequest(url: target.bare)
        let credentials = target.credentials
        (request.user, request.password) = (credentials?.user, credentials?.password)
        request.fields = ground.fields + still.conditions
        request.trust = settings.trust
        request.ignoresLength = ignoresLength
        let reach = reach
        request.mayConnect = { reach.includes($0) }
        client.begin(request)
        phase = .asking
    }

    /// True: the picture is the one that is known.
    private func conclude(_ end: WebEnd, now: MonotonicTime) throws(CaptureError) -> Bool {
        reading.finish()
        if end.answer != nil { answer = end.answer }
        let (status, count) = (answer?.status ?? 0, reading.count)
        if let answer, [301, 302, 303, 307, 308].contains(status), end.failure == nil {
            try follow(answer)
            return false
        }
        if status == 304, still.isStill {
            rest(now: now)
            return true
        }
        if count == 1, let answer, end.failure == nil || !answer.isMultipart {
            still.learn(answer)
            rest(now: now)
            return false
        }
        if count > 1 {
            ignoresLength = true
            still.forget()
        }
        if case .garbled? = end.failure, !ignoresLength {
            ignoresLength = true
            ask()
            return false
        }
        if count > 0 { isForgiven = true }
        try connectAgain(after: error(end), now: now)
        return false
    }

    private func error(_ end: WebEnd) -> CaptureError {
        let status = answer?.status ?? 0
        if status >= 300 { return words.error(status: status) }
        if let failure = end.failure, failure != .closed || answer == nil || reading.count > 0 {
            return words.error(failure, certificate: end.certificate)
        }
        guard reading.count > 0 else { return words.noPicture(answer, byteCount: reading.byteCount) }
        return words.error(.closed, certificate: nil)
    }

    private func follow(_ answer: WebAnswer) throws(CaptureError) {
        redirects += 1
        guard redirects <= 5 else { throw words.tooManyRedirects() }
        guard let location = answer.location, let next = target.led(to: location, resolved: answer.redirect) else {
            throw words.badRedirect(answer.location)
        }
        // Nobody outside may send the hub to what only this machine can reach.
        if let peer = answer.peer, NetworkReach.outside.includes(peer) { reach = .outside }
        target = next
        ask()
    }

    private func rest(now: MonotonicTime) {
        redirects = 0
        // Somebody has to find out that it is gone, but nobody needs its pictures.
        guard isWatched else {
            phase = .resting(until: now.advanced(by: .seconds(1)))
            return
        }
        _ = cadence.claim(at: now)
        phase = .resting(until: cadence.nextDue)
    }

    // MARK: - Another connection

    /// At once for the first time, else not here: whoever opened this source knows when to do so again.
    private func connectAgain(after error: CaptureError, now: MonotonicTime) throws(CaptureError) {
        let isFirst = forgivenAt.map { $0.advanced(by: .seconds(5)) < now } ?? true
        guard isForgiven, isFirst else { throw error }
        (isForgiven, forgivenAt) = (false, now)
        client.cancel()
        (target, redirects, reach, phase) = (url, 0, ownReach, .inLine)
        ticket.bell.signal()
    }

    package func restart() throws(CaptureError) {
        let error = words.silence(client.answer, byteCount: reading.byteCount, count: reading.count)
        try connectAgain(after: error, now: .now)
    }

    package func follow(_ settings: CameraSettings) -> Bool {
        guard settings.trust == self.settings.trust,
            settings.mayConnectLocally == self.settings.mayConnectLocally
        else { return false }
        if settings.turn != self.settings.turn { still.isShown = false }
        self.settings = settings
        cadence.change(to: settings.fps)
        turning.change(to: settings.fps)
        return true
    }

    package func close() {
        ground.gate.leave(ticket)
        client.cancel()
    }
}

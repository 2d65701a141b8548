import Camera
import HTTP

/// Counts the answers of every route. On HTTP threads, and on whichever thread an answer comes from later.
final class RequestMeter: Sendable {
    private let routes = HubRoute.Name.allCases.map { _ in RouteMeter() }
    private let clock: @Sendable () -> MonotonicTime

    init(clock: @escaping @Sendable () -> MonotonicTime) { self.clock = clock }

    subscript(_ route: HubRoute.Name) -> RouteMeter { routes[route.rawValue] }

    /// The same answer, counted: now, or when it is there. On the path of every frame.
    func measure(_ answer: Answer, to visit: Visit, on route: HubRoute.Name) -> Answer {
        if case .later(let pending) = answer {
            let isHead = visit.method == .head
            return .later(MeteredAnswer(pending, isHead: isHead, since: visit.arrivedAt, on: route, by: self))
        }
        count(answer, isHead: visit.method == .head, since: visit.arrivedAt, on: route)
        return answer
    }

    /// Counts what the server says by itself.
    func note(_ said: Response) {
        self[.server].count(said.status, nanoseconds: 0)
        self[.server].send(said.bytes.count)
    }

    /// Counts an answer that goes out at this moment.
    func count(_ answer: Answer, isHead: Bool, since arrival: MonotonicTime, on route: HubRoute.Name) {
        let now = clock()
        let nanoseconds = now.nanoseconds - arrival.nanoseconds
        let meter = self[route]
        switch answer {
        case .now(let response):
            meter.count(response.status, nanoseconds: nanoseconds)
            guard !isHead else { return }
            switch response.body {
            case .bytes(let bytes): meter.send(bytes.count)
            case .shared(let shared):
                meter.send(shared.buffer.count)
                (shared.owner as? ShownFrame)?.countServed(now: now)
            // Counted by the stream itself, as it goes out.
            case .stream, .parts: break
            }
        case .notModified: meter.count(.notModified, nanoseconds: nanoseconds)
        case .later: preconditionFailure("an answer that is still to come is counted when it is there")
        }
    }
}

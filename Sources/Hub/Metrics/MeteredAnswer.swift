import Camera
import HTTP
import Posix

/// An answer that comes later, and is counted when it comes: the first time, as the server takes no second one.
final class MeteredAnswer: PendingAnswer {
    private let pending: any PendingAnswer
    private let isHead: Bool
    private let arrival: MonotonicTime
    private let route: HubRoute.Name
    private let meter: RequestMeter
    private let isCounted = Locked(false)

    init(
        _ pending: any PendingAnswer, isHead: Bool, since arrival: MonotonicTime, on route: HubRoute.Name,
        by meter: RequestMeter
    ) {
        self.pending = pending
        self.isHead = isHead
        self.arrival = arrival
        self.route = route
        self.meter = meter
    }

    var patience: Duration { pending.patience }
    var isHeldBack: Bool { pending.isHeldBack }

    func begin(_ completion: @escaping @Sendable (Answer) -> Void) {
        pending.begin { [self] answer in completion(measured(answer)) }
    }

    func expire() -> Answer { measured(pending.expire()) }

    private func measured(_ answer: Answer) -> Answer {
        if case .later(let next) = answer {
            return .later(MeteredAnswer(next, isHead: isHead, since: arrival, on: route, by: meter))
        }
        let isFirst = isCounted.withLock { isCounted in
            defer { isCounted = true }
            return !isCounted
        }
        if isFirst { meter.count(answer, isHead: isHead, since: arrival, on: route) }
        return answer
    }
}

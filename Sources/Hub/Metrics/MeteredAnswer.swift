import Camera
import HTTP
import Posix

/// An answer that comes later, and is counted when it comes: the first time, as the server takes no second one.
final class MeteredAnswer: PendingAnswer {
    private let pending: any PendingAnswer
    private let count: Count

    init(
        _ pending: any PendingAnswer, isHead: Bool, since arrival: MonotonicTime, on route: HubRoute.Name,
        by meter: RequestMeter
    ) {
        self.pending = pending
        count = Count(isHead: isHead, arrival: arrival, route: route, meter: meter)
    }

    var patience: Duration { pending.patience }
    var isHeldBack: Bool { pending.isHeldBack }

    func begin(_ completion: @escaping @Sendable (Answer) -> Void) {
        // Who is given up may keep this for as long as it lives: it must not keep `self`, which keeps it.
        pending.begin { [count] answer in completion(count.measured(answer)) }
    }

    func expire() -> Answer { count.measured(pending.expire()) }
}

private final class Count: Sendable {
    private let isHead: Bool
    private let arrival: MonotonicTime
    private let route: HubRoute.Name
    private let meter: RequestMeter
    private let isDone = Locked(false)

    init(isHead: Bool, arrival: MonotonicTime, route: HubRoute.Name, meter: RequestMeter) {
        self.isHead = isHead
        self.arrival = arrival
        self.route = route
        self.meter = meter
    }

    /// The answer, which counts if it is the first.
    func measured(_ answer: Answer) -> Answer {
        if case .later(let next) = answer {
            return .later(MeteredAnswer(next, isHead: isHead, since: arrival, on: route, by: meter))
        }
        let isFirst = isDone.withLock { isDone in
            defer { isDone = true }
            return !isDone
        }
        if isFirst { meter.count(answer, isHead: isHead, since: arrival, on: route) }
        return answer
    }
}

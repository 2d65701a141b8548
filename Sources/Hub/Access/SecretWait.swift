import Access
import Camera
import HTTP

/// A request that waits until the hash of the secret that it shows is computed.
final class SecretWait: PendingAnswer {
    /// Two hashes are computed at a time at most, each in some 20 ms; a loaded machine takes longer.
    let patience: Duration = .seconds(10)
    private let start: @Sendable (@escaping @Sendable (Outcome?) -> Void) -> Void
    private let answer: @Sendable (Outcome) -> Answer

    init(
        _ start: @escaping @Sendable (@escaping @Sendable (Outcome?) -> Void) -> Void,
        then answer: @escaping @Sendable (Outcome) -> Answer
    ) {
        self.start = start
        self.answer = answer
    }

    func begin(_ completion: @escaping @Sendable (Answer) -> Void) {
        start { [answer] outcome in completion(outcome.map(answer) ?? .now(.notChecked)) }
    }

    func expire() -> Answer { .now(.notChecked) }
}

extension Response {
    static var notChecked: Response {
        .json(
            ErrorReport(
                "the PIN or password could not be checked", code: "not-checked",
                hint: "ask again; the hub's log says why"),
            status: .serviceUnavailable, fields: [Field("Retry-After", "1")])
    }
}

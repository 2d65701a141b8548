import HTTP

/// A request that waits until the registry has done what it asks for.
final class RegistryWait: PendingAnswer {
    /// It hashes a PIN and writes a file at most.
    let patience: Duration = .seconds(10)
    private let start: @Sendable (@escaping @Sendable (Answer) -> Void) -> Void

    init(_ start: @escaping @Sendable (@escaping @Sendable (Answer) -> Void) -> Void) { self.start = start }

    func begin(_ completion: @escaping @Sendable (Answer) -> Void) { start(completion) }

    func expire() -> Answer {
        let report = ErrorReport(
            "the hub is too busy to do that now; it may still do it", code: "busy", hint: "look again in a moment")
        return .now(.json(report, status: .serviceUnavailable, fields: [Field("Retry-After", "5")]))
    }
}

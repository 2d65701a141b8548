import Access
import Posix

/// Computes the hashes of what callers show, one attempt after the other, on a thread of its own.
///
/// The gate lets two attempts at most be under way, so the queue is never longer.
actor HashWorker {
    private struct Job: Sendable {
        let attempt: Attempt
        let completion: @Sendable (Result<Attempt.Findings, any Error>) -> Void
    }

    private let reactor: any Reactor
    private let verifier: any SecretVerifier
    private let mailbox = Locked<(jobs: [Job], isEnded: Bool)>(([], false))

    nonisolated var unownedExecutor: UnownedSerialExecutor { reactor.asUnownedSerialExecutor() }

    init(reactor: any Reactor, verifier: any SecretVerifier) {
        self.reactor = reactor
        self.verifier = verifier
    }

    /// Calls `completion` on the worker's thread, or never if the worker ends before.
    nonisolated func compute(
        _ attempt: Attempt, completion: @escaping @Sendable (Result<Attempt.Findings, any Error>) -> Void
    ) {
        mailbox.withLock { $0.jobs.append(Job(attempt: attempt, completion: completion)) }
        reactor.wake()
    }

    nonisolated func end() {
        mailbox.withLock { $0 = ([], true) }
        reactor.wake()
    }

    /// Serves until `end`.
    func run() async {
        while true {
            let (job, isEnded) = mailbox.withLock { ($0.jobs.isEmpty ? nil : $0.jobs.removeFirst(), $0.isEnded) }
            if isEnded { return }
            guard let job else {
                _ = await reactor.wait(for: nil, until: nil)
                continue
            }
            job.completion(Result { try job.attempt.compute(with: verifier) })
        }
    }
}

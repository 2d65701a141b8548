package import Access
import Camera
import HTTP
package import Posix

/// Who may see what while the hub runs: the policy in force, and the gate that weighs secrets. Thread-safe.
///
/// HTTP threads take a copy of the policy and decide by it; only who shows a secret comes to the gate behind the lock,
/// and only a secret that nobody has shown before costs a hash, on a thread of its own.
package final class AccessControl: Sendable {
    private struct State {
        var settings: AccessSettings
        var policy: AccessPolicy
        var gate: Gate
        var kept: AccessState
    }

    private let state: Locked<State>
    private let signer: any Signer
    private let tools: AccessTools
    private let worker: HashWorker
    private let log: Log
    /// Who polls, by HTTP Basic or with a session.
    let recollection: Recollection
    /// Called, without the lock, when somebody may no longer see what they could.
    private let changed = Locked<@Sendable (AccessPolicy) -> Void>({ _ in })

    /// - Parameter reactor: for the thread that computes hashes.
    package init(
        _ kept: AccessState, _ configuration: HubConfiguration, tools: AccessTools, reactor: any Reactor, log: Log
    ) throws {
        self.tools = tools
        self.log = log
        recollection = Recollection(seeds: (tools.random(), tools.random()))
        signer = try tools.makeSigner(kept.key)
        worker = HashWorker(reactor: reactor, verifier: tools.verifier)
        var kept = kept
        let settings = AccessSettings(configuration, kept)
        let policy = AccessPolicy(settings, epochs: &kept.epochs, ended: kept.ended, signer: signer)
        let gate = Gate(policy: policy, seed: tools.random())
        state = Locked(State(settings: settings, policy: policy, gate: gate, kept: kept))
    }

    /// Computes hashes until `end`.
    package func run() async { await worker.run() }

    package func end() { worker.end() }

    // MARK: - For the registry

    /// What is to be kept in the state file.
    package var kept: AccessState {
        state.withLock { state in
            var kept = state.kept
            kept.ended = state.policy.ended
            return kept
        }
    }

    package func onChange(_ body: @escaping @Sendable (AccessPolicy) -> Void) { changed.withLock { $0 = body } }

    /// Takes the generated secrets as their file says them now; in force with the next `follow`.
    package func adopt(_ secrets: GeneratedSecrets) throws {
        let new = try state.withLock { $0.kept }.following(secrets, with: tools)
        state.withLock { state in
            state.kept.generatedPin = new.generatedPin
            state.kept.adminPassword = new.adminPassword
        }
    }

    /// Follows the configuration, and what was changed while the hub runs.
    package func follow(_ configuration: HubConfiguration) {
        let policy: AccessPolicy? = state.withLock { state in
            let settings = AccessSettings(configuration, state.kept)
            guard settings != state.settings else { return nil }
            state.settings = settings
            let ended = state.policy.ended
            state.policy = AccessPolicy(settings, epochs: &state.kept.epochs, ended: ended, signer: signer)
            state.gate.follow(state.policy)
            return state.policy
        }
        if let policy { changed.withLock { $0 }(policy) }
    }

    /// The hash of a new PIN, which may be one already. Takes some 20 ms. Throws if it is damaged.
    func hash(_ secret: Secret) throws -> Secret {
        guard secret.isHash else { return try tools.hash(secret) }
        _ = try tools.verifier.isHash(secret, of: Secret(""))
        return secret
    }

    /// Stands for what the configuration says about a PIN, so that a change of it is noticed; says nothing about it.
    func mark(of pin: PinSetting) -> String { pin.mark(by: signer) }

    // MARK: - For HTTP threads

    var policy: AccessPolicy { state.withLock { $0.policy } }

    /// Weighs what the policy could not settle. What has to be computed goes to `compute`, in any case.
    func weigh(_ decision: Decision, by client: PeerAddress, at place: String, now: MonotonicTime) -> Gate.Weighing {
        switch decision {
        case .settled(let outcome): return .settled(outcome)
        case .ask(let claim):
            let weighing = state.withLock { $0.gate.weigh(claim, now: now) }
            if case .settled(let outcome) = weighing { note(outcome, by: client, at: place) }
            return weighing
        }
    }

    /// Calls `completion` from the worker's thread; nil: the hashes could not be computed.
    func compute(
        _ attempt: Attempt, by client: PeerAddress, at place: String, clock: @escaping @Sendable () -> MonotonicTime,
        completion: @escaping @Sendable (Outcome?) -> Void
    ) {
        worker.compute(attempt) { [self] result in
            switch result {
            case .success(let findings):
                if let damaged = findings.damaged { log.error(place, "\(damaged)") }
                let outcome = state.withLock { $0.gate.settle(attempt, findings, now: clock()) }
                note(outcome, by: client, at: place)
                completion(outcome)
            case .failure(let error):
                state.withLock { $0.gate.abandon(attempt, now: clock()) }
                log.error(place, "a PIN or password could not be checked: \(error)")
                completion(nil)
            }
        }
    }

    /// Ends a session for good.
    func end(_ session: Session, unixTime: Int64) {
        let policy = state.withLock { state in
            state.policy.end(session, unixTime: unixTime)
            state.gate.follow(state.policy)
            return state.policy
        }
        changed.withLock { $0 }(policy)
    }

    /// The two numbers of a new session and a new device.
    var newIDs: (UInt64, UInt64) { (tools.random(), tools.random()) }

    /// A line for each try that was counted: the throttle lets few of them through.
    private func note(_ outcome: Outcome, by client: PeerAddress, at place: String) {
        if case .failure(.unauthorized) = outcome { log.warning(place, "a wrong PIN or password from \(client)") }
    }
}

extension AccessSettings {
    fileprivate init(_ configuration: HubConfiguration, _ kept: AccessState) {
        let rules = configuration.access
        self.init(generatedPin: kept.generatedPin, adminPassword: rules.adminPassword ?? kept.adminPassword)
        cameras = configuration.pins
        defaultPin = configuration.defaults.pin
        trustedProxies = rules.trustedProxies
        allowedHosts = rules.allowedHosts
        allowOrigins = rules.allowOrigins
        machineName = rules.machineName
        basePath = rules.basePath
    }
}

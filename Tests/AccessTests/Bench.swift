import Access
import Camera
import HTTP

/// A hub's access with two clocks that the test moves, and clients that ask it.
final class Bench {
    static let front = CameraID("front-door")!
    static let baby = CameraID("baby")!
    static let open = CameraID("bird-house")!
    /// No key names it.
    static let unnamed = CameraID("webcam-1a2b")!

    private(set) var policy: AccessPolicy
    private(set) var gate: Gate
    private var epochs: SecretEpochs
    var settings: AccessSettings
    var now = MonotonicTime(nanoseconds: 1_000_000_000)
    var unixTime: Int64 = 1_700_000_000
    var verifier = FakeVerifier()
    /// How many hashes were computed.
    private(set) var hashes = 0
    private var nextID: UInt64 = 100

    /// The front door has 1357, the baby 2468, the bird house is open, all others have the generated 246810.
    init(_ change: (inout AccessSettings) -> Void = { _ in }) {
        var settings = AccessSettings(generatedPin: Secret("246810"), adminPassword: Secret("correct horse"))
        settings.cameras = [
            Self.front: .secret(Secret("1357")), Self.baby: .secret(Secret("2468")), Self.open: .open,
        ]
        change(&settings)
        self.settings = settings
        var epochs = SecretEpochs()
        policy = AccessPolicy(settings, epochs: &epochs, signer: FakeSigner())
        self.epochs = epochs
        gate = Gate(policy: policy, seed: 1)
    }

    /// As it is now; what happens to one does not happen to the other.
    init(copying other: Bench) {
        (policy, gate, epochs, settings) = (other.policy, other.gate, other.epochs, other.settings)
        (now, unixTime, verifier, hashes, nextID) = (
            other.now, other.unixTime, other.verifier, other.hashes, other.nextID
        )
    }

    /// The configuration changes while the hub runs.
    func change(_ change: (inout AccessSettings) -> Void) {
        change(&settings)
        policy = AccessPolicy(settings, epochs: &epochs, ended: policy.ended, signer: FakeSigner())
        gate.follow(policy)
    }

    /// The hub ends and starts again with the same state.
    func restart() {
        policy = AccessPolicy(settings, epochs: &epochs, ended: policy.ended, signer: FakeSigner())
        gate = Gate(policy: policy, seed: 2)
    }

    func wait(_ duration: Duration) {
        now = now.advanced(by: duration)
        unixTime += duration.components.seconds
    }

    func logOut(_ session: Session) {
        policy.end(session, unixTime: unixTime)
        gate.follow(policy)
    }

    // MARK: - Clients

    static func request(from address: String = "192.0.2.7", to own: String = "192.0.2.1") -> AccessRequest {
        AccessRequest(peer: .ip(IPAddress(peer: address)!), arrivedAt: IPAddress(own)!)
    }

    /// A request with Basic credentials.
    static func request(from address: String = "192.0.2.7", user: String = "camhub", _ password: String)
        -> AccessRequest
    {
        var request = request(from: address)
        request.authorization = "Basic \(base64("\(user):\(password)"))"
        return request
    }

    func get(_ request: AccessRequest, _ camera: CameraID = front) -> Answer {
        finish(policy.decide(request, at: .camera(camera), unixTime: unixTime))
    }

    func admin(_ request: AccessRequest) -> Answer {
        finish(policy.decide(request, at: .admin, unixTime: unixTime))
    }

    func survey(_ request: AccessRequest) -> Grant? {
        let cameras = [Self.front, Self.baby, Self.open, Self.unnamed]
        guard case .success(let grant) = outcome(policy.survey(request, of: cameras, unixTime: unixTime)) else {
            return nil
        }
        return grant
    }

    /// Which cameras a list shows in full to the sender.
    func unlocked(_ request: AccessRequest) -> Set<CameraID>? {
        guard let grant = survey(request) else { return nil }
        return Set(
            [Self.front, Self.baby, Self.open, Self.unnamed].filter { policy.standing(of: $0, for: grant).isAuthorized }
        )
    }

    func logIn(_ pin: String, _ request: AccessRequest = request(), at door: Door = .camera(front)) -> Answer {
        finish(policy.logIn(pin, request, at: door, unixTime: unixTime))
    }

    /// Logs in and gives back what the browser sends from then on.
    func browser(_ pin: String, _ request: AccessRequest = request(), at door: Door = .camera(front))
        -> AccessRequest?
    {
        guard case .success(let grant) = outcome(policy.logIn(pin, request, at: door, unixTime: unixTime)) else {
            return nil
        }
        nextID += 2
        let cookies = policy.cookies(
            loggedIn: grant, at: door, request, unixTime: unixTime, ids: (nextID, nextID + 1))
        return Self.browser(request, keeping: cookies)
    }

    static func browser(_ request: AccessRequest, keeping cookies: [String]) -> AccessRequest {
        var jar: [String: String] = [:]
        for pair in (request.cookie ?? "").split(separator: "; ") + cookies.map({ $0.prefix { $0 != ";" } }) {
            let parts = pair.split(separator: "=", maxSplits: 1)
            jar[String(parts[0])] = parts.count > 1 ? String(parts[1]) : nil
        }
        var request = request
        request.cookie = jar.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: "; ")
        return request
    }

    func weigh(_ claim: Claim) -> Gate.Weighing { gate.weigh(claim, now: now) }

    /// Computes what an attempt needs, and hands it in.
    func settle(_ attempt: Attempt) throws -> Answer {
        Answer(gate.settle(attempt, try attempt.compute(with: verifier), now: now))
    }

    private func finish(_ decision: Decision) -> Answer { Answer(outcome(decision)) }

    private func outcome(_ decision: Decision) -> Outcome {
        guard case .ask(let claim) = decision else {
            guard case .settled(let outcome) = decision else { fatalError("there is no third decision") }
            return outcome
        }
        switch gate.weigh(claim, now: now) {
        case .settled(let outcome): return outcome
        case .compute(let attempt):
            guard let findings = try? attempt.compute(with: verifier) else {
                gate.abandon(attempt, now: now)
                return .failure(.unauthorized(isChallenged: false))
            }
            hashes += findings.compared.count
            return gate.settle(attempt, findings, now: now)
        }
    }
}

/// A decision that a test does not expect.
struct Unexpected: Error {}

/// What a client gets.
enum Answer: Hashable {
    case ok, unauthorized
    /// With the seconds in Retry-After.
    case tooMany(Int)

    init(_ outcome: Outcome) {
        switch outcome {
        case .success: self = .ok
        case .failure(.unauthorized): self = .unauthorized
        case .failure(.tooMany(let seconds)): self = .tooMany(seconds)
        }
    }
}

/// As clients encode their credentials.
func base64(_ text: String) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var encoded = ""
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: 3) {
        let group = bytes[start...].prefix(3)
        let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
        for place in 0..<4 { encoded.append(place <= group.count ? letters[bits >> (18 - 6 * place) & 63] : "=") }
    }
    return encoded
}

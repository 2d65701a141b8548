import Access
import Camera
import Crypto
import Glibc
import HTTP

/// What it costs to let a request in, with the real libraries.
///
/// Prints one JSON object for each way in: nanoseconds of CPU per request, median of the rounds.
@main
struct AccessBench {
    private static let rounds = 31
    private static let requestsPerRound = 20_000

    static func main() throws {
        var bench = try Bench()
        print(try bench.line("open camera", bench.request(), at: bench.open))
        print(try bench.line("session cookie", bench.browser(), at: bench.locked))
        print(try bench.line("Basic, remembered", bench.program(), at: bench.locked))
        print(try bench.line("nothing shown: 401", bench.request(), at: bench.locked))
    }

    /// A hub with one open and one locked camera, and somebody who has logged in.
    private struct Bench {
        let open = CameraID("bird-house")!
        let locked = CameraID("front-door")!
        private let pin = Secret("135790")
        private let policy: AccessPolicy
        private var gate: Gate
        private var random: RandomNumbers

        init() throws {
            random = try RandomNumbers()
            let hash = try Yescrypt().hash(of: pin, using: &random)
            var settings = AccessSettings(generatedPin: hash, adminPassword: hash)
            settings.cameras = [open: .open, locked: .secret(hash)]
            var epochs = SecretEpochs()
            policy = AccessPolicy(settings, epochs: &epochs, signer: try SigningKey(random.bytes(SigningKey.length)))
            gate = Gate(policy: policy, seed: random.next())
        }

        /// As a browser in the local network sends it.
        func request() -> AccessRequest {
            var request = AccessRequest(peer: .ip(IPAddress("192.168.1.7")!), arrivedAt: IPAddress("192.168.1.2"))
            request.host = "hub.local:8080"
            return request
        }

        func program() -> AccessRequest {
            var request = request()
            request.authorization = "Basic Y2FtaHViOjEzNTc5MA=="
            return request
        }

        mutating func browser() throws -> AccessRequest {
            var request = request()
            guard case .ask(let claim) = policy.logIn(pin.revealed, request, at: .camera(locked), unixTime: 0),
                case .compute(let attempt) = gate.weigh(claim, now: MonotonicTime(nanoseconds: 0))
            else { fatalError("the first login has to be hashed") }
            let findings = try attempt.compute(with: Yescrypt())
            let grant = try gate.settle(attempt, findings, now: MonotonicTime(nanoseconds: 0)).get()
            let cookies = policy.cookies(
                loggedIn: grant, at: .camera(locked), request, unixTime: 0, ids: (random.next(), random.next()))
            request.cookie = cookies.map { String($0.prefix { $0 != ";" }) }.joined(separator: "; ")
            return request
        }

        mutating func line(_ what: String, _ request: AccessRequest, at camera: CameraID) throws -> String {
            var samples: [Int] = []
            for _ in 0..<rounds {
                let begin = cpuNanoseconds()
                for _ in 0..<requestsPerRound { letIn(request, at: camera) }
                samples.append((cpuNanoseconds() - begin) / requestsPerRound)
            }
            return #"{"what": "\#(what)", "ns": \#(samples.sorted()[samples.count / 2])}"#
        }

        private mutating func letIn(_ request: AccessRequest, at camera: CameraID) {
            guard policy.hostFault(of: request) == nil else { fatalError("the host is ours") }
            guard case .ask(let claim) = policy.decide(request, at: .camera(camera), unixTime: 1) else { return }
            guard case .settled = gate.weigh(claim, now: MonotonicTime(nanoseconds: 1)) else {
                fatalError("the secret was shown before")
            }
        }

        private func cpuNanoseconds() -> Int {
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return time.tv_sec * 1_000_000_000 + time.tv_nsec
        }
    }
}

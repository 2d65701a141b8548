import Access
import Camera
import Crypto
import HTTP
import Testing

/// Hashes of PINs and passwords by libcrypt.
@Suite struct YescryptTests {
    private let verifier = Yescrypt()

    @Test("A hash that mkpasswd made is of its PIN and of no other")
    func foreignHash() throws {
        let hash = Secret("$y$j9T$k2XAnEHBqQ1Ct2aMXFKNa/$lDGddxRY1t6cyeZ.reZhjE7nP/xvk.h4PjkHY0obOc5")
        #expect(try verifier.isHash(hash, of: Secret("123456")))
        #expect(try !verifier.isHash(hash, of: Secret("123457")))
        #expect(try !verifier.isHash(hash, of: Secret("")))
    }

    @Test("A new hash is of its secret, has a salt of its own, and is one that the configuration takes")
    func newHashes() throws {
        var random = try RandomNumbers()
        let password = Secret("pa$$ wörd")
        let hashes = try (0..<2).map { _ in try verifier.hash(of: password, using: &random) }
        #expect(hashes[0] != hashes[1])
        for hash in hashes {
            #expect(hash.isHash && Password.secret(hash.revealed) != nil && Pin.secret(hash.revealed) != nil)
            #expect(try verifier.isHash(hash, of: password))
            #expect(try !verifier.isHash(hash, of: Secret("pa$$ word")))
        }
    }

    @Test(
        "What is no hash is an error that names the command and not the hash",
        arguments: [
            "1357", "*0", "", "$6$salt$x", "$y$j9T$k2XAnEHBqQ1Ct2aMXFKNa!$lDGddxRY", "$y$", "$y$zzz$x$x",
            "$y$j9T$x$lDGddxRY1t6cyeZ.reZhjE7nP/xvk.h4PjkHY0obOc5",
        ])
    func noHash(text: String) {
        let error = #expect(throws: DamagedHash.self) {
            try verifier.isHash(Secret(text), of: Secret("1357"))
        }
        #expect(error?.description.contains("camhub pin") == true)
        #expect(error.map { !"\($0)".contains("j9T") } == true)
    }

    @Test("The longest password that is allowed can be hashed, and all of it counts")
    func longPasswords() throws {
        var random = try RandomNumbers()
        let text = String(repeating: "€", count: 127) + "x"
        #expect(Password.isWellFormed(text))
        let hash = try verifier.hash(of: Secret(text), using: &random)
        #expect(try verifier.isHash(hash, of: Secret(text)))
        #expect(try !verifier.isHash(hash, of: Secret(String(text.dropLast()) + "y")))
    }

    @Test("With the real libraries: a login, its cookie, a restart, and a program that polls without any hash")
    func wholeWay() throws {
        var random = try RandomNumbers()
        let key = try SigningKey(random.bytes(SigningKey.length))
        let pin = Pin.generated(using: &random)
        let settings = AccessSettings(
            generatedPin: try verifier.hash(of: pin, using: &random),
            adminPassword: try verifier.hash(of: Password.generated(using: &random), using: &random))
        var epochs = SecretEpochs()
        let policy = AccessPolicy(settings, epochs: &epochs, signer: key)
        var gate = Gate(policy: policy, seed: random.next())
        let camera = try #require(CameraID("desk"))
        let now = MonotonicTime(nanoseconds: 0)
        let address = try #require(IPAddress("192.0.2.7"))
        var request = AccessRequest(peer: .ip(address), arrivedAt: IPAddress("192.0.2.1"))

        let decision = policy.logIn(pin.revealed, request, at: .camera(camera), unixTime: 0)
        guard case .ask(let claim) = decision, case .compute(let attempt) = gate.weigh(claim, now: now) else {
            Issue.record("the first login has to be hashed")
            return
        }
        let grant = try gate.settle(attempt, attempt.compute(with: verifier), now: now).get()
        let cookies = policy.cookies(
            loggedIn: grant, at: .camera(camera), request, unixTime: 0, ids: (random.next(), random.next()))
        request.cookie = cookies.map { String($0.prefix { $0 != ";" }) }.joined(separator: "; ")

        let restarted = AccessPolicy(settings, epochs: &epochs, signer: key)
        guard case .settled(.success) = restarted.decide(request, at: .camera(camera), unixTime: 1) else {
            Issue.record("the cookie has to survive a restart")
            return
        }
        guard case .ask(let again) = policy.logIn(pin.revealed, request, at: .camera(camera), unixTime: 1),
            case .settled(.success) = gate.weigh(again, now: now)
        else {
            Issue.record("a PIN that was right once needs no hash")
            return
        }
    }
}

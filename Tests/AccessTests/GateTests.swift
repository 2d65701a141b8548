import Access
import Camera
import Testing

/// How hashes are weighed: rarely, few at a time, and never in a way that tells more than it should.
@Suite struct GateTests {
    private let bench = Bench {
        $0.cameras = [
            Bench.front: FakeVerifier.hash("1357"), Bench.baby: FakeVerifier.hash("2468"), Bench.open: .open,
        ]
        $0.generatedPin = Secret("$fake$a$246810")
        $0.adminPassword = Secret("$fake$a$correct horse")
    }

    /// What a claim at the front door leads to.
    private func claim(_ pin: String, from address: String = "192.0.2.7", _ camera: CameraID = Bench.front) throws
        -> Claim
    {
        let decision = bench.policy.decide(Bench.request(from: address, pin), at: .camera(camera), unixTime: 0)
        guard case .ask(let claim) = decision else { throw Unexpected() }
        return claim
    }

    private func attempt(_ pin: String, from address: String, _ camera: CameraID = Bench.front) throws -> Attempt {
        guard case .compute(let attempt) = bench.weigh(try claim(pin, from: address, camera)) else {
            throw Unexpected()
        }
        return attempt
    }

    @Test("A program that polls costs one hash, and after it even wrong PINs cost none")
    func pollingIsFree() {
        for _ in 0..<100 { #expect(bench.get(Bench.request("1357")) == .ok) }
        #expect(bench.hashes == 1)
        #expect(bench.get(Bench.request("9999")) == .unauthorized)
        #expect(bench.logIn("9999") == .unauthorized)
        #expect(bench.hashes == 1)
        for _ in 0..<100 { #expect(bench.admin(Bench.request(user: "admin", "correct horse")) == .ok) }
        #expect(bench.hashes == 2)
    }

    @Test("What was learnt of a secret is forgotten when it is changed")
    func forgotten() {
        #expect(bench.get(Bench.request("1357")) == .ok)
        bench.change { $0.cameras[Bench.front] = FakeVerifier.hash("1357", salt: "b") }
        #expect(bench.get(Bench.request("1357")) == .ok)
        #expect(bench.hashes == 2)
        bench.change { $0.cameras[Bench.front] = FakeVerifier.hash("8642") }
        #expect(bench.get(Bench.request("1357")) == .unauthorized)
        #expect(bench.get(Bench.request("8642")) == .ok)
    }

    @Test("One hash at a time is computed for a client, two in all; what is beyond gets 429 and costs nothing")
    func fewAtATime() throws {
        let first = try attempt("9999", from: "192.0.2.1")
        for pin in ["9999", "1357"] { #expect(bench.get(Bench.request(from: "192.0.2.1", pin)) == .tooMany(1)) }
        #expect(bench.get(Bench.request(from: "192.0.2.1", "2468"), Bench.baby) == .tooMany(1))
        let second = try attempt("1357", from: "192.0.2.2")
        #expect(bench.get(Bench.request(from: "192.0.2.3", "1357")) == .tooMany(1))
        #expect(try bench.settle(first) == .unauthorized)
        #expect(bench.get(Bench.request(from: "192.0.2.3", "1357")) == .ok)
        #expect(try bench.settle(second) == .ok)
        let wrong = (4..<33).map { bench.get(Bench.request(from: "192.0.2.\($0)", "9999")) }
        #expect(wrong == Array(repeating: .unauthorized, count: 29))
        #expect(bench.get(Bench.request(from: "192.0.2.99", "9999")) == .tooMany(30))
    }

    @Test("A hash that cannot be computed counts for nothing and blocks nobody")
    func abandoned() {
        bench.verifier.isOutOfMemory = true
        for number in 0..<100 { _ = bench.get(Bench.request(from: "192.0.2.\(number % 4)", "9999")) }
        bench.verifier.isOutOfMemory = false
        #expect(bench.get(Bench.request(from: "192.0.2.0", "1357")) == .ok)
    }

    @Test("A hash that is damaged keeps nobody out of other cameras, and a guess at it is counted like any other")
    func damaged() {
        bench.change { $0.cameras[Bench.baby] = .secret(Secret("$damaged")) }
        #expect(bench.browser("1357") != nil)
        #expect(bench.unlocked(Bench.request("1357")) == [Bench.front, Bench.open])
        let answers = (0..<6).map { bench.get(Bench.request(from: "192.0.2.7", "900\($0)"), Bench.baby) }
        #expect(answers == Array(repeating: .unauthorized, count: 5) + [.tooMany(1)])
    }

    @Test("A PIN that is changed while it is hashed opens nothing, counts for nothing and is not remembered")
    func changedMeanwhile() throws {
        let right = try attempt("1357", from: "192.0.2.1")
        let stale = try claim("1357", from: "192.0.2.2")
        bench.change { $0.cameras[Bench.front] = FakeVerifier.hash("8642") }
        #expect(try bench.settle(right) == .unauthorized)
        guard case .settled(.failure(.unauthorized)) = bench.weigh(stale) else { throw Unexpected() }
        #expect(bench.get(Bench.request(from: "192.0.2.1", "1357")) == .unauthorized)
        #expect(bench.get(Bench.request(from: "192.0.2.1", "8642")) == .ok)
    }

    @Test("Tries of one client that are under way count as soon as they are answered")
    func underWay() throws {
        for number in 0..<4 { _ = bench.get(Bench.request("900\(number)")) }
        let fifth = try attempt("9004", from: "192.0.2.7")
        #expect(try bench.settle(fifth) == .unauthorized)
        #expect(bench.get(Bench.request("1357")) == .tooMany(1))
    }

    @Test("A login looks once whether other hashes are of the same PIN, and opens those that are")
    func sameSecretElsewhere() throws {
        let porch = try #require(CameraID("porch"))
        bench.change { $0.cameras[porch] = FakeVerifier.hash("1357", salt: "other") }
        let browser = try #require(bench.browser("1357"))
        // The front door, the baby, the porch, and the generated one.
        #expect(bench.hashes == 4)
        #expect(bench.get(browser, porch) == .ok && bench.get(browser, Bench.baby) == .unauthorized)
        #expect(bench.browser("1357") != nil)
        #expect(bench.hashes == 4)
    }

    @Test("Guessing at one camera never opens another one with the PIN of that other")
    func noOtherDoor() throws {
        bench.change { $0.cameras[Bench.baby] = .secret(Secret("2468")) }
        #expect(bench.browser("2468", at: .camera(Bench.front)) == nil)
        #expect(bench.logIn("2468") == .unauthorized)
        #expect(bench.get(Bench.request("2468")) == .unauthorized)
        // They were counted where they were tried: three, and two more make five.
        for _ in 0..<2 { #expect(bench.logIn("9999") == .unauthorized) }
        #expect(bench.logIn("9999") == .tooMany(1))
        #expect(bench.get(Bench.request("2468"), Bench.baby) == .ok)
    }

    @Test("That somebody has logged in at a camera does not open it to the PIN of another one")
    func noOtherDoorLater() {
        #expect(bench.logIn("1357") == .ok && bench.logIn("2468", at: .camera(Bench.baby)) == .ok)
        let hashes = bench.hashes
        #expect(bench.logIn("2468") == .unauthorized)
        #expect(bench.browser("246810") == nil)
        #expect(bench.hashes == hashes)
    }

    @Test("What is right in a list is forgiven where it was right, and nowhere else")
    func listsForgiveOneCamera() {
        for camera in [Bench.front, Bench.baby] {
            for _ in 0..<4 { #expect(bench.get(Bench.request("9999"), camera) == .unauthorized) }
        }
        #expect(bench.unlocked(Bench.request("1357")) == [Bench.front, Bench.open])
        for camera in [Bench.front, Bench.baby] {
            #expect(bench.get(Bench.request("9999"), camera) == .unauthorized)
        }
        #expect(bench.get(Bench.request("1357")) == .ok)
        #expect(bench.get(Bench.request("2468"), Bench.baby) == .tooMany(1))
    }

    @Test("However often PINs are changed, nothing is kept of the old ones")
    func memoryOfSecrets() {
        for number in 0..<400 {
            let pin = "\(100_000 + number)"
            bench.change { $0.cameras[Bench.front] = FakeVerifier.hash(pin) }
            #expect(bench.logIn(pin, Bench.request(from: "10.0.\(number / 250).\(number % 250)")) == .ok)
        }
        #expect(bench.gate.memoryInBytes < 5000)
    }

    @Test("A list opens what the PIN opens; polled, it costs no hash and counts nowhere as wrong")
    func lists() {
        for _ in 0..<100 { #expect(bench.unlocked(Bench.request("2468")) == [Bench.baby, Bench.open]) }
        #expect(bench.hashes == 3)
        for _ in 0..<5 { #expect(bench.get(Bench.request("9999")) == .unauthorized) }
        #expect(bench.get(Bench.request("1357")) == .tooMany(1))
        #expect(bench.get(Bench.request("246810"), Bench.unnamed) == .ok)
    }

    @Test("A PIN that opens nothing in a list was wrong at each of its cameras, and guessing there is no cheaper")
    func guessingInLists() {
        for _ in 0..<5 { #expect(bench.unlocked(Bench.request("9999")) == [Bench.open]) }
        #expect(bench.unlocked(Bench.request("1357")) == [Bench.open])
        #expect(bench.get(Bench.request("1357")) == .tooMany(1))
        #expect(bench.get(Bench.request("2468"), Bench.baby) == .tooMany(1))
        for number in 0..<100 { _ = bench.unlocked(Bench.request(from: "198.51.100.\(number)", "9999")) }
        #expect(bench.unlocked(Bench.request(from: "203.0.113.1", "1357")) == [Bench.open])
        #expect(bench.get(Bench.request(from: "203.0.113.1", "1357")) == .tooMany(30))
    }

    @Test("A wrong password in a list shows what everybody sees, and is counted")
    func passwordsInLists() {
        for _ in 0..<5 { #expect(bench.unlocked(Bench.request(user: "admin", "wrong horse")) == [Bench.open]) }
        #expect(bench.unlocked(Bench.request(user: "admin", "correct horse")) == [Bench.open])
        #expect(bench.admin(Bench.request(user: "admin", "correct horse")) == .tooMany(1))
    }

    @Test("With very many hashes, a login computes a few of them, and the next ones go on where it ended")
    func manyHashes() throws {
        let ids = try (0..<100).map { try #require(CameraID("cam-\($0)")) }
        bench.change { settings in
            for (number, id) in ids.enumerated() { settings.cameras[id] = FakeVerifier.hash("1357", salt: "\(number)") }
        }
        var browser = try #require(bench.browser("1357"))
        #expect(bench.hashes == 17 && bench.get(browser) == .ok)
        for _ in 0..<8 { browser = try #require(bench.browser("1357", browser)) }
        // A hundred, the front door's, the baby's, and the generated one.
        #expect(bench.hashes == 103)
        // There are more than a cookie has room for: that of the door itself is among them in any case.
        #expect(bench.get(browser) == .ok && ids.count { bench.get(browser, $0) == .ok } == 63)
    }
}

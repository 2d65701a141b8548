import Access
import Camera
import Testing

/// Which secret guards what.
@Suite struct PolicyTests {
    private let bench = Bench()
    private static let local = Bench.request(from: "127.0.0.1", to: "127.0.0.1")

    /// What the caller shows, and which of front door, baby, bird house and unnamed camera open up.
    static let table: [(String, AccessRequest, Set<CameraID>)] = [
        ("nothing", Bench.request(), [Bench.open]),
        ("nothing, from the machine itself", local, [Bench.open, Bench.unnamed]),
        ("one PIN", Bench.request("1357"), [Bench.open, Bench.front]),
        ("another PIN", Bench.request("2468"), [Bench.open, Bench.baby]),
        ("the generated PIN", Bench.request("246810"), [Bench.open, Bench.unnamed]),
        (
            "the password", Bench.request(user: "admin", "correct horse"),
            [Bench.open, Bench.front, Bench.baby, Bench.unnamed]
        ),
        ("a PIN as the admin", Bench.request(user: "admin", "1357"), [Bench.open]),
        ("the password as a PIN", Bench.request("correct horse"), [Bench.open]),
        ("a wrong PIN", Bench.request("1358"), [Bench.open]),
    ]

    @Test("Each camera opens up for its own PIN and for the admin", arguments: table)
    func whoSeesWhat(_: String, request: AccessRequest, cameras: Set<CameraID>) {
        for camera in [Bench.front, Bench.baby, Bench.open, Bench.unnamed] {
            #expect(bench.get(request, camera) == (cameras.contains(camera) ? .ok : .unauthorized))
        }
        #expect(bench.unlocked(request) == cameras)
    }

    @Test(
        "What is the admin's, only the password opens",
        arguments: [
            (Bench.request(), Answer.unauthorized), (local, .unauthorized), (Bench.request("1357"), .unauthorized),
            (Bench.request("246810"), .unauthorized), (Bench.request(user: "admin", "correct horse"), .ok),
            (Bench.request(user: "admin", "wrong horse"), .unauthorized),
        ])
    func adminOnly(request: AccessRequest, answer: Answer) {
        #expect(bench.admin(request) == answer)
    }

    @Test("A default PIN guards all cameras without one of their own, also against local requests")
    func defaultPin() {
        bench.change { $0.defaultPin = .secret(Secret("9876")) }
        #expect(bench.get(Self.local, Bench.unnamed) == .unauthorized)
        #expect(bench.get(Bench.request("9876"), Bench.unnamed) == .ok)
        #expect(bench.get(Bench.request("246810"), Bench.unnamed) == .unauthorized)
        #expect(bench.get(Bench.request("9876"), Bench.front) == .unauthorized)
    }

    @Test("The default null opens all cameras without a PIN of their own, and no other")
    func defaultNull() {
        bench.change { $0.defaultPin = .open }
        #expect(bench.get(Bench.request(), Bench.unnamed) == .ok)
        #expect(bench.get(Bench.request(), Bench.front) == .unauthorized)
    }

    @Test("A camera that was never seen before has the default PIN, never none")
    func newCameras() throws {
        for name in ["a", "webcam-9999", "front-door-2"] {
            #expect(bench.get(Bench.request(), try #require(CameraID(name))) == .unauthorized)
            #expect(bench.get(Bench.request("246810"), try #require(CameraID(name))) == .ok)
        }
    }

    @Test("An open camera does not look at credentials at all")
    func openCamerasTellNothing() {
        for _ in 0..<50 { #expect(bench.get(Bench.request("9999"), Bench.open) == .ok) }
        #expect(bench.get(Bench.request("1357")) == .ok)
    }

    @Test("What a list says of a camera: locked for whom it needs a PIN, authorized for who may see it")
    func standings() throws {
        typealias Standing = AccessPolicy.Standing
        let expected: [(AccessRequest, CameraID, Bool, Bool)] = [
            (Bench.request(), Bench.front, true, false), (Bench.request("1357"), Bench.front, true, true),
            (Bench.request(), Bench.open, false, true), (Bench.request(), Bench.unnamed, true, false),
            (Self.local, Bench.unnamed, false, true), (Self.local, Bench.front, true, false),
            (Bench.request(user: "admin", "correct horse"), Bench.front, true, true),
        ]
        for (request, camera, isLocked, isAuthorized) in expected {
            let grant = try #require(bench.survey(request))
            let standing = bench.policy.standing(of: camera, for: grant)
            #expect(standing.isLocked == isLocked && standing.isAuthorized == isAuthorized, "\(camera)")
        }
    }

    @Test(
        "A refusal carries a challenge, unless it would make a browser cover the page with its dialog",
        arguments: [
            (nil, false, true), ("other=1", false, true), ("camhub-00000000=x", false, true), (nil, true, false),
            ("HUB=stale", false, false), ("a=b; HUB-device=", false, false),
        ] as [(String?, Bool, Bool)])
    func challenges(cookie: String?, isScripted: Bool, isChallenged: Bool) throws {
        let cookies = bench.policy.logout(Bench.request())
        let name = String(cookies.prefix { $0 != "=" })
        for var request in [Bench.request(), Bench.request("1358"), Bench.request("x")] {
            request.cookie = cookie?.replacing("HUB", with: name)
            request.isScripted = isScripted
            var gate = bench.gate
            guard
                case .settled(let outcome) = gate.decide(request, at: .camera(Bench.front), unixTime: 0, now: bench.now)
            else { throw Unexpected() }
            #expect(outcome == .failure(.unauthorized(isChallenged: isChallenged)))
        }
    }

    @Test("A login's refusal never carries a challenge")
    func loginsAreNotChallenged() throws {
        let decision = bench.policy.logIn("13", Bench.request(), at: .camera(Bench.front), unixTime: 0)
        guard case .settled(let outcome) = decision else { throw Unexpected() }
        #expect(outcome == .failure(.unauthorized(isChallenged: false)))
        #expect(bench.logIn("wrong horse", at: .admin) == .unauthorized)
        #expect(bench.logIn("correct horse", at: .admin) == .ok)
        #expect(bench.logIn("1357", at: .admin) == .unauthorized)
        #expect(bench.logIn("anything", at: .camera(Bench.open)) == .ok)
    }

    @Test("No secret and no hash shows in what a policy, a claim or a decision prints")
    func nothingIsPrinted() {
        let decision = bench.policy.decide(Bench.request("1357"), at: .camera(Bench.front), unixTime: 0)
        for text in ["\(decision)", "\(bench.policy)", "\(bench.gate)", String(reflecting: decision)] {
            for secret in ["1357", "2468", "246810", "correct horse"] { #expect(!text.contains(secret)) }
        }
    }
}

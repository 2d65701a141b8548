import Access
import Camera
import HTTP
import Testing

/// Wrong PINs and what follows, as a client sees it.
@Suite struct ThrottleTests {
    private let bench = Bench()

    private static func stranger(_ number: Int) -> String { "198.51.\(number / 250).\(number % 250 + 1)" }

    /// Different wrong PINs of four digits from one address.
    private func guess(_ times: Int, from address: String = "192.0.2.7", _ camera: CameraID = Bench.front)
        -> [Answer]
    {
        (0..<times).map { bench.get(Bench.request(from: address, "\(9000 + $0)"), camera) }
    }

    @Test("Five wrong PINs are free; then even the right one has to wait a second")
    func fiveAreFree() {
        #expect(guess(5) == Array(repeating: .unauthorized, count: 5))
        #expect(bench.get(Bench.request("1357")) == .tooMany(1))
        bench.wait(.milliseconds(999))
        #expect(bench.get(Bench.request("1357")) == .tooMany(1))
        bench.wait(.milliseconds(1))
        #expect(bench.get(Bench.request("1357")) == .ok)
    }

    @Test("The wait doubles from 1 s to 15 min, and what is refused meanwhile does not make it longer")
    func waitsDouble() {
        _ = guess(5)
        for seconds in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900] {
            #expect(bench.get(Bench.request("1357")) == .tooMany(seconds))
            #expect(bench.get(Bench.request("9999")) == .tooMany(seconds))
            bench.wait(.seconds(seconds) - .milliseconds(1))
            #expect(bench.get(Bench.request("1357")) == .tooMany(1))
            bench.wait(.milliseconds(1))
            #expect(bench.get(Bench.request("9999")) == .unauthorized)
        }
    }

    @Test("A right PIN makes its camera forget the wrong ones from there, and no other camera")
    func successResetsThatPair() {
        _ = guess(4)
        _ = guess(5, Bench.baby)
        #expect(bench.get(Bench.request("1357")) == .ok)
        #expect(guess(5) == Array(repeating: .unauthorized, count: 5))
        #expect(bench.get(Bench.request("1357")) == .tooMany(1))
        #expect(bench.get(Bench.request("2468"), Bench.baby) == .tooMany(1))
    }

    @Test("A day without a wrong PIN makes everything forgotten")
    func forgottenAfterADay() {
        _ = guess(5)
        bench.wait(.seconds(1))
        _ = guess(1)
        bench.wait(.seconds(86399))
        _ = guess(1)
        #expect(bench.get(Bench.request("1357")) == .tooMany(4))
        bench.wait(.seconds(86400))
        #expect(guess(5) == Array(repeating: .unauthorized, count: 5))
    }

    @Test(
        "Who is one client: an IPv4 address however it is written, and 64 bits of an IPv6 address",
        arguments: [
            ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "::ffff:192.0.2.7", true),
            ("192.0.2.7", "192.0.2.8", false),
            ("2001:db8::1", "2001:db8::ffff:2", true), ("2001:db8::1", "2001:db8:0:1::1", false),
            ("fe80::1%eth0", "fe80::2%eth1", true), ("0.0.2.7", "::2:7", false),
        ])
    func clients(one: String, other: String, isSame: Bool) {
        _ = guess(5, from: one)
        #expect(bench.get(Bench.request(from: other, "1357")) == (isSame ? .tooMany(1) : .ok))
    }

    @Test("All strangers together have 30 tries at a camera and then one more every 30 s, right or wrong")
    func strangersShareABucket() {
        let tries = (0..<30).map { bench.get(Bench.request(from: Self.stranger($0), "9999")) }
        #expect(tries == Array(repeating: .unauthorized, count: 30))
        #expect(bench.get(Bench.request(from: Self.stranger(30), "9999")) == .tooMany(30))
        #expect(bench.get(Bench.request(from: Self.stranger(31), "1357")) == .tooMany(30))
        #expect(bench.get(Bench.request(from: Self.stranger(31), "2468"), Bench.baby) == .ok)
        bench.wait(.seconds(29) + .milliseconds(500))
        #expect(bench.get(Bench.request(from: Self.stranger(32), "1357")) == .tooMany(1))
        bench.wait(.milliseconds(500))
        #expect(bench.get(Bench.request(from: Self.stranger(33), "9999")) == .unauthorized)
        #expect(bench.get(Bench.request(from: Self.stranger(34), "1357")) == .tooMany(30))
    }

    @Test("A right PIN takes nothing out of the bucket")
    func rightOnesAreFree() {
        for number in 0..<29 { _ = bench.get(Bench.request(from: Self.stranger(number), "9999")) }
        for number in 100..<200 { #expect(bench.get(Bench.request(from: Self.stranger(number), "1357")) == .ok) }
        #expect(bench.get(Bench.request(from: Self.stranger(30), "9999")) == .unauthorized)
        #expect(bench.get(Bench.request(from: Self.stranger(31), "1357")) == .tooMany(30))
    }

    @Test("A full bucket does not get any fuller")
    func bucketsHaveASize() {
        bench.wait(.seconds(86400))
        for number in 0..<30 { _ = bench.get(Bench.request(from: Self.stranger(number), "9999")) }
        #expect(bench.get(Bench.request(from: Self.stranger(30), "9999")) == .tooMany(30))
        bench.wait(.seconds(86400))
        let answers = (0..<31).map { bench.get(Bench.request(from: Self.stranger($0), "9999")) }
        #expect(answers.count { $0 == .unauthorized } == 30 && answers.last == .tooMany(30))
    }

    @Test("What cannot be a PIN is wrong and counts for nothing", arguments: ["135", "13579246801234", "abcd", ""])
    func malformed(pin: String) {
        for number in 0..<100 {
            #expect(bench.get(Bench.request(from: Self.stranger(number % 3), pin)) == .unauthorized)
            #expect(bench.logIn(pin, Bench.request(from: Self.stranger(number % 3))) == .unauthorized)
        }
        #expect(bench.get(Bench.request(from: Self.stranger(0), "1357")) == .ok)
    }

    @Test("A valid session passes by all of it, and only where it opens something")
    func sessionsPass() throws {
        let browser = try #require(bench.browser("1357"))
        for number in 0..<30 { _ = bench.get(Bench.request(from: Self.stranger(number), "9999")) }
        _ = guess(5)
        #expect(bench.get(browser) == .ok)
        var guessing = browser
        guessing.authorization = Bench.request("9999").authorization
        #expect(bench.get(guessing) == .ok)
        for _ in 0..<5 { #expect(bench.get(guessing, Bench.baby) == .unauthorized) }
        #expect(bench.get(guessing, Bench.baby) == .tooMany(1))
        #expect(bench.logIn("1357", browser) == .tooMany(1))
    }

    @Test("A browser that has once logged in has a bucket of its own at that camera")
    func devicesHaveTheirOwn() throws {
        var browser = try #require(bench.browser("1357"))
        let session = try #require(bench.policy.session(of: browser, unixTime: bench.unixTime))
        bench.logOut(session)
        browser = Bench.browser(browser, keeping: [bench.policy.logout(browser)])
        browser.peer = .ip(IPAddress("203.0.113.9")!)
        for camera in [Bench.front, Bench.baby] {
            for number in 0..<30 { _ = bench.get(Bench.request(from: Self.stranger(number), "9999"), camera) }
        }
        #expect(bench.get(browser) == .unauthorized)
        #expect(bench.logIn("2468", browser, at: .camera(Bench.baby)) == .tooMany(30))
        #expect(bench.logIn("9999", browser) == .unauthorized)
        #expect(bench.logIn("1357", browser) == .ok)
        #expect(bench.get(Bench.request(from: Self.stranger(31), "1357")) == .tooMany(30))
    }

    @Test("A device's own bucket is not without a bottom")
    func devicesRunDry() throws {
        let browser = try #require(bench.browser("1357"))
        for number in 0..<30 {
            var moved = browser
            moved.peer = .ip(IPAddress(Self.stranger(number))!)
            #expect(bench.logIn("9999", moved) == .unauthorized)
        }
        var moved = browser
        moved.peer = .ip(IPAddress(Self.stranger(31))!)
        #expect(bench.logIn("1357", moved) == .tooMany(30))
        #expect(bench.logIn("1357", Bench.request(from: Self.stranger(32))) == .ok)
    }

    @Test("Who collected device marks has at most 16 of these buckets at the same time")
    func marksDoNotMultiply() {
        let marked = (0..<40).compactMap { _ in bench.browser("1357") }
        var wrong = 0
        for (number, browser) in marked.enumerated() {
            for step in 0..<31 {
                var moved = browser
                moved.peer = .ip(IPAddress(Self.stranger(number * 31 + step))!)
                if bench.logIn("9999", moved) == .unauthorized { wrong += 1 }
            }
        }
        #expect(wrong == 16 * 30 + 30)
    }

    @Test("A program whose address has shown the PIN goes on when strangers have emptied the bucket")
    func acquaintancesGoOn() {
        #expect(bench.get(Bench.request("1357")) == .ok)
        for number in 0..<30 { _ = bench.get(Bench.request(from: Self.stranger(number), "9999")) }
        #expect(bench.get(Bench.request("1357")) == .ok)
        #expect(bench.get(Bench.request(from: Self.stranger(31), "1357")) == .tooMany(30))
    }

    @Test("Next to a program that polls, somebody at its address has 30 tries and one every 30 s, not more")
    func guessingBesideAProgram() {
        var wrong = 0
        for number in 0..<600 {
            _ = bench.get(Bench.request("1357"))
            if bench.get(Bench.request("\(2000 + number)")) == .unauthorized { wrong += 1 }
            bench.wait(.milliseconds(100))
        }
        #expect(wrong == 31)
    }
}

import Access
import Camera
import Testing

/// How long a PIN lasts: somebody tries whenever the hub lets them, and days go by. docs/security.md has the results.
@Suite struct GuessingTests {
    /// Somebody with so many addresses who never waits for longer than they have to.
    private final class Guesser {
        let bench = Bench()
        private let addresses: Int
        private var asked = 0
        private let begin: MonotonicTime

        init(addresses: Int) {
            self.addresses = addresses
            begin = bench.now
        }

        var elapsed: Duration { begin.duration(to: bench.now) }

        /// Waits until the next try is weighed, and tells how that went.
        func guess(_ pin: String) -> Answer {
            while true {
                // The next address each time: the one before may have to wait for itself.
                asked += 1
                let address =
                    "10.\(asked % addresses / 65_536).\(asked % addresses / 256 % 256).\(asked % addresses % 256)"
                let answer = bench.get(Bench.request(from: address, pin))
                guard case .tooMany(let seconds) = answer else { return answer }
                bench.wait(.seconds(seconds))
            }
        }

        /// How many tries were wrong on each of the first days.
        func triesPerDay(_ days: Int) -> [Int] {
            var tries = Array(repeating: 0, count: days)
            while true {
                let answer = guess("9999")
                let day = Int(elapsed / .seconds(86400))
                guard day < days, answer == .unauthorized else { return tries }
                tries[day] += 1
            }
        }
    }

    @Test(
        "One address has 109 tries on its first day and then 96; ten thousand have 2,909, then 2,880 a day",
        arguments: [(1, [109, 96, 96, 96]), (10_000, [2909, 2880, 2880, 2880])])
    func triesPerDay(addresses: Int, tries: [Int]) {
        #expect(Guesser(addresses: addresses).triesPerDay(4) == tries)
    }

    @Test(
        "The five-thousandth of the PINs with four digits is found after 52 days, or after 41 hours",
        arguments: [(1, 51.9...52.0, 86400), (10_000, 41.4...41.5, 3600)] as [(Int, ClosedRange<Double>, Int64)])
    func fourDigits(addresses: Int, expected: ClosedRange<Double>, unit: Int64) {
        let guesser = Guesser(addresses: addresses)
        guesser.bench.change { $0.cameras[Bench.front] = .secret(Secret("5000")) }
        var pin = 1
        while guesser.guess(String(repeating: "0", count: 4 - "\(pin)".count) + "\(pin)") == .unauthorized { pin += 1 }
        #expect(pin == 5000)
        #expect(expected.contains(guesser.elapsed / .seconds(unit)))
    }

    @Test("Asking all the time, and not only when there is something to gain, gains nothing")
    func impatience() {
        let bench = Bench()
        var wrong = 0
        for second in 0..<3600 {
            for address in 0..<5
            where bench.get(Bench.request(from: "10.0.\(second % 250).\(address)", "9999"))
                == .unauthorized
            {
                wrong += 1
            }
            bench.wait(.seconds(1))
        }
        #expect(wrong == 30 + 3600 / 30 - 1)
    }

    @Test("Where cameras share a PIN, each of them is one more door to try it at")
    func sharedPins() throws {
        let guesser = Guesser(addresses: 10_000)
        let cameras = try (0..<4).map { try #require(CameraID("shared-\($0)")) }
        var wrong = 0
        while guesser.elapsed < .seconds(86400) {
            for camera in cameras {
                let request = Bench.request(from: "10.1.\(wrong / 250 % 250).\(wrong % 250)", "999999")
                if guesser.bench.get(request, camera) == .unauthorized { wrong += 1 }
            }
            guesser.bench.wait(.seconds(30))
        }
        #expect(wrong == 4 * 2880)
    }
}

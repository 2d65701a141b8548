import Camera
import HTTP
import Testing

@testable import Access

/// Many addresses at once, and whatever order things come in.
@Suite struct FloodTests {
    @Test(
        "A hundred thousand addresses that guess get no more than the bucket's tries, and keep nobody out who is known")
    func manyAddresses() throws {
        let bench = Bench()
        let browser = try #require(bench.browser("1357"))
        _ = bench.get(Bench.request("1357"))
        guard case .ask(let claim) = bench.policy.decide(Bench.request("9999"), at: .camera(Bench.front), unixTime: 0)
        else { throw Unexpected() }
        var wrong = 0
        for number in 0..<100_000 {
            let bytes = [10, UInt8(number >> 16), UInt8(number >> 8 & 255), UInt8(number & 255)]
            let client = ClientKey(.ip(try #require(IPAddress(bytes: bytes))))
            if case .settled(.failure(.unauthorized)) = bench.weigh(claim.from(client)) { wrong += 1 }
            bench.now = bench.now.advanced(by: .milliseconds(1))
        }
        // 100 s went by.
        #expect(wrong == 30 + 100 / 30)
        #expect(bench.gate.memoryInBytes < 100_000)
        #expect(bench.get(browser) == .ok)
        #expect(bench.get(Bench.request("1357")) == .ok)
    }

    /// What happens by chance: a guess from one of a few clients, or time that goes by.
    private struct Chance {
        var generator: SplitMix

        mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
    }

    @Test(
        "Whatever the order: who waits is told nothing, and wrong PINs are never more than designed", arguments: 1...10)
    func neverMoreThanDesigned(seed: UInt64) {
        let bench = Bench()
        var chance = Chance(generator: SplitMix(state: seed))
        let begin = bench.now
        var wrongByClient: [Int: Int] = [:]
        var wrong = 0
        for _ in 0..<1000 {
            let client = chance.number(40)
            // The same gate, asked with a right and with a wrong PIN: who has to wait has to wait with both.
            let other = Bench(copying: bench)
            let request = Bench.request(from: "10.0.0.\(client)", "9999")
            let answer = bench.get(request)
            let right = other.get(Bench.request(from: "10.0.0.\(client)", "1357"))
            switch answer {
            case .unauthorized:
                wrong += 1
                wrongByClient[client, default: 0] += 1
                #expect(right == .ok)
            case .tooMany: #expect(right == answer)
            case .ok: Issue.record("a wrong PIN opened the door")
            }
            bench.wait(.milliseconds([0, 0, 10, 1000, 20_000][chance.number(5)]))
        }
        let seconds = begin.duration(to: bench.now).inSeconds
        #expect(Double(wrong) <= 30 + seconds / 30)
        #expect(wrong > 50)
        // Five, ten while the wait doubles, and one in 15 min.
        #expect(wrongByClient.values.allSatisfy { Double($0) <= 15 + seconds / 900 })
    }
}

extension Claim {
    /// The same, made by somebody else.
    fileprivate func from(_ client: ClientKey) -> Claim {
        Claim(
            client: client, device: device, candidate: candidate, digest: digest, targets: targets, others: others,
            base: base, isChallenged: isChallenged)
    }
}

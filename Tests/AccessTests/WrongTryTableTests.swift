import Camera
import Testing

@testable import Access

/// The memory of wrong tries: bounded, and not to be washed away.
@Suite struct WrongTryTableTests {
    private let now = MonotonicTime(nanoseconds: 5)

    @Test("It remembers each key by itself")
    func separateKeys() {
        var table = WrongTryTable()
        var generator = SplitMix(state: 4)
        let keys = (0..<500).map { _ in generator.next() }
        for (index, key) in keys.enumerated() {
            for _ in 0...(index % 7) { table.add(key, at: now) }
        }
        for (index, key) in keys.enumerated() {
            #expect(table.tries(of: key, at: now)?.count == UInt8(index % 7 + 1))
        }
        table.forget(keys[3])
        #expect(table.tries(of: keys[3], at: now) == nil && table.tries(of: keys[4], at: now)?.count == 5)
        #expect(table.tries(of: 1, at: now) == nil)
    }

    @Test("After a million addresses it is no larger than 8 MB, and who was blocked still is")
    func aMillionAddresses() {
        var table = WrongTryTable()
        var generator = SplitMix(state: 5)
        let blocked = (0..<100).map { _ in generator.next() }
        for key in blocked { for _ in 0..<15 { table.add(key, at: now) } }
        for _ in 0..<1_000_000 { table.add(generator.next(), at: now) }
        #expect(table.memoryInBytes <= 8_000_000)
        // While it grows, the old half is there too.
        #expect(table.memoryInBytes * 3 / 2 <= 12_000_000)
        #expect(blocked.allSatisfy { table.tries(of: $0, at: now)?.count == 15 })
    }

    @Test("A count of five is washed away by counts of five, never by fewer")
    func fewerDoNotWash() {
        // One set of 16 places.
        var table = WrongTryTable(largest: 16)
        for _ in 0..<5 { table.add(0, at: now) }
        for key in 1..<10_000 as Range<UInt64> {
            for _ in 0..<4 { table.add(key, at: now) }
        }
        #expect(table.tries(of: 0, at: now)?.count == 5)
        for key in 10_000..<10_015 as Range<UInt64> {
            for _ in 0..<6 { table.add(key, at: now) }
        }
        #expect(table.tries(of: 0, at: now)?.count == 5)
        table.add(20_000, at: now)
        #expect(table.tries(of: 0, at: now) == nil)
    }

    @Test("What is forgotten after a day makes room first")
    func forgottenMakesRoom() {
        var table = WrongTryTable(largest: 16)
        for key in 0..<16 as Range<UInt64> { for _ in 0..<9 { table.add(key, at: now) } }
        let later = now.advanced(by: .seconds(86400))
        table.add(100, at: later)
        #expect(table.tries(of: 100, at: later)?.count == 1)
        #expect(table.tries(of: 3, at: later) == nil)
        table.add(3, at: later)
        #expect(table.tries(of: 3, at: later)?.count == 1)
    }

    @Test("It is small as long as little happens")
    func startsSmall() {
        var table = WrongTryTable()
        #expect(table.memoryInBytes == 0)
        for key in 0..<10 as Range<UInt64> { table.add(key &* 0x9E37_79B9_7F4A_7C15, at: now) }
        #expect(table.memoryInBytes < 2000)
    }

    @Test("The count does not begin anew when it is as large as it can get")
    func saturates() {
        var table = WrongTryTable()
        for _ in 0..<600 { table.add(1, at: now) }
        #expect(table.tries(of: 1, at: now)?.count == .max)
        #expect(table.tries(of: 1, at: now)?.wait(at: now) == .seconds(900))
    }
}

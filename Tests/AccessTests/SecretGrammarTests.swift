import Access
import Camera
import Testing

/// How PINs and passwords are written, and how the hub makes its own.
@Suite struct SecretGrammarTests {
    static let hash = "$y$j9T$k2XAnEHBqQ1Ct2aMXFKNa/$lDGddxRY1t6cyeZ.reZhjE7nP/xvk.h4PjkHY0obOc5"

    @Test(
        "A PIN is 4 to 12 digits of ASCII or a whole yescrypt hash",
        arguments: [
            ("1357", true), ("0000", true), ("123456789012", true), (hash, true), ("135", false), ("", false),
            ("1234567890123", false), ("135a", false), ("135 ", false), (" 1357", false), ("-135", false),
            ("\u{0661}\u{0662}\u{0663}\u{0664}", false), ("$y$", false), (String(hash.dropLast()), false),
            (hash + "x", false), ("$6$salt$" + String(repeating: "x", count: 43), false), ("null", false),
        ])
    func pins(text: String, isPin: Bool) {
        #expect((Pin.secret(text) != nil) == isPin)
    }

    @Test(
        "A password is 4 to 128 characters on one line, not beginning like a hash, or a whole yescrypt hash",
        arguments: [
            ("word", true), ("a b c:d", true), (String(repeating: "x", count: 128), true), ("päßwört", true),
            (hash, true), ("wor", false), (String(repeating: "x", count: 129), false), ("wo\nrd", false),
            ("wo\u{0}rd", false), ("$word", false), (String(hash.dropLast()), false), ("", false),
            (String(repeating: "👩‍👩‍👧‍👦", count: 21), false),
        ])
    func passwords(text: String, isPassword: Bool) {
        #expect((Password.secret(text) != nil) == isPassword)
    }

    @Test("Nobody can show a hash in place of the secret")
    func hashesAreNoCandidates() {
        #expect(!Pin.isWellFormed(Self.hash))
        #expect(!Password.isWellFormed(Self.hash))
    }

    /// Numbers that a test has chosen.
    private struct Script: RandomNumberGenerator {
        var numbers: [UInt64]

        mutating func next() -> UInt64 { numbers.removeFirst() }
    }

    @Test(
        "A generated PIN has six digits, also where they begin with zeros",
        arguments: [
            ([1], "000000"), ([1 << 54], "000976"), ([.max], "999999"),
            // With this number the first PIN would be a little more likely than the others: another one is drawn.
            ([0, 1 << 63 | 1], "500000"),
        ] as [([UInt64], String)])
    func generatedPins(numbers: [UInt64], pin: String) {
        var script = Script(numbers: numbers)
        #expect(Pin.generated(using: &script).revealed == pin)
        #expect(script.numbers.isEmpty)
    }

    @Test("Each digit of generated PINs is as frequent as the others")
    func generatedPinsAreEven() {
        var generator = SplitMix(state: 1)
        var counts = [Character: Int]()
        for _ in 0..<10_000 {
            for digit in Pin.generated(using: &generator).revealed { counts[digit, default: 0] += 1 }
        }
        // 60,000 digits: 6000 of each, with a standard deviation of 73.
        #expect(counts.count == 10 && counts.values.allSatisfy { abs($0 - 6000) < 400 })
    }

    @Test("Generated passwords are four groups of four, differ, and are passwords")
    func generatedPasswords() {
        var generator = SplitMix(state: 2)
        let passwords = (0..<200).map { _ in Password.generated(using: &generator).revealed }
        #expect(Set(passwords).count == 200)
        #expect(passwords.allSatisfy { $0.contains(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/) })
        #expect(passwords.allSatisfy(Password.isWellFormed))
        #expect(Set(passwords.joined()).count == 33)
    }
}

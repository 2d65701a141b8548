import Configuration
import Testing

/// Nothing that a configuration may hold stops the program.
@Suite struct MutationTests {
    /// The whole key table, and all the ways of YAML to write text.
    private static let text =
        ExampleTests.complete + """
              notes: { name: "Front \\u00e4 door", replay: 'a''b' }
              block: { test: {} } # über
              literal:
                name: |-
                  in a block
                replay: >-
                  /folded/
                  path
            """

    @Test("What is changed here is sound before it is changed")
    func original() {
        #expect(faults(Self.text) == [])
    }

    @Test("Files with random bytes changed are read, or refused with lines about them", arguments: 0..<8)
    func mutations(seed: UInt64) {
        var random = SplitMix(state: seed)
        let original = Array(Self.text.utf8)
        var refused = 0
        for _ in 0..<60 {
            let bytes = random.mutate(original)
            do {
                let configuration = try Configuration(bytes, file: "hub.yaml")
                #expect(!configuration.listen.isEmpty)
            } catch {
                refused += 1
                #expect(!error.faults.isEmpty && error.lines.allSatisfy { $0.hasPrefix("hub.yaml:") })
                #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
            }
        }
        // Most changes hit something that matters; if none does, nothing has been changed.
        #expect((10...60).contains(refused))
    }

    @Test("Files with words moved to where they do not belong are refused without a stop", arguments: 0..<8)
    func shuffledWords(seed: UInt64) {
        var random = SplitMix(state: seed)
        let words = ["null", "{}", "[]", "0", "-1", "a", "true", "''", "[a]", "{ a: b }", "\"\\0\"", "1x1", "1s", "~"]
        for _ in 0..<80 {
            var lines = ExampleTests.complete.split(separator: "\n").map(String.init)
            let index = Int.random(in: lines.indices, using: &random)
            guard let colon = lines[index].firstIndex(of: ":") else { continue }
            lines[index] = lines[index][...colon] + " " + words.randomElement(using: &random)!
            for line in faults(lines.joined(separator: "\n")) {
                #expect(line.first?.isNumber == true)
            }
        }
    }
}

/// A small generator of numbers that are the same in each run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Up to eight bytes replaced, put in, taken out, or a stretch of them doubled.
    mutating func mutate(_ original: [UInt8]) -> [UInt8] {
        let telling = Array("{}[]:,-?&*!|>'\"%@`#\n\t \\~\0".utf8) + [0x80, 0xC3, 0xE2, 0xFF]
        var bytes = original
        for _ in 0..<Int.random(in: 1...8, using: &self) {
            let byte =
                Bool.random(using: &self)
                ? telling.randomElement(using: &self)! : UInt8.random(in: 0...255, using: &self)
            let place = Int.random(in: 0..<max(bytes.count, 1), using: &self)
            switch Int.random(in: 0..<4, using: &self) {
            case 0 where !bytes.isEmpty: bytes[place] = byte
            case 1 where !bytes.isEmpty: bytes.remove(at: place)
            case 2: bytes += bytes[place..<min(bytes.count, place + 20)]
            default: bytes.insert(byte, at: min(place, bytes.count))
            }
        }
        return bytes
    }
}

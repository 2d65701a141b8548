import Testing
import YAML

/// Nothing that a file may hold stops the program.
@Suite struct MutationTests {
    private static let text = """
        listen: ["0.0.0.0:8080", '[::1]:8080']
        defaults: { fps: 15, pin: 246810 }
        cameras:
          front-door: { match: { serial: SN0001 }, name: "Front \\u00e4 door", pin: 0123 }
          notes: |
            two
            lines
          folded: >-
            one
            line
        # über
        """

    @Test("Texts with random bytes changed are read or refused with a place in them", arguments: 0..<8)
    func mutations(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let original = Array(Self.text.utf8)
        let lines = original.count { $0 == UInt8(ascii: "\n") } + 100
        for _ in 0..<400 {
            let bytes = random.mutate(original)
            do {
                _ = try Document(bytes)
            } catch {
                let place = try #require(error.place, "\(error.message)")
                #expect((1...lines).contains(place.line) && place.column >= 1)
                #expect(!error.message.isEmpty)
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

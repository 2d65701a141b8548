import Access
import Camera

/// Takes `$fake$SALT$1234` for a hash of `1234`, and `$damaged` for none.
struct FakeVerifier: SecretVerifier {
    struct Refused: Error {}

    var isOutOfMemory = false

    func isHash(_ hash: Secret, of candidate: Secret) throws -> Bool {
        if isOutOfMemory { throw Refused() }
        if hash.revealed == "$damaged" { throw DamagedHash() }
        return hash.revealed.split(separator: "$").last == candidate.revealed[...]
    }

    static func hash(_ text: String, salt: String = "a") -> PinSetting { .secret(Secret("$fake$\(salt)$\(text)")) }
}

import Access
import Camera
package import Hub

/// Access without cryptography: a secret's hash is the secret with a dollar before it.
package enum FakeAccess {
    package static let tools = AccessTools(
        makeSigner: { _ in FakeSigner() }, verifier: FakeVerifier(), hash: hash, random: { .random(in: .min ... .max) })

    /// As the hub's state has it after its first start, with these generated secrets.
    package static func state(pin: String = "246810", password: String = "correct horse") throws -> AccessState {
        try AccessState(GeneratedSecrets(pin: Secret(pin), adminPassword: Secret(password)), with: tools)
    }

    @Sendable private static func hash(_ secret: Secret) -> Secret { Secret("$fake$\(secret.revealed)") }

    private struct FakeVerifier: SecretVerifier {
        func isHash(_ hash: Secret, of candidate: Secret) -> Bool { hash == FakeAccess.hash(candidate) }
    }

    /// Mixes the bytes well enough for tests.
    private struct FakeSigner: Signer {
        func digest(of message: Span<UInt8>) -> Digest {
            var words: [UInt64] = [1, 2, 3, 4]
            for index in message.indices {
                for word in words.indices {
                    words[word] = (words[word] ^ UInt64(message[index])) &* 0x100_0000_01b3 &+ UInt64(word)
                }
            }
            return Digest(words[0], words[1], words[2], words[3])
        }
    }
}

import Access
import Crypto
import Testing

/// HMAC-SHA-256 and random numbers by GnuTLS.
@Suite struct SigningKeyTests {
    private let bytes = (0..<32).map { UInt8($0) }

    @Test(
        "Digests are those that Python's hmac computes with the key 00 01 … 1f",
        arguments: [
            (
                "camhub",
                Digest(0x9130_82F2_8BB9_CF8D, 0xD344_ED5E_D23C_A689, 0x0859_7304_A91E_16C8, 0x3DF6_FACB_13ED_08DE)
            ),
            ("", Digest(0xD38B_4209_6D80_F45F, 0x826B_44A9_D560_7DE7, 0x2496_A415_D3F4_A1A8, 0xC88E_3BB9_DA8D_C1CB)),
            (
                String(repeating: "x", count: 1000),
                Digest(0x2AB4_ED39_56F1_7094, 0xC9B1_8789_53E9_1AC9, 0xEB42_CFA0_059D_F2BF, 0xBF83_2BEE_29EE_F5C2)
            ),
        ])
    func knownDigests(message: String, digest: Digest) throws {
        #expect(try SigningKey(bytes).digest(of: message.utf8.span) == digest)
    }

    @Test("Another key makes another digest")
    func keyed() throws {
        let other = try SigningKey(bytes.reversed())
        #expect(try SigningKey(bytes).digest(of: "x".utf8.span) != other.digest(of: "x".utf8.span))
    }

    @Test("A key of another length is refused, and the error says so", arguments: [0, 16, 31, 33])
    func keyLength(count: Int) {
        #expect(throws: CryptoError.keyLength(count)) { try SigningKey(Array(repeating: 0, count: count)) }
        #expect("\(CryptoError.keyLength(count))" == "the key has \(count) bytes, and it has to have 32")
    }

    @Test("Random numbers differ, and every byte of them does")
    func randomNumbers() throws {
        var random = try RandomNumbers()
        let keys = (0..<300).map { _ in random.bytes(32) }
        #expect(Set(keys).count == 300 && keys.allSatisfy { $0.count == 32 })
        for place in 0..<32 { #expect(Set(keys.map { $0[place] }).count > 100) }
    }
}

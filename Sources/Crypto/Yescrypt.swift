internal import Access
package import Camera
internal import CCrypto
internal import Glibc

/// The hashes of PINs and passwords: yescrypt, by libcrypt.
///
/// Each takes some 20 ms and 16 MiB: call it on a thread that may wait. Any number of threads at once.
package struct Yescrypt: SecretVerifier {
    package init() {}

    package func isHash(_ hash: Secret, of candidate: Secret) throws -> Bool {
        // libcrypt would take any text for some hash of old.
        guard hash.revealed.hasPrefix("$y$") else { throw DamagedHash() }
        let computed = try compute(candidate, setting: hash.revealed)
        let (one, other) = (Array(computed.utf8), Array(hash.revealed.utf8))
        guard one.count == other.count else { return false }
        return unsafe gnutls_memcmp(one, other, one.count) == 0
    }

    /// The hash of a new PIN or password, with a salt of its own.
    package func hash(of secret: Secret, using generator: inout RandomNumbers) throws -> Secret {
        let random = generator.bytes(16).map(CChar.init(bitPattern:))
        var setting = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
        // 0: the cost that the library thinks right.
        let made = unsafe crypt_gensalt_rn("$y$", 0, random, Int32(random.count), &setting, Int32(setting.count))
        guard unsafe made != nil else { throw CryptoError.notComputed }
        return Secret(try compute(secret, setting: String(zeroTerminated: setting)))
    }

    private func compute(_ secret: Secret, setting: String) throws -> String {
        let size = MemoryLayout<crypt_data>.size
        let data = UnsafeMutableRawBufferPointer.allocate(
            byteCount: size, alignment: MemoryLayout<crypt_data>.alignment)
        defer { unsafe data.deallocate() }
        // It has to be zero before its first use.
        unsafe data.initializeMemory(as: UInt8.self, repeating: 0)
        if let hash = unsafe crypt_rn(secret.revealed, setting, data.baseAddress, Int32(size)) {
            return unsafe String(cString: hash)
        }
        if errno == ENOMEM { throw CryptoError.notComputed }
        throw DamagedHash()
    }
}

extension String {
    /// Of ASCII, up to the first zero.
    fileprivate init(zeroTerminated text: [CChar]) {
        self.init(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

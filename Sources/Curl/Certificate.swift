import CCurl
import Camera

extension CertificateFingerprint {
    /// Of a certificate in PEM form; nil if it is none.
    init?(pem: String) {
        var text = pem
        let digest: [UInt8]? = text.withUTF8 { text -> [UInt8]? in
            var source = unsafe gnutls_datum_t(
                data: UnsafeMutablePointer(mutating: text.baseAddress), size: UInt32(text.count))
            var certificate = unsafe gnutls_datum_t()
            guard unsafe gnutls_pem_base64_decode2(nil, &source, &certificate) == GNUTLS_E_SUCCESS else { return nil }
            defer { unsafe hub_free(certificate.data) }
            var digest = [UInt8](repeating: 0, count: 32)
            let code = unsafe gnutls_hash_fast(
                GNUTLS_DIG_SHA256, certificate.data, Int(certificate.size), &digest)
            return code == GNUTLS_E_SUCCESS ? digest : nil
        }
        guard let digest else { return nil }
        self.init(digest.map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined())
    }
}

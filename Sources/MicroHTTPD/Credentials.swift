import CMicroHTTPD

/// What GnuTLS takes into a handshake.
@safe struct Credentials: ~Copyable {
    let pointer: gnutls_certificate_credentials_t

    init(
        _ certificates: borrowing CertificateList, file: String, _ key: borrowing PrivateKey, keyFile: String
    ) throws(CertificateFault) {
        var made: gnutls_certificate_credentials_t?
        let code = unsafe gnutls_certificate_allocate_credentials(&made)
        guard let made = unsafe made else {
            throw CertificateFault("cannot use \(file)", code: code, hint: "free some memory")
        }
        // It copies both.
        let answer = unsafe certificates.withList { list, count in
            unsafe gnutls_certificate_set_x509_key(made, list, count, key.pointer)
        }
        guard answer >= 0 else {
            unsafe gnutls_certificate_free_credentials(made)
            throw CertificateFault(
                "the key in \(keyFile) is not the one of the certificate in \(file)", code: answer,
                hint: "name the two files that were made together")
        }
        unsafe pointer = unsafe made
    }

    deinit { unsafe gnutls_certificate_free_credentials(pointer) }
}

/// The certificates of one file.
@safe struct CertificateList: ~Copyable {
    private let list: [gnutls_x509_crt_t?]
    private let count: UInt32

    /// A server's own and those up to its root; four are many.
    private static let limit = 16

    init(_ bytes: [UInt8], file: String) throws(CertificateFault) {
        var list = unsafe [gnutls_x509_crt_t?](repeating: nil, count: CertificateList.limit)
        var count = unsafe UInt32(list.count)
        let code = unsafe withDatum(bytes) { datum in
            unsafe gnutls_x509_crt_list_import(
                &list, &count, datum, GNUTLS_X509_FMT_PEM, GNUTLS_X509_CRT_LIST_IMPORT_FAIL_IF_EXCEED.rawValue)
        }
        guard code >= 0 else {
            throw CertificateFault(
                "there is no certificate in \(file)", code: code,
                hint: "it has to be in PEM form, which begins with -----BEGIN CERTIFICATE-----")
        }
        unsafe self.list = unsafe list
        self.count = count
    }

    deinit { for number in 0..<Int(count) { unsafe gnutls_x509_crt_deinit(list[number]) } }

    func withList(_ body: (UnsafeMutablePointer<gnutls_x509_crt_t?>, CInt) -> CInt) -> CInt {
        var list = unsafe list
        return unsafe list.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress!, CInt(count)) }
    }

    func concerns(file: String, now: Int64) -> [String] {
        let own = unsafe list[0]
        if unsafe Int64(gnutls_x509_crt_get_expiration_time(own)) < now {
            return ["the certificate in \(file) has expired: make a new one, and send SIGHUP"]
        }
        if unsafe Int64(gnutls_x509_crt_get_activation_time(own)) > now {
            return ["the certificate in \(file) is not valid yet: look whether this machine's clock is right"]
        }
        return []
    }
}

@safe struct PrivateKey: ~Copyable {
    let pointer: gnutls_x509_privkey_t

    init(_ bytes: [UInt8], file: String) throws(CertificateFault) {
        var made: gnutls_x509_privkey_t?
        let code = unsafe gnutls_x509_privkey_init(&made)
        guard let made = unsafe made else {
            throw CertificateFault("cannot use \(file)", code: code, hint: "free some memory")
        }
        let answer = unsafe withDatum(bytes) { datum in
            unsafe gnutls_x509_privkey_import2(made, datum, GNUTLS_X509_FMT_PEM, nil, 0)
        }
        guard answer >= 0 else {
            unsafe gnutls_x509_privkey_deinit(made)
            throw CertificateFault(
                "there is no private key in \(file)", code: answer,
                hint: "it has to be in PEM form, which begins with -----BEGIN PRIVATE KEY-----, without a password")
        }
        unsafe pointer = unsafe made
    }

    deinit { unsafe gnutls_x509_privkey_deinit(pointer) }
}

/// Lends bytes as GnuTLS takes them; it only reads them.
private func withDatum(_ bytes: [UInt8], _ body: (UnsafePointer<gnutls_datum_t>) -> CInt) -> CInt {
    unsafe bytes.withUnsafeBufferPointer { buffer in
        var datum = unsafe gnutls_datum_t(
            data: UnsafeMutablePointer(mutating: buffer.baseAddress), size: UInt32(buffer.count))
        return unsafe body(&datum)
    }
}

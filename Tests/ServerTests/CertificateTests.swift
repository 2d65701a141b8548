import Glibc
import HubTesting
import MicroHTTPD
import Posix
import Testing

/// What is said about a certificate and a key that cannot be used, or should not be.
@Suite(.timeLimit(.minutes(10))) struct CertificateTests {
    private let folder: TemporaryFolder
    private let made: TestCertificate

    init() throws {
        folder = try TemporaryFolder()
        made = try TestCertificate(in: folder)
    }

    private func fault(_ file: String, _ keyFile: String) -> String {
        do throws(CertificateFault) {
            _ = try Certificate(file: file, keyFile: keyFile)
            return "none"
        } catch {
            return error.description
        }
    }

    @Test("A file that cannot be read is named with the reason, the key's as well as the certificate's")
    func unreadable() throws {
        let none = folder.path + "/none"
        let large = try folder.write("large", Array(repeating: 0x2D, count: 1024 * 1024 + 1))
        for (path, reason) in [
            (none, "No such file or directory (tls.NAME in the configuration says where it is)"),
            (folder.path, "Invalid argument (it has to be a file)"),
            (large, "File too large (it has to have 1 MiB at most)"),
        ] {
            let forCertificate = reason.replacing("NAME", with: "certificate")
            let forKey = reason.replacing("NAME", with: "key")
            #expect(fault(path, made.keyFile) == "cannot read the certificate \(path): \(forCertificate)")
            #expect(fault(made.file, path) == "cannot read the key \(path): \(forKey)")
        }
    }

    @Test("A file that may not be read says who has to be let in; root may read all")
    func denied() throws {
        chmod(made.keyFile, 0)
        let words = fault(made.file, made.keyFile)
        #expect(geteuid() == 0 ? words == "none" : words.hasSuffix("(let the user that camhub runs as read it)"))
    }

    @Test(
        "A file in which something else is says what it has to be", arguments: ["", "nonsense", "-----BEGIN X-----\n"])
    func otherContents(text: String) throws {
        let file = try folder.write("other", Array(text.utf8))
        let forCertificate = fault(file, made.keyFile)
        #expect(forCertificate.hasPrefix("there is no certificate in \(file): "))
        #expect(forCertificate.hasSuffix("which begins with -----BEGIN CERTIFICATE-----)"))
        let forKey = fault(made.file, file)
        #expect(forKey.hasPrefix("there is no private key in \(file): "))
        #expect(forKey.hasSuffix("which begins with -----BEGIN PRIVATE KEY-----, without a password)"))
    }

    @Test("The two files in each other's place")
    func swapped() {
        #expect(fault(made.keyFile, made.file).hasPrefix("there is no certificate in \(made.keyFile): "))
    }

    @Test("A key with a password is none that a hub could use by itself")
    func encrypted() throws {
        let file = folder.path + "/encrypted"
        try OpenSSL.run(["pkey", "-in", made.keyFile, "-aes256", "-passout", "pass:secret", "-out", file])
        #expect(fault(made.file, file).hasSuffix("without a password)"))
    }

    @Test("A key that belongs to another certificate is said to be that")
    func mismatch() throws {
        let other = try TestCertificate("other", in: folder)
        let words = fault(made.file, other.keyFile)
        #expect(words.hasPrefix("the key in \(other.keyFile) is not the one of the certificate in \(made.file): "))
        #expect(words.hasSuffix("(name the two files that were made together)"))
    }

    @Test(
        "A certificate is a concern before and after its days, a key when everyone can read it, and neither otherwise")
    func concerns() throws {
        func concerns(inDays days: Int64) throws -> [String] {
            let now = Int64(time(nil)) + days * 24 * 3600
            return try Certificate(file: made.file, keyFile: made.keyFile, now: now).concerns
        }
        #expect(try concerns(inDays: 0) == [])
        #expect(try concerns(inDays: 1) == [])
        #expect(
            try concerns(inDays: 3)
                == ["the certificate in \(made.file) has expired: make a new one, and send SIGHUP"])
        #expect(try concerns(inDays: -1).first?.contains("is not valid yet") == true)
        chmod(made.keyFile, 0o644)
        #expect(
            try concerns(inDays: 0)
                == ["everyone on this machine can read the key in \(made.keyFile): chmod 600 \(made.keyFile)"])
        chmod(made.keyFile, 0o640)
        #expect(try concerns(inDays: 0) == [])
    }

    @Test("RSA keys, keys in their old form, and chains with the issuers behind the own certificate are taken")
    func otherForms() throws {
        let (file, keyFile) = (folder.path + "/rsa.crt", folder.path + "/rsa.key")
        try OpenSSL.run(
            ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=a", "-keyout", keyFile, "-out", file])
        #expect(fault(file, keyFile) == "none")
        try OpenSSL.run(["rsa", "-in", keyFile, "-traditional", "-out", keyFile + ".old"])
        #expect(fault(file, keyFile + ".old") == "none")
        let own = try RegularFile.contents(of: made.file, limit: 10_000)
        let issuer = try RegularFile.contents(of: file, limit: 10_000)
        let chain = try folder.write("chain.crt", own + issuer)
        #expect(fault(chain, made.keyFile) == "none")
        let endless = try folder.write("endless.crt", own + (0..<16).flatMap { _ in issuer })
        #expect(fault(endless, made.keyFile).hasPrefix("there is no certificate in \(endless): "))
    }
}

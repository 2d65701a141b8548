import Configuration
import MicroHTTPD
import Posix

extension Setup {
    /// The certificate that the configuration names, as its files are now, with a warning for each of its concerns;
    /// nil: the hub speaks plain HTTP.
    func certificate(_ log: Log) throws(CertificateFault) -> Certificate? {
        guard let files = configuration.tls else { return nil }
        let certificate = try Certificate(file: files.certificate, keyFile: files.key)
        for concern in certificate.concerns { log.warning("tls", concern) }
        return certificate
    }
}

import Camera
import Curl
import HTTP
import Posix

/// What is told of a network camera that gives no pictures. Never with what may be secret in its address.
struct NetworkWords {
    /// Nil: no camera has this address.
    let id: CameraID?
    let url: CameraURL

    /// Before a password that was refused is shown again: cameras lock out who does so often.
    private static let patience = Duration.seconds(60)

    private var host: String { url.place }
    private var key: String { id.map { "`url` of camera \($0)" } ?? "the address" }

    func error(_ failure: WebFailure, certificate: CertificateFingerprint?) -> CaptureError {
        switch failure {
        case .badAddress:
            CaptureError(.failed, reason: "\(url) is no address to ask", hint: "correct \(key)")
        case .unknownHost:
            CaptureError(
                .offline, reason: "nobody knows the address of \(host)",
                hint: "check the name in \(key); the number instead of the name works without a name server")
        case .unreachable(let cause):
            CaptureError(
                .offline, reason: "\(host) cannot be reached: \(cause?.description ?? "no connection")",
                hint: "check that the camera is on and in the network, and \(key)")
        case .timedOut:
            CaptureError(
                .offline, reason: "\(host) cannot be reached: no answer in 4 s",
                hint: "check that the camera is on and in the network, and \(key)")
        case .forbiddenAddress(let address):
            CaptureError(
                .failed, reason: "\(host) leads to \(address), which belongs to a machine itself",
                hint: "only an address in the configuration file may lead there")
        case .closed:
            CaptureError(.offline, reason: "\(host) has closed the connection")
        case .longHeader:
            CaptureError(.failed, reason: "\(host) sends more than 64 KiB of header fields")
        case .garbled(let words), .other(let words):
            CaptureError(.failed, reason: "the answer of \(host) makes no sense: \(words)", hint: "check \(key)")
        case .untrusted, .otherCertificate, .handshake:
            tlsError(failure, certificate)
        }
    }

    private func tlsError(_ failure: WebFailure, _ certificate: CertificateFingerprint?) -> CaptureError {
        let trust = certificate.map { "to trust the one that it shows, write pinnedCertificate: \"\($0)\"" }
        return switch failure {
        case .untrusted:
            CaptureError(
                .failed, reason: "the certificate of \(host) is not trusted by this machine, or is another host's",
                hint: trust)
        case .otherCertificate:
            CaptureError(
                .failed,
                reason:
                    "\(host) shows another certificate than pinnedCertificate\(id.map { " of camera \($0)" } ?? "")",
                hint: "if it has a new one: " + (trust ?? "it shows none"))
        case .handshake(let words):
            CaptureError(
                .failed, reason: "no TLS with \(host): \(words)", hint: "if it speaks plain http, say so in \(key)")
        default: error(failure, certificate: certificate)
        }
    }

    func error(status: Int) -> CaptureError {
        switch status {
        case 401 where url.credentials == nil:
            CaptureError(
                .denied, reason: "\(host) wants a user and a password",
                hint: "write them into \(key): \(url.scheme)://USER:PASSWORD@\(host)/…, with %40 for an @ in them; "
                    + "another camhub takes camhub and the camera's PIN")
        case 401:
            CaptureError(
                .denied, reason: "\(host) does not take the user and password of `url`",
                hint: "correct them in \(key); other characters than letters and digits as %40 for @, %3A for :",
                rest: NetworkWords.patience)
        case 429:
            CaptureError(
                .denied, reason: "\(host) has been asked too often (status 429)",
                hint: "the next try is in a minute; a wrong password in \(key) may be why", rest: NetworkWords.patience)
        case 403:
            CaptureError(.denied, reason: "\(host) does not let this machine have \(url) (status 403)")
        case 404, 410:
            CaptureError(
                .failed, reason: "\(host) has nothing at \(url) (status \(status))", hint: "check the path in \(key)")
        case 503:
            CaptureError(
                .busy, reason: "\(host) has no picture to give (status 503)",
                hint: "it may serve one client alone, or have lost its own camera")
        case 508:
            CaptureError(
                .failed, reason: "\(url) leads to this hub itself", hint: "write the address of a camera into \(key)")
        default:
            CaptureError(.failed, reason: "\(host) answers with status \(status)", hint: "check \(key)")
        }
    }

    func noPicture(_ answer: WebAnswer?, byteCount: Int) -> CaptureError {
        let type = answer?.contentType?.prefix { $0 != ";" } ?? "something without a type"
        let encoding = answer?.contentEncoding.map { $0 == "identity" ? "" : ", compressed (\($0))" } ?? ""
        let what = byteCount == 0 ? "nothing" : "\(type)\(encoding), \(byteCount) bytes without a picture in them"
        let hint =
            type == "text/html"
            ? "this is a page for people: look in the camera's manual for the address of its MJPEG stream or still"
            : "the address has to be that of an MJPEG stream or a JPEG picture: check \(key)"
        return CaptureError(.failed, reason: "\(host) sends \(what)", hint: hint)
    }

    func tooManyRedirects() -> CaptureError {
        CaptureError(.failed, reason: "\(host) leads from address to address without an end", hint: "check \(key)")
    }

    func badRedirect(_ location: String?) -> CaptureError {
        let fault = location == nil ? "without saying where" : "which is neither http nor https"
        return CaptureError(.failed, reason: "\(host) leads to another address, \(fault)", hint: "check \(key)")
    }

    /// Nothing good has come for a while, though there is a connection.
    func silence(_ answer: WebAnswer?, byteCount: Int, count: Int) -> CaptureError {
        let reason =
            switch (answer, count) {
            case (nil, _): "\(host) takes the connection and does not answer"
            case (_, 1...): "\(host) has stopped sending pictures"
            case (_, _): noPicture(answer, byteCount: byteCount).condition.reason ?? ""
            }
        return CaptureError(.stalled, reason: reason, hint: "restart the camera if it stays like this")
    }
}

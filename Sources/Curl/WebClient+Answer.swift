import CCurl
import Camera
import HTTP
import Posix

// What has come back.
extension WebClient {
    /// The head of the answer whose body begins.
    func head() -> WebAnswer {
        let status = unsafe hub_number(easy, CURLINFO_RESPONSE_CODE)
        return WebAnswer(
            status: status == 0 ? 200 : status,
            contentType: text(CURLINFO_CONTENT_TYPE), contentEncoding: field("Content-Encoding"),
            entityTag: field("ETag"), lastModified: field("Last-Modified"), location: field("Location"),
            redirect: text(CURLINFO_REDIRECT_URL), peer: text(CURLINFO_PRIMARY_IP).flatMap { IPAddress(peer: $0) })
    }

    private func text(_ info: CURLINFO) -> String? {
        guard let text = unsafe hub_text(easy, info) else { return nil }
        return unsafe String(cString: text)
    }

    /// A header field of the last answer; the first of that name.
    private func field(_ name: String) -> String? {
        var field: UnsafeMutablePointer<curl_header>?
        let origin = UInt32(CURLH_HEADER)
        guard unsafe curl_easy_header(easy, name, 0, origin, -1, &field) == CURLHE_OK, let field = unsafe field,
            let value = unsafe field.pointee.value
        else { return nil }
        return unsafe String(cString: value)
    }

    /// Of what the server has shown in its handshake.
    func certificate() -> CertificateFingerprint? {
        guard let text = unsafe hub_certificate(easy) else { return nil }
        return unsafe CertificateFingerprint(pem: String(cString: text))
    }

    func failure(_ code: CURLcode) -> WebFailure? {
        if let objection { return objection }
        return switch code {
        case CURLE_OK: nil
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .badAddress
        case CURLE_COULDNT_RESOLVE_HOST: .unknownHost
        case CURLE_COULDNT_CONNECT: .unreachable(systemError)
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_PEER_FAILED_VERIFICATION: .untrusted(words(code))
        case CURLE_SSL_CONNECT_ERROR: .handshake(words(code))
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE: .closed
        case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_BAD_CONTENT_ENCODING: .garbled(words(code))
        default: .other(words(code))
        }
    }

    private var systemError: Errno? {
        let number = unsafe hub_number(easy, CURLINFO_OS_ERRNO)
        return number == 0 ? nil : Errno(rawValue: CInt(truncatingIfNeeded: number))
    }

    private func words(_ code: CURLcode) -> String { unsafe String(cString: curl_easy_strerror(code)) }
}

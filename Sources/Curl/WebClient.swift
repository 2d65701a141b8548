internal import CCurl
package import Camera
import Glibc
import HTTP
package import Posix

/// Asks web servers for one thing at a time, and takes the answer as it comes. Thread-bound.
///
/// Nothing here waits: wait until `descriptor` is readable or `nextDue` has come, then `advance`. Connections that a
/// server leaves open are used again for the next request to it.
///
/// The corresponding C library is libcurl, with its multi interface.
@safe package final class WebClient {
    /// Bytes of header fields that an answer may have.
    package static let headerLimit = 64 << 10

    private let multi: UnsafeMutableRawPointer
    let easy: UnsafeMutableRawPointer
    let ready: Epoll
    private var fields: UnsafeMutablePointer<curl_slist>?
    private var tags: [UInt64] = []
    private var isRunning = false
    var request: WebRequest?
    /// Whose options the handle has: it knows then by which way it logs in, and needs not be refused first.
    private var applied: WebRequest?

    /// Sockets that the library waits for, and what it waits for.
    var waits: [CInt: Epoll.Reporting] = [:]
    package internal(set) var nextDue: MonotonicTime?
    /// The head of the present request's answer, as soon as its body begins.
    package internal(set) var answer: WebAnswer?
    var headerBytes = 0
    /// What a callback of ours had against going on.
    var objection: WebFailure?
    /// Who gets the body; only while `advance` runs.
    var receive: ((RawSpan) -> Void)?
    /// Bytes that this call has brought.
    var received = 0

    private static let pieceSize = 64 << 10
    private static let isLibraryReady = curl_global_init(CLong(CURL_GLOBAL_ALL)) == CURLE_OK

    /// Throws when the machine has no memory or descriptor left.
    package init() throws(Errno) {
        ready = try Epoll()
        guard WebClient.isLibraryReady, let multi = unsafe curl_multi_init() else { throw .outOfMemory }
        guard let easy = unsafe curl_easy_init() else {
            _ = unsafe curl_multi_cleanup(multi)
            throw .outOfMemory
        }
        unsafe (self.multi, self.easy) = (multi, easy)
        unsafe hub_set_waiting(multi, watchSocket, setTimer, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        // Nobody is called back from here on.
        unsafe hub_set_waiting(multi, nil, nil, nil)
        cancel()
        unsafe curl_easy_cleanup(easy)
        _ = unsafe curl_multi_cleanup(multi)
    }

    /// Readable when something has come. May be another one after each call.
    package var descriptor: CInt { onlySocket ?? ready.rawValue }

    /// The only one that is waited for, to be read from, as in a stream: then the epoll needs not be asked.
    private var onlySocket: CInt? {
        guard waits.count == 1, let (socket, reporting) = waits.first, case .whileReadable = reporting else {
            return nil
        }
        return socket
    }

    /// Begins a request; one that is under way is dropped.
    package func begin(_ request: WebRequest) {
        cancel()
        self.request = request
        if applied?.isTo(request) != true {
            unsafe curl_easy_reset(easy)
            apply(request)
        }
        applied = request
        set(CURLOPT_IGNORE_CONTENT_LENGTH, request.ignoresLength ? 1 : 0)
        apply(fields: request.fields)
        isRunning = unsafe curl_multi_add_handle(multi, easy) == CURLM_OK
        if !isRunning { objection = .other("it takes no request") }
    }

    /// Drops the request that is under way; its connection is closed.
    package func cancel() {
        if isRunning { _ = unsafe curl_multi_remove_handle(multi, easy) }
        isRunning = false
        unsafe curl_slist_free_all(fields)
        unsafe fields = nil
        (request, answer, objection, headerBytes) = (nil, nil, nil, 0)
    }

    /// Moves the request on as far as it goes without waiting. Nil: it is not over.
    /// - Parameter receive: Gets each piece of the body of an answer, of which `answer` is the head.
    package func advance(now: MonotonicTime, into receive: (RawSpan) -> Void) -> WebEnd? {
        guard request != nil else { return nil }
        return withoutActuallyEscaping(receive) { receive in
            self.receive = receive
            defer { self.receive = nil }
            if isRunning { move(now: now) }
            return end()
        }
    }

    private func move(now: MonotonicTime) {
        var running: CInt = 0
        if let due = nextDue, due <= now {
            nextDue = nil
            _ = unsafe curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running)
        }
        // More may have come than one call takes; but others on this thread are not to be kept waiting.
        for _ in 0..<16 {
            received = 0
            if let onlySocket {
                tags = [UInt64(onlySocket)]
            } else {
                ready.wait(milliseconds: 0, into: &tags)
            }
            for tag in tags {
                let socket = CInt(truncatingIfNeeded: tag)
                // Zero makes the library look for itself, which costs a call of the system.
                let events: CInt = if case .whileReadable? = waits[socket] { CURL_CSELECT_IN } else { 0 }
                _ = unsafe curl_multi_socket_action(multi, socket, events, &running)
            }
            guard received >= WebClient.pieceSize else { break }
        }
    }

    private func end() -> WebEnd? {
        var code = CURLE_OK
        if isRunning {
            var count: CInt = 0
            guard let message = unsafe curl_multi_info_read(multi, &count), unsafe message.pointee.msg == CURLMSG_DONE
            else { return nil }
            code = unsafe message.pointee.data.result
            // Some answers have no body.
            if answer == nil, unsafe hub_number(easy, CURLINFO_RESPONSE_CODE) > 0 { answer = head() }
        }
        let end = WebEnd(failure: failure(code), answer: answer, certificate: certificate())
        cancel()
        return end
    }

    // MARK: - What is asked

    private func apply(_ request: WebRequest) {
        set(CURLOPT_URL, request.url)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_USERNAME, request.user)
        set(CURLOPT_PASSWORD, request.password)
        set(CURLOPT_HTTPAUTH, hub_basic_or_digest)
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        set(CURLOPT_HTTP09_ALLOWED, 1)
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_USERAGENT, "camhub")
        // The hub's own environment is no place for a proxy that all cameras' passwords go through.
        set(CURLOPT_NOPROXY, "*")
        set(CURLOPT_NOSIGNAL, 1)
        // A look-up of a name that nobody answers is not waited for when the camera is let go.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(request.connectTime / .milliseconds(1)))
        set(CURLOPT_BUFFERSIZE, WebClient.pieceSize)
        apply(request.trust)
        unsafe hub_set_callbacks(
            easy, takeBody, takeHeader, openSocket, allowRequest, Unmanaged.passUnretained(self).toOpaque())
    }

    private func apply(fields: [String]) {
        for field in fields + ["Accept-Encoding: identity"] {
            // Without memory for it the list stays as it is.
            if let longer = unsafe curl_slist_append(self.fields, field) { unsafe self.fields = longer }
        }
        _ = unsafe hub_set_pointer(easy, CURLOPT_HTTPHEADER, self.fields)
    }

    private func apply(_ trust: WebRequest.Trust) {
        let isChecked = trust == .machine
        set(CURLOPT_SSL_VERIFYPEER, isChecked ? 1 : 0)
        set(CURLOPT_SSL_VERIFYHOST, isChecked ? 2 : 0)
        set(CURLOPT_CERTINFO, 1)
    }

    private func set(_ option: CURLoption, _ number: Int) { _ = unsafe hub_set_number(easy, option, number) }

    private func set(_ option: CURLoption, _ text: String?) {
        guard let text else { return }
        _ = unsafe text.withCString { unsafe hub_set_pointer(easy, option, $0) }
    }
}

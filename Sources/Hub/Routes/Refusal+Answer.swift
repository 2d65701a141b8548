import Access
import HTTP

extension Refusal {
    var status: Status {
        switch self {
        case .unauthorized: .unauthorized
        case .tooMany: .tooManyRequests
        }
    }

    var fields: [Field] {
        switch self {
        case .unauthorized(isChallenged: true): [Field("WWW-Authenticate", #"Basic realm="camhub""#)]
        case .unauthorized(isChallenged: false): []
        case .tooMany(let seconds): [Field("Retry-After", String(seconds))]
        }
    }
}

extension Response {
    static func refused(_ refusal: Refusal, _ fields: [Field] = []) -> Response {
        let report: ErrorReport
        switch refusal {
        case .unauthorized:
            report = ErrorReport(
                "a PIN or password is needed, or this one is not right", code: "unauthorized",
                hint: "log in at login, or send it by HTTP Basic: the PIN with the user camhub, the password with admin"
            )
        case .tooMany(let seconds):
            report = ErrorReport(
                "too many wrong tries", code: "too-many-tries",
                hint: "wait \(seconds) s: until then even what is right does not count from here")
        }
        return .json(report, status: refusal.status, fields: refusal.fields + fields)
    }

    /// The request may come from a web page that means no good.
    static func refused(_ fault: RequestFault) -> Response {
        let (code, status): (String, Status) =
            switch fault.rule {
            case .host: ("unknown-host", .misdirectedRequest)
            case .origin: ("foreign-origin", .forbidden)
            case .contentType: ("content-type", .unsupportedMediaType)
            }
        return .json(ErrorReport(fault.reason, code: code, hint: fault.hint), status: status)
    }
}

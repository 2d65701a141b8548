import Access
import Camera
import FoundationEssentials
import HTTP

/// What the routes need of a request, also after its connection's thread has let go of it.
///
/// An object: it goes through many hands, some of which keep it.
final class Visit: Sendable {
    let arrivedAt: MonotonicTime
    let method: Method
    let target: RequestTarget
    let body: [UInt8]
    let access: AccessRequest
    let ifNoneMatch: String?
    /// By which another hub, or this one, tells who asks for its network cameras.
    let hub: String?
    let userAgent: String?
    /// The same, shortened to a number.
    let agent: Int

    init(_ request: Request, at now: MonotonicTime) {
        arrivedAt = now
        method = request.method
        target = request.target
        body = request.body
        let head = VisitHead(request)
        access = head.access
        ifNoneMatch = head.ifNoneMatch
        hub = head.hub
        userAgent = head.userAgent
        agent = head.userAgent?.hashValue ?? 0
    }

    /// The words by which the sender may be known.
    var shown: String? { access.authorization ?? access.cookie }

    /// Whether it was sent by a form, without any script.
    var isForm: Bool {
        let type = access.contentType?.prefix { $0 != ";" } ?? ""
        return type.isEqualIgnoringCase(FormFields.mediaType)
    }

    /// The text that the body, a form's or JSON, has under a key; nil if there is none.
    func sent(_ key: String) -> String? {
        if isForm { return FormFields(body).value(of: key) }
        return (try? JSONDecoder().decode([String: TextOrElse].self, from: Data(body)))?[key]?.text
    }

    private struct TextOrElse: Decodable {
        let text: String?

        init(from decoder: any Decoder) throws { text = try? String(from: decoder) }
    }
}

/// What a request's header fields say. On the path of every frame: one pass over them.
private struct VisitHead {
    var access: AccessRequest
    var ifNoneMatch: String?
    var hub: String?
    var userAgent: String?

    init(_ request: Request) {
        access = AccessRequest(peer: request.channel.peer, arrivedAt: request.channel.arrivedAt)
        access.isEncrypted = request.channel.isSecure
        request.forEachField { name, value in note(name, value) }
    }

    private mutating func note(_ name: String, _ value: () -> String) {
        access.forwarding.note(name, value())
        switch name.utf8.count {
        case 4: keep(value, in: &access.host, if: name, is: "Host")
        case 6:
            keep(value, in: &access.cookie, if: name, is: "Cookie")
            keep(value, in: &access.origin, if: name, is: "Origin")
        case 8: keep(value, in: &hub, if: name, is: "X-Camhub")
        case 10: keep(value, in: &userAgent, if: name, is: "User-Agent")
        case 12: keep(value, in: &access.contentType, if: name, is: "Content-Type")
        case 13:
            keep(value, in: &ifNoneMatch, if: name, is: "If-None-Match")
            keep(value, in: &access.authorization, if: name, is: "Authorization")
        case 14: keep(value, in: &access.fetchSite, if: name, is: "Sec-Fetch-Site")
        case 16: if name.isEqualIgnoringCase("X-Requested-With") { access.isScripted = true }
        default: break
        }
    }
}

/// The first one counts if a field comes twice.
private func keep(_ value: () -> String, in place: inout String?, if name: String, is wanted: String) {
    if place == nil, name.isEqualIgnoringCase(wanted) { place = value() }
}

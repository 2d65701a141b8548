import Access
import HTTP
import WebAssets

/// The files of the pages, with the headers that keep them safe.
struct Pages: Sendable {
    private let responses: [String: (response: Response, tag: EntityTag)]
    private let loginPage = LoginPage()
    private let basicPage = BasicPage()
    /// What keeps every page safe.
    private let safety: [Field]

    /// - Parameter frameAncestors: who may show the pages in a frame; nobody, if empty.
    init(frameAncestors: [String]) {
        let ancestors = frameAncestors.isEmpty ? "'none'" : frameAncestors.joined(separator: " ")
        let policy =
            "default-src 'none'; img-src 'self' blob: data:; script-src 'self'; style-src 'self'; "
            + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors \(ancestors)"
        safety = [
            Field("Content-Security-Policy", policy), Field("X-Content-Type-Options", "nosniff"),
            Field("Referrer-Policy", "no-referrer"),
        ]
        var responses: [String: (Response, EntityTag)] = [:]
        for asset in WebAssets.all where ![LoginPage.file, BasicPage.file].contains(asset.path) {
            let tag = EntityTag(asset.entityTag)
            let fields = [
                Field("Content-Type", asset.mediaType), Field("Cache-Control", "no-cache"),
                Field("ETag", tag.text),
            ]
            responses[asset.path] = (Response(.ok, fields: fields + safety, body: .bytes(asset.bytes)), tag)
        }
        self.responses = responses
    }

    /// - Parameter fields: what only this client gets.
    func asset(_ path: String, _ visit: Visit, _ fields: [Field] = []) -> Answer {
        guard let (common, tag) = responses[path] else { return .now(.notFound("there is no such file")) }
        let response = fields.isEmpty ? common : Response(.ok, fields: common.fields + fields, body: common.body)
        if let tags = visit.ifNoneMatch, tag.isNamed(in: tags) { return .notModified(response) }
        return .now(response)
    }

    /// The page on which a secret is typed.
    ///
    /// - Parameters:
    ///   - refusal: why it is shown again.
    ///   - hub: where the hub is, relative to the path that is answered.
    func login(_ door: LoginPage.Door, refusal: Refusal? = nil, hub: String) -> Response {
        let page = loginPage.page(
            for: door, message: refusal?.words(at: door), wait: refusal?.seconds ?? 0, hub: hub)
        return made(page, refusal?.status ?? .ok, refusal?.fields ?? [])
    }

    /// The page without scripts: see `BasicPage`.
    ///
    /// - Parameter fields: what only this client gets.
    func basic(
        _ entries: [BasicPage.Entry], every interval: Int, isSingle: Bool, stamp: Int64, _ fields: [Field]
    ) -> Response {
        made(basicPage.page(entries, every: interval, isSingle: isSingle, stamp: stamp), .ok, fields)
    }

    /// A page for one request.
    private func made(_ page: [UInt8], _ status: Status, _ fields: [Field]) -> Response {
        let common = [Field("Content-Type", "text/html; charset=utf-8"), Field("Cache-Control", "no-store")]
        return Response(status, fields: common + fields + safety, body: .bytes(page))
    }
}

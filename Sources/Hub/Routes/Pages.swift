import HTTP
import WebAssets

/// The files of the pages, with the headers that keep them safe.
struct Pages: Sendable {
    private let responses: [String: (response: Response, tag: EntityTag)]

    /// - Parameter frameAncestors: who may show the pages in a frame; nobody, if empty.
    init(frameAncestors: [String]) {
        let ancestors = frameAncestors.isEmpty ? "'none'" : frameAncestors.joined(separator: " ")
        let policy =
            "default-src 'none'; img-src 'self' blob: data:; script-src 'self'; style-src 'self'; "
            + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors \(ancestors)"
        var responses: [String: (Response, EntityTag)] = [:]
        for asset in WebAssets.all where asset.path != LoginPage.template {
            let tag = EntityTag(asset.entityTag)
            let fields = [
                Field("Content-Type", asset.mediaType), Field("Cache-Control", "no-cache"),
                Field("ETag", tag.text), Field("Content-Security-Policy", policy),
                Field("X-Content-Type-Options", "nosniff"), Field("Referrer-Policy", "no-referrer"),
            ]
            responses[asset.path] = (Response(.ok, fields: fields, body: .bytes(asset.bytes)), tag)
        }
        self.responses = responses
    }

    func asset(_ path: String, _ request: Request) -> Answer {
        guard let (response, tag) = responses[path] else { return .now(.notFound("there is no such file")) }
        if let tags = request.field("If-None-Match"), tag.isNamed(in: tags) { return .notModified(response) }
        return .now(response)
    }
}

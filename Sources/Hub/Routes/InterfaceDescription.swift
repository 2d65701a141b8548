import Camera
import HTTP
import WebAssets

/// `/openapi.json`: this interface, for programs. The file, with what only a running hub knows filled in.
struct InterfaceDescription: Sendable {
    private let response: Response
    private let tag: EntityTag

    /// - Parameter basePath: segments under which a proxy shows the hub.
    init(version: String, basePath: [String]) {
        let text = String(decoding: WebAssets.interfaceDescription, as: UTF8.self)
            .replacing("{{version}}", with: version)
            .replacing("{{hub}}", with: "/" + basePath.joined(separator: "/"))
        tag = EntityTag(StableHash.digits(of: text))
        let fields = [
            Field("Content-Type", "application/json"), Field("Cache-Control", "no-cache"), Field("ETag", tag.text),
        ]
        response = Response(.ok, fields: fields, body: .bytes(Array(text.utf8)))
    }

    func answer(_ visit: Visit) -> Answer {
        if let tags = visit.ifNoneMatch, tag.isNamed(in: tags) { return .notModified(response) }
        return .now(response)
    }
}

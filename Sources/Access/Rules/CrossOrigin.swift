package import HTTP

/// Which other web sites may read an answer (CORS).
package enum CrossOrigin: Hashable, Sendable {
    /// Any: whoever asks has to know the PIN, since browsers send no cookies along.
    case everyone
    /// This one.
    case only(Origin)
    /// None: the camera is open, and any web site could look into the house through its visitors' browsers.
    case nobody

    /// What goes into the answer's header, by name and value.
    package var fields: [(name: String, value: String)] {
        switch self {
        case .everyone: [("Access-Control-Allow-Origin", "*"), Self.exposed]
        case .only(let origin): [("Access-Control-Allow-Origin", origin.description), ("Vary", "Origin"), Self.exposed]
        case .nobody: [("Vary", "Origin")]
        }
    }

    /// What goes into the header of the answer to OPTIONS.
    package var preflightFields: [(name: String, value: String)] {
        fields.filter { $0.name != Self.exposed.name } + [
            ("Access-Control-Allow-Methods", "GET, HEAD"),
            ("Access-Control-Allow-Headers", "Authorization, If-None-Match"), ("Access-Control-Max-Age", "600"),
        ]
    }

    private static let exposed = (
        name: "Access-Control-Expose-Headers",
        value: "ETag, Retry-After, X-Frame-Sequence, X-Frame-Timestamp, X-Frame-Width, X-Frame-Height, X-Frame-Age"
    )
}

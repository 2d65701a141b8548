internal import HTTP

/// The path under which a proxy shows the hub, for example `/` or `/cams/`.
package struct BasePath: Hashable, Sendable, CustomStringConvertible {
    /// Begins and ends with a slash.
    package let description: String

    package static let root = BasePath(description: "/")
    static let allowed =
        "a path such as / or /cams, of letters, digits and - . _ ~ between single slashes, that does not begin with a "
        + "word of the hub's own such as /cam or /cameras"

    /// What the hub's own paths begin with: a proxy may or may not take the base path away, and both must be told apart.
    package static let taken: Set<String> = [
        "assets", "basic", "cam", "cameras", "events", "frame", "login", "logout", "metrics", "openapi.json",
        "settings", "status",
    ]

    /// With or without the slash at the end; nil for what would need an escape, and for `.` and `..`.
    package init?(_ text: String) {
        let segments = text.split(separator: "/")
        let path = segments.map { "/\($0)" }.joined()
        guard text == path || text == path + "/", !text.isEmpty, segments.allSatisfy(Self.isSegment),
            !(segments.first.map { Self.taken.contains(String($0)) } ?? false)
        else { return nil }
        description = path + "/"
    }

    private init(description: String) { self.description = description }

    private static func isSegment(_ segment: Substring) -> Bool {
        segment != "." && segment != ".."
            && segment.utf8.allSatisfy { $0.isLetterOrDigit || "-._~".utf8.contains($0) }
    }
}

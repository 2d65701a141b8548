internal import HTTP

/// The path under which a proxy shows the hub, for example `/` or `/cameras/`.
package struct BasePath: Hashable, Sendable, CustomStringConvertible {
    /// Begins and ends with a slash.
    package let description: String

    package static let root = BasePath(description: "/")
    static let allowed = "a path such as / or /cameras, of letters, digits and - . _ ~ between single slashes"

    /// With or without the slash at the end; nil for what would need an escape, and for `.` and `..`.
    package init?(_ text: String) {
        let segments = text.split(separator: "/")
        let path = segments.map { "/\($0)" }.joined()
        guard text == path || text == path + "/", !text.isEmpty, segments.allSatisfy(Self.isSegment) else { return nil }
        description = path + "/"
    }

    private init(description: String) { self.description = description }

    private static func isSegment(_ segment: Substring) -> Bool {
        segment != "." && segment != ".."
            && segment.utf8.allSatisfy { $0.isLetterOrDigit || "-._~".utf8.contains($0) }
    }
}

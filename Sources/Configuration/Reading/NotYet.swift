internal import YAML

/// Keys that are accepted and checked, and on which this version does not act.
enum NotYet {
    /// By key: the values that ask for nothing, so that there is nothing to say about them.
    ///
    /// Whoever builds what a key means takes its line out here.
    private static let keys: [String: [String]] = [
        "url": [],
        "insecure": ["false"],
        "pinnedCertificate": [],
    ]

    static func isMeant(by key: String, _ value: Node) -> Bool {
        guard let harmless = keys[key] else { return false }
        return switch value.content {
        case .scalar(let scalar): !scalar.isNull && !harmless.contains(scalar.text)
        case .sequence(let items): !items.isEmpty
        case .mapping(let entries): !entries.isEmpty
        }
    }
}

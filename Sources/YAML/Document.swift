/// A text in YAML, read whole into nodes.
///
/// Of YAML, what a configuration needs: one document, no tags, no anchors and therefore no aliases that could make a
/// small text a large one.
package struct Document: Sendable {
    /// Nil: nothing but comments.
    package var root: Node?
    /// Keys that a mapping has a second time; the first is the one that is kept.
    package var repeatedKeys: [Fault]

    /// What is read at most; beyond, reading is refused.
    package struct Bounds: Sendable {
        package var bytes = 1 << 20
        package var depth = 32
        package var nodes = 100_000

        package init() {}
    }

    /// Throws the first thing after which the rest cannot be understood.
    package init(_ bytes: [UInt8], bounds: Bounds = Bounds()) throws(Fault) {
        guard bytes.count <= bounds.bytes else {
            throw Fault("it has \(bytes.count) bytes, and at most \(bounds.bytes) are allowed", at: nil)
        }
        var builder = TreeBuilder(try EventParser(bytes), bounds: bounds)
        root = try builder.document()
        repeatedKeys = builder.repeatedKeys
    }
}

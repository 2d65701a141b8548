/// One file that the hub's pages are made of.
package struct Asset: Sendable {
    /// Where it is below `web/assets`.
    package let path: String
    /// What it is, for `Content-Type`.
    package let mediaType: String
    package let bytes: [UInt8]
    /// What stands between the quotes of its strong entity tag: equal only for equal bytes.
    package let entityTag: String

    init(_ path: String, _ bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
        mediaType = Self.mediaType(of: path)
        entityTag = String(Self.hash(bytes), radix: 16)
    }

    private static func mediaType(of path: String) -> String {
        switch path.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: preconditionFailure("no media type is known for \(path)")
        }
    }

    /// FNV-1a with 64 bits: a change of one byte always changes it.
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

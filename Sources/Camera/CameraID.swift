/// The name under which a camera is known in routes, in the configuration and in the state file.
///
/// Lower-case letters, digits and inner hyphens, 1 to 64 of them: it stands in a path without any escaping.
package struct CameraID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let description: String

    /// What an id may consist of, in words, for error messages.
    package static let rule = "1 to 64 lower-case letters, digits and hyphens, beginning and ending without a hyphen"

    package init?(_ text: String) {
        let bytes = text.utf8
        guard (1...64).contains(bytes.count), bytes.first != .hyphen, bytes.last != .hyphen,
            bytes.allSatisfy({ $0.isSlugByte })
        else { return nil }
        description = text
    }

    /// A readable id from a model name and the digits that tell this device from others of its model.
    package init(slug model: String, suffix: String) {
        var slug: [UInt8] = []
        for byte in model.lowercased().utf8 where slug.count < 40 {
            if byte.isSlugByte && byte != .hyphen {
                slug.append(byte)
            } else if let last = slug.last, last != .hyphen {
                slug.append(.hyphen)
            }
        }
        while slug.last == .hyphen { slug.removeLast() }
        let stem = slug.isEmpty ? "camera" : String(decoding: slug, as: UTF8.self)
        description = "\(stem)-\(suffix)"
    }

    package static func < (left: CameraID, right: CameraID) -> Bool { left.description < right.description }
}

extension UInt8 {
    fileprivate static let hyphen = UInt8(ascii: "-")

    fileprivate var isSlugByte: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || self == .hyphen
    }
}

/// What a form sends, as a query or as a body of the type `application/x-www-form-urlencoded`.
package struct FormFields {
    package static let mediaType = "application/x-www-form-urlencoded"

    private let bytes: [UInt8]

    package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// The decoded value of a key, where `+` is a space: nil if it is absent or no text, the first if it comes twice or
    /// more.
    package func value(of key: String) -> String? {
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            guard name.elementsEqual(key.utf8) else { continue }
            let value = pair.dropFirst(name.count + 1).map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
            guard let text = RequestTarget.unescape(value.span), !text.contains(where: isControl) else { return nil }
            return String(validating: text, as: UTF8.self)
        }
        return nil
    }
}

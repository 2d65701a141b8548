/// The word between the parts of a stream, as its `Content-Type` names it.
package struct MultipartBoundary: Equatable, Sendable {
    /// Without the dashes that stand around it on its lines: many cameras name it with them.
    let token: [UInt8]

    /// From a header's value such as `multipart/x-mixed-replace; boundary=frame`.
    ///
    /// Nil if that names none, or a type other than multipart. Blanks, letters in either case, quotes and further
    /// parameters are as any camera has them.
    package init?(contentType: String) {
        guard contentType.lowercased().drop(while: \.isWhitespace).hasPrefix("multipart/") else { return nil }
        for parameter in contentType.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, MultipartBoundary.trim(parts[0]).lowercased() == "boundary" else { continue }
            let value = MultipartBoundary.unquoted(MultipartBoundary.trim(parts[1]))
            token = Array(value.utf8.drop { $0 == 0x2D })
            guard !token.isEmpty else { return nil }
            return
        }
        return nil
    }

    private static func trim(_ text: Substring) -> Substring {
        let start = text.drop(while: \.isWhitespace)
        return start.prefix(start.count - start.reversed().prefix(while: \.isWhitespace).count)
    }

    private static func unquoted(_ value: Substring) -> String {
        guard value.first == "\"" else { return String(value) }
        var result = ""
        var isEscaped = false
        for character in value.dropFirst() {
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
                continue
            } else if character == "\"" {
                break
            }
            result.append(character)
        }
        return result
    }
}

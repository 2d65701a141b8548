/// The last lines that a command said, to be shown: short, and without the passwords of addresses in them.
struct LastLines {
    private var bytes: [UInt8] = []

    private static let limit = 2048
    private static let count = 3

    mutating func add(_ piece: [UInt8]) {
        bytes += piece
        if bytes.count > LastLines.limit { bytes.removeFirst(bytes.count - LastLines.limit) }
    }

    /// The last three that are not empty, with slashes between them.
    var text: String {
        // A carriage return is what progress is shown with: only what follows the last is of interest.
        let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }.map { LastLines.clean($0) }
        return lines.filter { !$0.isEmpty }.suffix(LastLines.count).joined(separator: " / ")
    }

    private static func clean(_ line: ArraySlice<UInt8>) -> String {
        let text = String(decoding: line.suffix(300), as: UTF8.self).unicodeScalars
            .map { $0.properties.generalCategory == .control ? " " : String($0) }.joined()
        return text.split(separator: " ").map { withoutCredentials($0) }.joined(separator: " ")
    }

    /// `rtsp://user:secret@host/` becomes `rtsp://…@host/`.
    private static func withoutCredentials(_ word: Substring) -> String {
        guard let slashes = word.firstRange(of: "://") else { return String(word) }
        let rest = word[slashes.upperBound...]
        guard let at = rest.lastIndex(of: "@") else { return String(word) }
        return word[..<slashes.upperBound] + "…" + rest[at...]
    }
}

/// The last lines that a command said, to be shown: short, and without what may be a secret.
struct LastLines {
    private var bytes: [UInt8] = []
    private let secrets: [String]

    private static let limit = 2048
    private static let count = 3

    /// - Parameter arguments: those of the command: any may be a secret that it repeats. Very short ones are none.
    init(hiding arguments: some Sequence<String>) {
        secrets = arguments.filter { $0.utf8.count >= 6 }.sorted { $0.utf8.count > $1.utf8.count }
    }

    mutating func add(_ piece: [UInt8]) {
        bytes += piece
        if bytes.count > LastLines.limit { bytes.removeFirst(bytes.count - LastLines.limit) }
    }

    /// The last three that are not empty, with slashes between them.
    var text: String {
        // A carriage return is what progress is shown with: only what follows the last is of interest.
        let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }.map { clean($0) }
        return lines.filter { !$0.isEmpty }.suffix(LastLines.count).joined(separator: " / ")
    }

    private func clean(_ line: ArraySlice<UInt8>) -> String {
        let text = String(decoding: line.suffix(300), as: UTF8.self).unicodeScalars
            .map { $0.properties.generalCategory == .control ? " " : String($0) }.joined()
        // ffmpeg tells where in its memory it is: that differs each time, and helps nobody.
        let told = secrets.reduce(text) { $0.replacing($1, with: "…") }
        let words = told.split(separator: " ").filter { $0 != "@" && !$0.hasPrefix("0x") }
        return words.map { LastLines.withoutCredentials($0) }.joined(separator: " ")
    }

    /// `rtsp://user:secret@host/` becomes `rtsp://…@host/`.
    private static func withoutCredentials(_ word: Substring) -> String {
        guard let slashes = word.firstRange(of: "://") else { return String(word) }
        let rest = word[slashes.upperBound...]
        guard let at = rest.lastIndex(of: "@") else { return String(word) }
        return word[..<slashes.upperBound] + "…" + rest[at...]
    }
}

import FoundationEssentials

/// A page of the documentation, taken apart as its readers see it. What the words behind three backquotes mean stands
/// in docs/contributing.md.
package struct Document: Sendable, CustomStringConvertible {
    /// A block of code.
    package struct Block: Sendable {
        /// The words behind the three backquotes.
        package let kind: String
        package let text: String
        /// Of its first line of code, from 1.
        package let line: Int
    }

    /// Relative to the checkout.
    package let path: String
    package private(set) var blocks: [Block] = []
    /// All that is no block of code.
    package private(set) var prose = ""
    package private(set) var headings: [String] = []

    package var description: String { path }

    /// Absolute path of the checkout, ending in a slash.
    package static let root = String(#filePath.dropLast("Tests/HubTesting/Document.swift".count))

    /// README.md and everything below docs.
    package static let all: [Document] = {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: root + "docs")) ?? []
        let paths = names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
        return (["README.md"] + paths).map { Document($0) }
    }()

    /// Blocks of one kind, of all documents.
    package static func blocks(_ kind: String) -> [(document: Document, block: Block)] {
        all.flatMap { document in document.blocks.filter { $0.kind == kind }.map { (document, $0) } }
    }

    package init(_ path: String) {
        self.path = path
        // A file that cannot be read has nothing in it: tests that need it fail.
        let bytes = (try? Data(contentsOf: URL(filePath: Document.root + path))) ?? Data()
        var kind: String?
        var code: [Substring] = []
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("```") {
                if let ended = kind {
                    let text = code.map { "\($0)\n" }.joined()
                    blocks.append(Block(kind: ended, text: text, line: index + 1 - code.count))
                }
                kind = kind == nil ? String(line.dropFirst(3)) : nil
                code = []
            } else if kind != nil {
                code.append(line)
            } else {
                prose += "\(line)\n"
                if let heading = line.firstMatch(of: /^#+ (.+)$/) { headings.append(String(heading.output.1)) }
            }
        }
    }

    /// What stands between single backquotes.
    package var spans: [String] { prose.matches(of: /`([^`\n]+)`/).map { String($0.output.1) } }

    /// Where links with a `#` can lead, as GitHub makes it out of the headings.
    package var anchors: Set<String> {
        var seen: [String: Int] = [:]
        return Set(
            headings.map { heading in
                let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
                let anchor = String(kept.map { $0 == " " ? "-" : $0 })
                let count = seen[anchor, default: 0]
                seen[anchor] = count + 1
                return count == 0 ? anchor : "\(anchor)-\(count)"
            })
    }
}

import FoundationEssentials

/// The files of this checkout, read from where the tests were compiled.
enum Checkout {
    /// Absolute path of the checkout, ending in a slash.
    static let root = String(#filePath.dropLast("Tests/RepositoryTests/Checkout.swift".count))

    /// Paths, relative to the root, of all files below some folders whose names end in one of `endings`.
    static func files(in folders: [String], ending endings: [String] = [""]) -> [String] {
        folders.flatMap { folder in
            let names = (try? FileManager.default.subpathsOfDirectory(atPath: root + folder)) ?? []
            return names.map { "\(folder)/\($0)" }
        }
        .filter { path in endings.contains { path.hasSuffix($0) } && !isFolder(path) }
        .sorted()
    }

    /// Names of the folders directly below a folder.
    static func folders(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
        return names.filter { isFolder("\(folder)/\($0)") }.sorted()
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root + path)
    }

    /// The text of a file; what is not UTF-8 in it is replaced.
    static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: root + path)), as: UTF8.self)
    }

    /// Every line of some files that a pattern is found in, as `path:line: text`.
    static func lines<Output>(of paths: [String], matching pattern: Regex<Output>) throws -> [String] {
        try paths.flatMap { path in
            try text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
                .filter { $0.element.contains(pattern) }
                .map { "\(path):\($0.offset + 1): \($0.element.trimmingPrefix(while: \.isWhitespace))" }
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var isDirectory = false
        return FileManager.default.fileExists(atPath: root + path, isDirectory: &isDirectory) && isDirectory
    }
}

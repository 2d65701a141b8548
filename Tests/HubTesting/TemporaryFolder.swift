import FoundationEssentials

/// A folder of its own for one test, gone with it.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        path = "\(FileManager.default.temporaryDirectory.path)/camhub-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // Nothing is lost if it stays.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file and tells its path.
    @discardableResult
    package func write(_ name: String, _ bytes: [UInt8] = []) throws -> String {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
        return "\(path)/\(name)"
    }
}

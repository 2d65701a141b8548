import Camera
import Configuration
import Glibc
import Testing

/// Files on disk: what can be read, and what is said about the rest.
@Suite final class FileTests {
    private let folder: String

    init() throws {
        var template = Array("/tmp/camhub-configuration-XXXXXX".utf8CString)
        let made = mkdtemp(&template)
        folder = String(cString: try #require(made))
    }

    deinit {
        for name in ["hub.yaml", "pipe"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    private func write(_ bytes: [UInt8]) throws -> String {
        let path = "\(folder)/hub.yaml"
        let file = try #require(fopen(path, "w"))
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        #expect(fclose(file) == 0)
        return path
    }

    private func fault(_ path: String) -> String? {
        do {
            _ = try Configuration(file: path)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("A file is read from disk")
    func readable() throws {
        let path = try write(Array("defaults: { fps: 7 }".utf8))
        #expect(try Configuration(file: path).defaults.settings.fps == 7)
    }

    @Test("A fault in a file on disk names that file")
    func faulty() throws {
        let path = try write(Array("fps".utf8))
        #expect(fault(path)?.hasPrefix("\(path):1:1: the file is a single value; ") == true)
    }

    @Test("What cannot be read says so with its name, and nothing waits for it")
    func unreadable() throws {
        #expect(fault("\(folder)/none") == "\(folder)/none: it cannot be read: No such file or directory")
        let other = "it is not a file; it has to be a regular one, no folder, pipe or device"
        #expect(fault(folder) == "\(folder): \(other)")
        #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
        #expect(fault("\(folder)/pipe") == "\(folder)/pipe: \(other)")
        #expect(fault("/dev/zero") == "/dev/zero: \(other)")
    }

    @Test("A file of 1 MiB is read, and one byte more is too large")
    func size() throws {
        let comment = [UInt8](repeating: UInt8(ascii: "#"), count: 1 << 20)
        #expect(fault(try write(comment)) == nil)
        let path = try write(comment + [UInt8(ascii: "#")])
        #expect(fault(path) == "\(path): it is too large; at most 1048576 bytes are allowed")
    }
}

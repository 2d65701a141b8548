internal import Posix
internal import YAML

extension Configuration {
    /// Reads a file. Blocks for as long as its file system does.
    package init(file: String) throws(ConfigurationFaults) {
        let read: RegularFile.Whole
        do {
            read = try RegularFile.read(file, limit: Document.Bounds().bytes)
        } catch {
            throw ConfigurationFaults(file: file, faults: [Fault(Self.words(for: error), at: nil)])
        }
        try self.init(read.bytes, file: file)
        fileMode = read.mode
    }

    /// Reads the bytes of a file, and throws everything that is wrong with them.
    ///
    /// `file` is its name in messages.
    package init(_ bytes: [UInt8], file: String) throws(ConfigurationFaults) {
        self.init()
        var faults: [Fault]
        do {
            let document = try Document(bytes)
            var reading = Reading()
            if let root = document.root {
                let read = Grammar.mapping(self, .hub).read(root, .file, &reading)
                self = read ?? self
            }
            sensitiveKeys = reading.sensitiveKeys.sorted { $0.place < $1.place }
            faults = document.repeatedKeys + reading.faults
        } catch {
            faults = [error]
        }
        guard faults.isEmpty else {
            throw ConfigurationFaults(file: file, faults: faults.sorted { $0.place < $1.place })
        }
    }

    private static func words(for error: Errno) -> String {
        switch error {
        case .tooLarge: "it is too large; at most \(Document.Bounds().bytes) bytes are allowed"
        case .invalidArgument: "it is not a file; it has to be a regular one, no folder, pipe or device"
        default: "it cannot be read: \(error)"
        }
    }
}

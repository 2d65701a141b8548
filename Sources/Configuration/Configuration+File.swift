internal import Posix
internal import YAML

extension Configuration {
    /// Reads a file. Blocks for as long as its file system does.
    package init(file: String) throws(ConfigurationFaults) {
        let bytes: [UInt8]
        do {
            bytes = try RegularFile.contents(of: file, limit: Document.Bounds().bytes)
        } catch {
            throw ConfigurationFaults(file: file, faults: [Fault(Self.words(for: error), at: nil)])
        }
        try self.init(bytes, file: file)
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
            notYet = reading.notYet.sorted { $0.place < $1.place }
            faults = document.repeatedKeys + reading.faults
        } catch {
            faults = [error]
        }
        guard faults.isEmpty else {
            let start = Place(line: 0, column: 0)
            throw ConfigurationFaults(file: file, faults: faults.sorted { $0.place ?? start < $1.place ?? start })
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
